"""Arguments of the tools. Agents read the descriptions, so they say what to send, not how it is stored."""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

from pydantic import Field, ValidationError, WithJsonSchema, model_validator

from graphmem_contract.errors import invalid
from graphmem_contract.records import (
    MOST_CONDITIONS,
    Action,
    Cardinality,
    HoldsWhile,
    Record,
    StartsWhen,
    SuppliedEntity,
    SuppliedExtraction,
    SuppliedFact,
    Touch,
    TouchKind,
)

ALWAYS = "always"
OPEN = "open"
MOST_TEXT = 20_000

Ref = Annotated[str, Field(min_length=1, max_length=1000)]
Date = Annotated[str | None, Field(max_length=40)]
Limit = Annotated[int, Field(ge=1, le=200, description="Maximum number of results")]
Cursor = Annotated[str | None, Field(max_length=2000, description="next_cursor of the previous page")]
FactId = Annotated[str, Field(min_length=1, max_length=300, description="Id of the fact, from recall or facts")]
ValidAt = Annotated[Date, Field(description="What was true on this date (2025-12-01 or RFC 3339); default now")]
KnownAt = Annotated[Date, Field(description="What was believed on this date; default the latest")]
Closed = Annotated[bool, Field(description="Also facts that have ended or were taken back")]
MayJudge = Annotated[
    bool,
    Field(description="Whether a model may be asked if your facts repeat or contradict known ones; mostly not needed"),
]
RecipeName = Literal[
    "hybrid", "facts", "episodes", "graph", "lexical", "semantic", "conversation", "fusion", "rerank", "overview"
]
DryRun = Annotated[bool, Field(description="Report the changes without making them")]


class ToolArguments(Record):
    """Arguments of a tool. A null counts as left out, because many clients send every optional argument."""

    @model_validator(mode="before")
    @classmethod
    def _without_nulls(cls, value: Any) -> Any:
        return {k: v for k, v in value.items() if v is not None} if isinstance(value, dict) else value

    @classmethod
    def checked(cls, given: dict[str, Any]) -> ToolArguments:
        """Validate the arguments of a call.

        Raises:
            InvalidInput: an argument is invalid; the message names it and the error.
        """
        try:
            return cls.model_validate(given)
        except ValidationError as error:
            raise invalid(error, named=True) from None


class Nothing(ToolArguments):
    """No arguments."""


# --------------------------------------------------------------------------- writes


class StatedEntity(ToolArguments):
    """An entity in the text: a person, organization, place or thing."""

    name: Ref
    type: str = Field("other", max_length=300, description="For example person, organization, place, project, pet")
    aliases: tuple[Ref, ...] = Field((), max_length=50, description="Other names of this entity")
    known: Ref | None = Field(None, description="The known entity meant; null: a new one")

    def supplied(self) -> SuppliedEntity:
        """Return the entity as a record of the library."""
        return SuppliedEntity.model_validate(self.model_dump(exclude_unset=True))


class StatedFact(ToolArguments):
    """One fact: subject, relation, object, and when it is true."""

    subject: Ref = Field(description="Who or what it is about, by name")
    relation: Ref = Field(description="A verb phrase in snake_case, for example works_at, lives_in, prefers, owns")
    object: Ref = Field(description="The other end: a name, or a plain value")
    object_is_entity: bool | None = Field(
        None, description="true if the object is a named entity; false for plain values"
    )
    text: str | None = Field(
        None, max_length=MOST_TEXT, description="The fact as a sentence; default: built from the three"
    )
    valid_from: Date = Field(None, description="True since; 'always' if it has no beginning; default now, assumed")
    valid_until: Date = Field(None, description="True until, exclusive; leave out if it still holds")
    action: Action = Field(
        "holds",
        description="ends: no longer true from valid_until on; never: it was false",
    )
    confidence: float | None = Field(None, ge=0, le=1, description="How sure you are; default 1 for add_fact")
    cardinality: Cardinality | None = Field(None, description="one: a new value ends the previous one; many: both hold")
    evidence_ids: tuple[str, ...] | None = Field(
        None, max_length=100, description="Facts it rests on; it ends with the last of them"
    )
    holds_while: Annotated[
        tuple[HoldsWhile, ...],
        WithJsonSchema({"type": "array", "items": {"type": "object"}, "maxItems": MOST_CONDITIONS}),
    ] = Field((), max_length=MOST_CONDITIONS, description="{subject, relation, object?}: it ends then")
    starts_when: Annotated[StartsWhen | None, WithJsonSchema({"type": "object"})] = Field(
        None, description="{subject, relation, event: changes|begins|ends}"
    )
    touches: Annotated[
        tuple[Touch, ...], WithJsonSchema({"type": "array", "items": {"type": "object"}, "maxItems": MOST_CONDITIONS})
    ] = Field(
        (), max_length=MOST_CONDITIONS, description=f"Known facts: {{fact: id, how: {'|'.join(get_args(TouchKind))}}}"
    )

    def supplied(self) -> SuppliedFact:
        """Return the fact as a record of the library.

        Raises:
            InvalidInput: a date cannot be parsed, or the end is not after the start.
        """
        given = self.model_dump(exclude_unset=True)
        if given.get("valid_from") == ALWAYS:
            given["valid_from"] = None
        try:
            return SuppliedFact.model_validate(given)
        except ValidationError as error:
            raise invalid(error, named=True) from None


class AddFactArguments(StatedFact):
    """One fact, stated without a source text."""

    judge: MayJudge = False

    def supplied(self) -> SuppliedFact:
        """Return the fact as a record of the library. Raises InvalidInput, as for any stated fact."""
        return StatedFact(**self.model_dump(exclude_unset=True, exclude={"judge"})).supplied()


class RememberArguments(ToolArguments):
    """A text to remember: something said, written or observed."""

    content: str = Field(description="The original text, in its own words and language")
    speaker: str | None = Field(None, max_length=300, description="Who says it; 'I' in the text refers to the speaker")
    occurred_at: Date = Field(None, description="When it was said; default now; 'yesterday' is resolved against it")
    session_id: str | None = Field(None, max_length=300, description="The conversation it belongs to")
    tags: tuple[str, ...] = Field((), max_length=100)
    entities: tuple[StatedEntity, ...] | None = Field(
        None, max_length=1000, description="The entities in the text, if you have extracted them yourself"
    )
    facts: tuple[StatedFact, ...] | None = Field(
        None,
        max_length=1000,
        description="The facts in the text, if you have extracted them yourself; then no other model reads it",
    )
    judge: MayJudge = False
    dry_run: DryRun = False

    def extraction(self) -> SuppliedExtraction | None:
        """Return what the agent has extracted from the text, or None if the memory should extract it."""
        if self.entities is None and self.facts is None:
            return None
        return SuppliedExtraction(
            entities=tuple(entity.supplied() for entity in self.entities or ()),
            facts=tuple(fact.supplied() for fact in self.facts or ()),
        )


# --------------------------------------------------------------------------- reads


class RecallArguments(ToolArguments):
    """A question."""

    query: str | None = Field(
        None, max_length=MOST_TEXT, description="The question; left out = the most important facts about the entities"
    )
    k: int = Field(10, ge=1, le=100, description="Most facts, and most episodes")
    valid_at: ValidAt = None
    known_at: KnownAt = None
    entities: tuple[Ref, ...] = Field((), max_length=100, description="Only results about these; names or ids")
    asker: Ref | None = Field(None, description="Who asks: what 'I' means")
    recent: tuple[str, ...] = Field((), max_length=100, description="The turns before")
    session_id: str | None = Field(None, max_length=300, description="Only this conversation")
    speaker: str | None = Field(None, max_length=300, description="Only what this person said")
    recipe: RecipeName = Field("hybrid", description="How to rank; overview = what it is all about, by topic")
    include_closed: Closed = False
    deep: bool = Field(False, description="Also find facts that nobody used for long")
    min_confidence: float | None = Field(None, ge=0, le=1)
    min_relevance: float | None = Field(
        None, ge=0, le=1, description="How well the best result must fit; 0 = in any case"
    )


class FactsArguments(ToolArguments):
    """Filter for facts."""

    subject: Ref | None = Field(None, description="Name or id")
    relation: Ref | None = Field(None, description="For example works_at")
    object: Ref | None = Field(None, description="Name, id, or the text of a value")
    valid_at: ValidAt = None
    known_at: KnownAt = None
    include_closed: Closed = False
    limit: Limit = 20
    cursor: Cursor = None


class FactArguments(ToolArguments):
    """One fact."""

    fact_id: FactId


class DependentsArguments(ToolArguments):
    """A fact, or nothing for all facts that wait."""

    fact_id: str | None = Field(
        None, min_length=1, max_length=300, description="Left out: all facts that wait for a change"
    )


class EntityArguments(ToolArguments):
    """One entity, at a valid time and a system time."""

    name: Ref = Field(description="Name, alias, key or id")
    valid_at: ValidAt = None
    known_at: KnownAt = None
    include_closed: Closed = False
    limit: Limit = 50
    cursor: Cursor = None


class EntitiesArguments(ToolArguments):
    """Filter for entities."""

    query: str | None = Field(None, max_length=1000, description="A name or a part of one")
    type: str | None = Field(None, max_length=300, description="For example person")
    limit: Limit = 20
    cursor: Cursor = None


class NeighboursArguments(ToolArguments):
    """Range of a graph traversal, and its valid and system time."""

    name: Ref = Field(description="Name, alias, key or id of the entity to start from")
    hops: int = Field(1, ge=1, le=4)
    direction: Literal["out", "in", "both"] = "both"
    valid_at: ValidAt = None
    known_at: KnownAt = None
    limit: Limit = 30


class EpisodeArguments(ToolArguments):
    """One episode."""

    episode_id: str = Field(min_length=1, max_length=300, description="From recall, facts or history")


# --------------------------------------------------------------------------- changes


class InvalidateArguments(ToolArguments):
    """Why a fact no longer holds, and since when."""

    fact_id: FactId
    at: Date = Field(None, description="No longer true from this date on; default now")
    kind: Literal["retracted", "corrected"] = Field(
        "retracted", description="retracted: it was true and ended; corrected: it was never true"
    )
    reason: str | None = Field(None, max_length=2000)
    superseded_by: str | None = Field(None, max_length=300, description="Id of the fact that replaces it")
    dry_run: DryRun = False


class CorrectArguments(ToolArguments):
    """The right values of a fact; what is left out stays."""

    fact_id: FactId
    object: Ref | None = Field(None, description="The other end as it should have been: a name, or a plain value")
    relation: str | None = Field(None, min_length=1, max_length=200, description="For example works_at")
    valid_from: Date = Field(None, description="True since this date; 'always' if it has no beginning")
    valid_until: Date = Field(None, description="True until this date, not included; 'open' if it still holds")
    text: str | None = Field(None, min_length=1, max_length=10_000, description="The right sentence")
    reason: str | None = Field(None, max_length=2000)
    dry_run: DryRun = False

    def right(self) -> dict[str, Any]:
        """Return the given values for the library, where None means an open date."""
        given = self.model_dump(exclude_unset=True, exclude={"fact_id", "dry_run"})
        words = {"valid_from": ALWAYS, "valid_until": OPEN}
        return {name: None if value == words.get(name) else value for name, value in given.items()}


class RestoreArguments(ToolArguments):
    """The fact to restore."""

    fact_id: FactId
    dry_run: DryRun = False


class ForgetArguments(ToolArguments):
    """What to remove for good."""

    what: Literal["episode", "fact", "entity"]
    id: str = Field(min_length=1, max_length=300, description="Its id, from recall, facts or entity")
    dry_run: bool = Field(False, description="Report what would be removed, without removing it; do this first")


# --------------------------------------------------------------------------- the same under names of other memories


class SearchArguments(ToolArguments):
    """A search."""

    query: str = Field(min_length=1, max_length=MOST_TEXT)
    limit: int = Field(10, ge=1, le=100)


class WriteArguments(ToolArguments):
    """A fact as a sentence, optionally with an object."""

    subject: Ref
    fact: str = Field(min_length=1, max_length=1000, description="The fact as a sentence")
    subject_type: str | None = Field(None, max_length=300)
    relationship: Ref | None = Field(None, description="For example works_at; default relates_to")
    object: Ref | None = Field(None, description="The other end, by name; without it the sentence itself is the value")
    object_type: str | None = Field(None, max_length=300)


class NamedArguments(ToolArguments):
    """One entity by name."""

    entity_name: Ref
