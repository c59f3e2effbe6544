"""Bodies, queries and answers of the API itself; all others are records of `graphmem_contract.records`."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, WithJsonSchema

from graphmem_contract.changes import Correction, EntitySplit
from graphmem_contract.choices import Direction
from graphmem_contract.episode_state import EpisodeState
from graphmem_contract.records import (
    Cardinality,
    Category,
    DateSpan,
    Origin,
    Record,
    ResolveMode,
    SuppliedFact,
    Time,
)

Limit = Annotated[int, Field(ge=1, le=1000, description="Maximum number of items")]
Cursor = Annotated[str | None, Field(max_length=2000, description="`next_cursor` of the previous page")]
Ref = Annotated[str, Field(min_length=1, max_length=1000)]
ValidAt = Annotated[Time | None, Field(description="What held at this time; default now")]
KnownAt = Annotated[Time | None, Field(description="What was believed at this time; default the latest")]
JUDGE = "Whether a judge may be asked about ambiguous names and similar facts"
Per = Literal["subject", "object", "pair"]

# --------------------------------------------------------------------------- queries


def json_object(text: Any) -> Any:
    """Return the object that a parameter has as JSON text. Raises ValueError: it is not a JSON object."""
    if not isinstance(text, str):
        return text
    value = json.loads(text)
    if not isinstance(value, dict):
        raise ValueError("it must be a JSON object")
    return value


class BrainsQuery(Record):
    """Filter for brains."""

    query: str | None = Field(None, max_length=128, description="Part of the name, in any case")
    limit: Limit = 50
    cursor: Cursor = None


class EpisodesQuery(Record):
    """Filter for episodes."""

    status: EpisodeState | None = None
    session_id: str | None = Field(None, max_length=300)
    source: str | None = Field(None, max_length=300)
    speaker: str | None = Field(None, max_length=300)
    text: str | None = Field(None, max_length=1000, description="Part of the content, in any case")
    tags: tuple[str, ...] = Field((), max_length=100, description="All of these tags; the parameter may be repeated")
    metadata: Annotated[dict[str, Any], BeforeValidator(json_object), WithJsonSchema({"type": "string"})] = Field(
        {}, description='Entries that the metadata has, as a JSON object: {"channel": "mail"}'
    )
    since: Time | None = Field(None, description="Said at this time or later (`occurred_at`)")
    until: Time | None = Field(None, description="Said before this time")
    limit: Limit = 50
    cursor: Cursor = None


class OverviewQuery(Record):
    """Span of an overview."""

    days: int = Field(30, ge=1, le=366, description="Number of days (UTC), today included")


class ContradictionsQuery(Record):
    """Page of the list of contradictions."""

    accepted: bool | None = Field(
        None, description="true: only those that a person accepted; false: only those that are open"
    )
    limit: Limit = 50
    cursor: Cursor = None


class KeysQuery(Record):
    """Page of the list of keys."""

    limit: Limit = 50
    cursor: Cursor = None


class SessionsQuery(Record):
    """Page of the list of sessions."""

    limit: Limit = 50
    cursor: Cursor = None


PastEvents = Annotated[bool, Field(description="Without `valid_at`, also what has happened")]


class FactsQuery(Record):
    """Filter for facts, at a valid time and a system time."""

    subject: Ref | None = Field(None, description="Name, alias, key or id")
    relation: Ref | None = None
    object: Ref | None = Field(None, description="Name, alias, key or id; or the text of a value")
    valid_at: ValidAt = None
    known_at: KnownAt = None
    include_closed: bool = Field(False, description="Also facts that had ended by then")
    events: PastEvents = True
    min_confidence: float = Field(0.0, ge=0, le=1)
    category: Category | None = None
    origin: Origin | None = None
    text: str | None = Field(None, max_length=1000, description="Part of the sentence, in any case")
    ended: bool = Field(False, description="Only facts that had ended by `valid_at`")
    limit: Limit = 50
    cursor: Cursor = None


class EntitiesQuery(Record):
    """Filter for entities."""

    query: str | None = Field(None, max_length=1000, description="A name or alias")
    type: str | None = Field(None, max_length=300)
    limit: Limit = 50
    cursor: Cursor = None


class EntityFactsQuery(Record):
    """Filter for the facts of one entity."""

    valid_at: ValidAt = None
    known_at: KnownAt = None
    include_closed: bool = False
    named: bool = Field(True, description="Also facts between other entities whose sentence names this one")
    events: PastEvents = True
    limit: Limit = 50
    cursor: Cursor = None


class NeighboursQuery(Record):
    """Range of a graph traversal, and its valid and system time."""

    hops: int = Field(1, ge=1, le=4)
    valid_at: ValidAt = None
    known_at: KnownAt = None
    limit: Limit = 50
    cursor: Cursor = None
    direction: Direction = "both"
    events: PastEvents = True


class SimilarQuery(Record):
    """Length of the list of similar entities."""

    limit: int = Field(10, ge=1, le=50)


class EntityQuery(Record):
    """System time of an entity."""

    known_at: KnownAt = None


class EntityHistoryQuery(Record):
    """Range of an entity's history."""

    known_at: Annotated[Time | None, Field(description="Only what was recorded by then")] = None
    limit: int = Field(50, ge=1, le=500, description="Maximum number of versions of facts")
    cursor: Cursor = None


class FactHistoryQuery(Record):
    """Range of a fact's history."""

    limit: int = Field(1000, ge=1, le=1000, description="Maximum number of versions and statements")
    cursor: Cursor = None


class WaitingQuery(Record):
    """Which facts that wait the list has."""

    entity: Ref | None = Field(None, description="Only with this entity at either end: id, key, name or alias")
    limit: int = Field(50, ge=1, le=1000)


class PathsQuery(Record):
    """Paths between two entities: the other end, the length, and the valid and system time."""

    to: Ref = Field(description="Id, key, name or alias of the other entity")
    hops: int = Field(4, ge=1, le=6)
    valid_at: ValidAt = None
    known_at: KnownAt = None
    events: PastEvents = True


class ImportQuery(Record):
    """Resolution of names in an import."""

    resolve: ResolveMode = Field("full", description="exact: names are keys; full: aliases and similar names too")
    judge: bool = Field(False, description=JUDGE)


# --------------------------------------------------------------------------- bodies


class CallRequest(Record):
    """A call of a reading procedure."""

    call: str = Field(
        min_length=1,
        max_length=10_000,
        description="CALL graphmem.<bfs | recall | asOf | history | path | candidates>($brain, …) YIELD … RETURN …",
    )
    parameters: dict[str, Any] = Field(
        default_factory=dict,
        description="Values of the `$names` in the call. $brain is bound; $embedding defaults to the question's embedding",
    )
    any_cypher: bool = Field(
        True, description="Whether to run any other reading statement too, if the key has `admin` in all brains"
    )


class FactRequest(SuppliedFact):
    """A fact that the caller states."""

    judge: bool = Field(False, description=JUDGE)


class InvalidateRequest(Record):
    """Why a fact no longer holds, and since when."""

    at: Time | None = Field(None, description="Default now")
    kind: Literal["retracted", "corrected"] = Field(
        "retracted", description="retracted: no longer true; corrected: never true"
    )
    reason: str | None = Field(None, max_length=2000)
    superseded_by: str | None = Field(None, max_length=300, description="Id of the fact that replaces it")
    dry_run: bool = Field(False, description="Report the changes without making them")


class AcceptRequest(Record):
    """Whether a contradiction is accepted, and in which version of the fact that was ended."""

    accepted: bool = Field(True, description="false = open it again")
    recorded_at: Time | None = Field(
        None,
        description="`recorded_at` of the fact as it was looked at; another version is refused. Default: as it is now",
    )


class MergeRequest(Record):
    """Entities that are the same: ids or keys, or names that only one entity has."""

    into: Ref
    from_: Annotated[tuple[Ref, ...], Field(alias="from", min_length=1, max_length=100)]
    dry_run: bool = Field(False, description="Report the changes without making them")


class UnmergeRequest(Record):
    """The merge to take back."""

    merge_id: str = Field(max_length=300, description="Id of the merge, from its answer or the entity's history")
    dry_run: bool = Field(False, description="Report the changes without making them")


class SplitRequest(EntitySplit):
    """What means another entity, and what that one is called."""

    dry_run: bool = Field(False, description="Report the changes without making them")


class RestoreRequest(Record):
    """Options of a restore."""

    dry_run: bool = Field(False, description="Report the changes without making them")


class DryRunQuery(Record):
    """Whether to only report the changes."""

    dry_run: bool = Field(False, description="Report the changes without making them")


class ExportQuery(Record):
    """Options of an export."""

    embeddings: bool = Field(
        False, description="Include the vectors; else they are computed again when the lines are loaded"
    )


class CorrectRequest(Correction):
    """The right values of a fact."""

    dry_run: bool = Field(False, description="Report the changes without making them")


class RelationRequest(Record):
    """Settings of a relation."""

    cardinality: Cardinality | None = Field(None, description="one: a new value ends the previous one")
    per: Per | None = Field(None, description="With cardinality one: one value per subject, per object, or per pair")
    symmetric: bool | None = None
    synonyms: tuple[Ref, ...] | None = Field(
        None, description="Other names of the relation in future messages", max_length=100
    )
    kind: Literal["state", "claim"] | None = Field(
        None, description="state: its facts last, whatever kind a claim has; claim: the claim decides"
    )
    reads_as: dict[Ref, Literal["begins", "ends"]] | None = Field(
        None, description="Verbs in future messages that begin or end the relation", max_length=100
    )


class DatesRequest(Record):
    """A text with dates in words, and the time at which it was said."""

    text: str
    occurred_at: Time = Field(description="When it was said; relative dates are resolved against it")
    time_zone: str | None = Field(None, max_length=100, description="IANA name; default UTC")


# --------------------------------------------------------------------------- answers


DateSpans = list[DateSpan]
