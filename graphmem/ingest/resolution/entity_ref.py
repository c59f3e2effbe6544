"""Records of entity resolution: a candidate in the graph, its aliases, and the entity that a mention resolves to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from graphmem_contract.records import ResolvedEntity


@dataclass(frozen=True, slots=True)
class RelatedEnd:
    """The other end of a claim about a name. `norm` looks it up as an entity, `key` as a value.

    `relation` None = the message only names it too.
    """

    relation: str | None
    norm: str
    key: str | None
    text: str


CandidateRow = Mapping[str, Any]
AliasRow = tuple[str, ...]
"""(normalised name, wording, entity id). A fourth item "likeness" marks a name that was resolved by similarity."""


@dataclass(frozen=True, slots=True)
class NameReads:
    """What the graph knows about the names of a batch, read at `revision`, in the `state` that the brain had then.

    `near`: the candidates, by position of the mention. `external`: entities by external id. `about`: facts that candidates
    share with the message, by position. `handled`: entities by the ids and keys that stand in place of their names. `lost`:
    names that were new in an attempt that another writer overtook.
    """

    revision: int
    near: tuple[tuple[CandidateRow, ...], ...]
    external: Mapping[str, CandidateRow]
    about: tuple[tuple[Mapping[str, Any], ...], ...] = ()
    handled: Mapping[str, CandidateRow] = field(default_factory=dict)
    lost: frozenset[str] = frozenset()
    state: str = ""


@dataclass(frozen=True, slots=True)
class EntityRef:
    """The entity that a mention resolves to. `key` is the requested key if the entity is new. `n`: number of its record."""

    id: str
    key: str
    name: str
    type: str
    method: str
    is_new: bool = False
    score: float | None = None
    external_id: str | None = None
    occurred_at: datetime | None = None
    n: int = 0
    rename: str | None = None
    """Its name from now on, if it was known by a relationship only."""
    reason: str = ""
    """Why the mention resolved to it, for the trace."""
    type_guessed: bool = False
    """No message states its type: the extractor guessed it."""
    retype: str | None = None
    """Its type from now on, if it was guessed before and is stated now."""
    rivals: tuple[str, ...] = ()
    """Ids of other entities that may be meant as well."""
    said: str = ""
    """The name by which it was mentioned, where there are rivals."""

    def decision(self) -> ResolvedEntity:
        """Return the decision as the write result reports it."""
        return ResolvedEntity(
            id=self.id,
            name=self.rename or self.name,
            type=self.type,
            method=self.method,
            is_new=self.is_new,
            score=self.score,
        )


@dataclass(frozen=True, slots=True)
class Considered:
    """A known entity that a mention was compared with, for the trace.

    `score`: similarity of the names, from 0 to 1; None = they were not compared, because a relationship or a shared alias led
    to it. `support`: how much of the rest of the message fits it. `chosen`: the mention resolved to it.
    """

    mention: str
    id: str
    name: str
    type: str
    score: float | None
    reason: str
    support: float
    chosen: bool
