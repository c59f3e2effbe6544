"""Records about proposals: what upkeep found and a person decides."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from graphmem_contract.records import Entity, Fact, Record, Time

ProposalStatus = Literal["open", "approved", "declined"]
ProposalKind = Literal["merge", "contradicts", "forget"]


class Proposal(Record):
    """A change that a person may approve or decline. Nothing changes before that.

    `merge`: the two entities of `items` may be one; an approval merges the second into the first. `evidence`: the facts of both
    that agree.

    `contradicts`: the two facts of `evidence` may contradict each other; an approval ends the second, when the first begins.
    `items` is empty.

    `forget`: a text asks to forget the facts of `evidence`, and may not hide them by itself; an approval hides them. `items` is
    empty, and so is `evidence` once it is approved.

    `decided_by` is the name of a key; null = not known, or nobody has decided.
    """

    id: str
    kind: ProposalKind
    status: ProposalStatus
    items: tuple[Entity, ...] = Field(
        description="The entities that it is about, the one that stays first; none for two facts"
    )
    score: float = Field(description="How well the names agree, or how alike the two facts are: 0 to 1")
    reasons: tuple[str, ...]
    evidence: tuple[Fact, ...] = ()
    created_at: Time
    decided_at: Time | None = None
    decided_by: str | None = None
    merge_id: str | None = Field(None, description="The merge that an approval made")
