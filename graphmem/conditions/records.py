"""What the walk is given and what it returns (docs/time.md)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Literal

PAST = datetime(1, 1, 1, tzinfo=UTC)
"""Since always."""
FUTURE = datetime(9999, 12, 31, tzinfo=UTC)
"""Until further notice."""

Event = Literal["changes", "begins", "ends"]
Why = Literal["superseded", "ended", "cascade", "cycle"]
Silence = Literal["waiting", "yields", "equal_start", "unsupported", "cycle", "second_hand", "begun"]


@dataclass(frozen=True, slots=True)
class Condition:
    """A subject and relation, by ids, perhaps with one value of it. `event` counts only in `starts_when`."""

    subject: str
    relation: str
    object: str | None = None
    event: Event = "changes"

    @property
    def words(self) -> str:
        """The condition as the cause of an end."""
        return f"{self.subject} {self.relation}"


@dataclass(frozen=True, slots=True)
class Said:
    """One statement.

    Attributes:
        group: the statements that can exclude each other, as settle forms them.
        value: the value within the group: the id of the object; of a relation with one value per object the id of the subject; of
            a symmetric relation both ids, the lesser first, joined by "|".
        ends: values of a group that share one exclude each other; empty where several values may hold.
        key: the wording that ranks equal starts, as settle ranks them.
        occurred: when it was said.
        at: its start; of action "ends" the end that it states. PAST: since always.
        until: its own end. FUTURE: open. An event of which only the day is known has its end already.
        stated: the start was stated, not assumed.
        evidence: sets of ids of statements, (a and b) or c; empty if it rests on nothing.
        symmetric: the relation has no direction; a condition matches either end.
        cause: of action "ends", the reason and the `closedBy` that it gives to what it ends.
    """

    id: str
    group: str
    value: str
    ends: frozenset[str]
    subject: str
    relation: str
    object: str
    key: str
    occurred: datetime
    at: datetime
    until: datetime = FUTURE
    action: Literal["holds", "ends"] = "holds"
    stated: bool = True
    confidence: float = 0.8
    kind: str = "state"
    second_hand: bool = False
    evidence: tuple[tuple[str, ...], ...] = ()
    holds_while: tuple[Condition, ...] = ()
    starts_when: Condition | None = None
    symmetric: bool = False
    cause: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What becomes of a statement of action "holds": it covers `[at, until)`, or `silent` says why it covers nothing.

    Attributes:
        why: what ended the cover; None for its own end, the end of what it confirms, or an open end.
        by: superseded: the value that started; ended: the id of the statement of action "ends"; cascade: the id of the evidence
            that does not stand, or the subject and relation of the condition; else None.
        silent: why it has no cover.
        to: yields and equal_start: the id of the statement that holds instead; unsupported: what is missing, as in `by`.
        cause: ended: the `cause` of the statement of action "ends".
    """

    at: datetime | None = None
    until: datetime | None = None
    why: Why | None = None
    by: str | None = None
    silent: Silence | None = None
    to: str | None = None
    cause: tuple[str, str] | None = None

    def row(self) -> dict[str, Any]:
        """Return a parameter of procedures/settle. An end by a statement has the reason and `closedBy` of that one."""
        why, by = self.cause if self.why == "ended" and self.cause else (self.why, self.by)
        return {"at": self.at, "until": self.until, "why": why, "by": by, "silent": self.silent, "to": self.to}


@dataclass(frozen=True, slots=True)
class Walked:
    """The outcome of every statement of action "holds", by id.

    Attributes:
        pending: statements that hold to the end of the walk although nothing is known of a value that they rest on.
        cycles: statements that carry only themselves or would undo their own ground.
    """

    outcomes: dict[str, Outcome]
    pending: frozenset[str]
    cycles: frozenset[str]
