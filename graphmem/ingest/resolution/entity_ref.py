"""Records of entity resolution: a candidate in the graph, its aliases, and the entity that a mention resolves to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from graphmem.contract.records import ResolvedEntity


@dataclass(frozen=True, slots=True)
class RelatedEnd:
    """Another end of what a message says about a name: `norm` if it is an entity, `key` if it is a value.

    `relation` None = it is only spoken of beside it.
    """

    relation: str | None
    norm: str
    key: str | None
    text: str


CandidateRow = Mapping[str, Any]
AliasRow = tuple[str, ...]
"""(normalised name, wording, entity id), with "likeness" behind where the name was only resolved by it."""


@dataclass(frozen=True, slots=True)
class NameReads:
    """What the graph knows about the wanted names, read at `revision`; `near` is by position of the name.

    `about` are facts that candidates share with the message, by position; `handled` are entities by the ids and keys that stand
    in place of their names; `lost` are names that were new in an attempt
    which another writer overtook.
    """

    revision: int
    near: tuple[tuple[CandidateRow, ...], ...]
    external: Mapping[str, CandidateRow]
    about: tuple[tuple[Mapping[str, Any], ...], ...] = ()
    handled: Mapping[str, CandidateRow] = field(default_factory=dict)
    lost: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class EntityRef:
    """An entity at one end of a fact. `key` is the wanted key where the entity is new."""

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
    """The name it has from now on, where it was known by a relationship only."""
    reason: str = ""
    """What the decision rests on, for the trace."""
    rivals: tuple[str, ...] = ()
    """Ids of others of the name, of whom nothing says that they are not meant."""

    def decision(self) -> ResolvedEntity:
        return ResolvedEntity(
            id=self.id,
            name=self.rename or self.name,
            type=self.type,
            method=self.method,
            is_new=self.is_new,
            score=self.score,
        )
