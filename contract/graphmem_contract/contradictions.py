"""Records of contradictions: two facts that exclude each other, what each rests on, who decided, and who accepted it."""

from __future__ import annotations

from typing import Literal

from graphmem_contract.records import Fact, FactId, Record, Time


class FactSource(Record):
    """The latest message that a fact comes from. `excerpt`: the passage nearest to the fact, at most 600 characters."""

    episode_id: str
    excerpt: str
    speaker: str | None = None
    occurred_at: Time


class EndDecision(Record):
    """Who decided that a fact ended, why, and when (system time).

    `by`: rule = its relation has one value at a time; judge = a model found the contradiction; person = somebody said so.
    `reason` is null for a rule, and where none was given.
    """

    by: Literal["rule", "judge", "person"]
    reason: str | None = None
    at: Time


class Acceptance(Record):
    """The mark of a person who looked at a contradiction and left it as it is. `by`: the name of the key; null = not known."""

    at: Time
    by: str | None = None


class ContradictionMark(Record):
    """A contradiction with its mark, by the id of the fact that was ended. `accepted` null = it is open."""

    fact_id: FactId
    accepted: Acceptance | None


class Overturned(Record):
    """A fact that another one ended: a later value took its place (superseded), or it was contradicted.

    `by` is null where a statement without a fact of its own ended it, or where that fact was forgotten. `source` and `by_source`
    are null where no message states the fact, or where it was forgotten. `accepted` null = nobody accepted the present version.
    """

    fact: Fact
    by: Fact | None
    reason: Literal["superseded", "contradicted"]
    source: FactSource | None = None
    by_source: FactSource | None = None
    decided: EndDecision
    accepted: Acceptance | None = None
