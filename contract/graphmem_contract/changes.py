"""Records of curation: entities by hand, changed facts, corrections, forgotten data, requests to forget, merges."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from graphmem_contract.records import Aliases, EntityId, FactId, Ids, Json, Name, Record, SuppliedEntity, Time, Wording


class NewEntity(SuppliedEntity):
    """An entity that a person creates. Its `summary` and `properties` are kept with it, as they are given."""


class EntityChange(Record):
    """Changes to an entity. A field that is left out keeps its value. A property sent as null is removed."""

    name: Name | None = None
    type: Annotated[str, Field(min_length=1, max_length=300)] | None = None
    summary: str | None = None
    properties: Json | None = None
    aliases_add: Aliases = ()
    aliases_remove: Aliases = Field((), description="Its name itself cannot be removed")


ChangeEffect = Literal["begins", "ends", "waits", "goes_on", "changes"]
ChangeStatus = Literal["live", "closed", "corrected"]


class Change(Record):
    """One fact that an invalidation, a correction, a restoration, a merge or a split changed.

    `effect`: it begins (or is there again), ends (or has no period any more), waits again for the change with which it had begun,
    goes on although it had ended, or something else of it changes. `at`: its end now, `valid_from`: its start. `depth`: steps
    from what was changed by the call. `because_of`: the fact with which it changed. `through`: what of it names that one; null
    where only its value made way, or holds again.
    """

    id: FactId
    at: Time | None
    depth: int
    because_of: FactId | None
    status: ChangeStatus
    effect: ChangeEffect = "changes"
    valid_from: Time | None = None
    through: Literal["evidence", "holds_while", "starts_when"] | None = None


class Correction(Record):
    """The correct fields of a fact that was stated wrongly. A field that is not given keeps its value."""

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
    """All changes of one call, made in one transaction."""

    changed: tuple[Change, ...]
    recorded_at: Time | None


class Reopened(Record):
    """A fact whose period changed, or that holds again, because something was forgotten."""

    id: FactId
    valid_from: Time | None
    valid_until: Time | None


class Removed(Record):
    """The data that was removed, by id. Texts are not repeated.

    `versions`, `traces` and `answers` are counts. Of a whole brain there are only `counts`, by kind.
    """

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
    counts: dict[str, int] = Field({})


class Forgotten(Record):
    """The data that was removed, and the facts that changed because of it."""

    removed: Removed
    reopened: tuple[Reopened, ...] = ()
    recorded_at: Time | None = None


class MergedEntity(Record):
    """One entity that was merged into another, with counts of what moved. Unmerge it by `merge_id`.

    `facts_between` counts facts that related the two entities. They do not hold while the merge stands.
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
    """Result of a merge, made in one transaction: the merged entities, and the facts that it joined, split or closed."""

    into: EntityId
    merges: tuple[MergedEntity, ...]
    changed: tuple[Change, ...]
    recorded_at: Time


class Unmerged(Record):
    """Result of an unmerge.

    `statements_learnt` counts statements that arrived after the merge under a name of the entity.
    """

    merge_id: str
    entity_id: EntityId
    name: str
    parted_from: EntityId
    statements: int
    statements_learnt: int
    facts: int
    changed: tuple[Change, ...]
    recorded_at: Time


class EntitySplit(Record):
    """Which statements about an entity mean another one, and what that other one is called.

    `episodes`: all that these episodes say of the entity. `facts`: the statements that these facts are derived from.
    """

    episodes: Ids = ()
    facts: Ids = ()
    name: Wording | None = Field(None, description="Default: the name by which these statements mention it")
    type: Annotated[Wording, Field(max_length=300)] | None = Field(None, description="Default: that of the entity")

    @model_validator(mode="after")
    def _some(self) -> EntitySplit:
        if not self.episodes and not self.facts:
            raise ValueError("episodes or facts are required")
        return self


class Split(Record):
    """Result of a split, made in one transaction. A merge of `entity_id` into `parted_from` undoes it.

    `names` are those of the entity that was split off, `names_moved` those of them that no longer lead to `parted_from`.
    `facts` are the facts that moved, `changed` those that the split joined, cut or ended.
    """

    entity_id: EntityId
    key: str
    name: str
    type: str
    parted_from: EntityId
    statements: int
    facts: tuple[FactId, ...]
    names: tuple[str, ...]
    names_moved: tuple[str, ...]
    changed: tuple[Change, ...]
    recorded_at: Time


class ForgetRequest(Record):
    """A request to forget that has hidden something. It has ids and counts, and never the text.

    `by`: who approved it, if it was a proposal. `undone_at`: when the request was undone.
    """

    id: str
    episode_id: str | None = Field(description="The message that asked")
    speaker: str | None = None
    session_id: str | None = None
    by: str | None = None
    recorded_at: Time
    undone_at: Time | None = None
    statements: int = Field(description="How many statements it hides")
    episodes: tuple[str, ...] = Field((), description="Episodes of which it hides sentences")
