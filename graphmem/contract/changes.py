"""What people's words about facts and entities changed, as records."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from graphmem.contract.records import EntityId, FactId, Record, Time


class Change(Record):
    """One fact that an invalidation, a correction or a restoration changed."""

    id: FactId
    at: Time | None
    depth: int
    because_of: FactId | None
    status: Literal["live", "closed", "corrected"]


class Correction(Record):
    """What is right about a fact that was stated wrongly; what is not given stays as it was."""

    object: Annotated[str, Field(min_length=1, max_length=2_000)] | None = None
    relation: Annotated[str, Field(min_length=1, max_length=200)] | None = None
    valid_from: Time | None = Field(None, description="null = since always")
    valid_until: Time | None = Field(None, description="null = until further notice")
    text: Annotated[str, Field(min_length=1, max_length=10_000)] | None = None
    reason: str | None = Field(None, max_length=2_000)

    @model_validator(mode="after")
    def _interval(self) -> Correction:
        if self.valid_from and self.valid_until and self.valid_until <= self.valid_from:
            raise ValueError("valid_until must be after valid_from")
        return self


class Changes(Record):
    """Everything that one call changed, in one transaction."""

    changed: tuple[Change, ...]
    recorded_at: Time | None


class Reopened(Record):
    """A fact that stands otherwise, or again, since something was forgotten."""

    id: FactId
    valid_from: Time | None
    valid_until: Time | None


class Removed(Record):
    """What left when something was forgotten, by id; texts are not repeated. `versions`, `traces`, `answers` are counts."""

    what: Literal["episode", "fact", "entity", "brain"]
    id: str
    episodes: tuple[str, ...] = ()
    statements: int = 0
    facts: tuple[FactId, ...] = ()
    versions: int = 0
    entities: tuple[EntityId, ...] = ()
    values: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    traces: int = 0
    answers: int = 0


class Forgotten(Record):
    """What was removed, and which facts stand otherwise, or again, because of it."""

    removed: Removed
    reopened: tuple[Reopened, ...] = ()
    recorded_at: Time | None = None


class MergedEntity(Record):
    """One entity that was merged into another, and what moved with it. `merge_id` takes it back.

    `facts_between` joined what is one entity now: they are not believed as long as it is.
    """

    merge_id: str
    entity_id: EntityId
    name: str
    statements: int
    facts: int
    facts_between: int
    aliases: int
    episodes: int


class Merges(Record):
    """What a merge did, in one transaction: what moved, and which facts were joined, cut or ended by it."""

    into: EntityId
    merges: tuple[MergedEntity, ...]
    changed: tuple[Change, ...]
    recorded_at: Time


class Unmerged(Record):
    """What taking a merge back did. `statements_learnt` came in since the merge, under a name of the entity."""

    merge_id: str
    entity_id: EntityId
    name: str
    parted_from: EntityId
    statements: int
    statements_learnt: int
    facts: int
    changed: tuple[Change, ...]
    recorded_at: Time
