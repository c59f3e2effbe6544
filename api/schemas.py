"""Bodies, queries and answers of the API itself; all others are records of `graphmem.contract.records`."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, ConfigDict, Field, WithJsonSchema

from graphmem import Route
from graphmem.access.keys import ApiKey
from graphmem.brain_settings import BrainSettings
from graphmem.contract.brains import BrainSummary
from graphmem.contract.changes import Correction
from graphmem.contract.contradictions import Overturned
from graphmem.contract.history import SimilarEntity
from graphmem.contract.operations import Finding
from graphmem.contract.reads import Episode, Neighbour, Stats
from graphmem.contract.records import (
    Cardinality,
    Category,
    Entity,
    EpisodeStatus,
    Fact,
    Origin,
    Record,
    ResolveMode,
    SuppliedFact,
    Time,
    WriteResult,
)
from graphmem.contract.sessions import Session
from graphmem.dates.date_span import DateSpan

Limit = Annotated[int, Field(ge=1, le=1000, description="Maximum number of items")]
Cursor = Annotated[str | None, Field(max_length=2000, description="`next_cursor` of the previous page")]
Ref = Annotated[str, Field(min_length=1, max_length=1000)]
ValidAt = Annotated[Time | None, Field(description="What held at this time; default now")]
KnownAt = Annotated[Time | None, Field(description="What was believed at this time; default the latest")]
JUDGE = "Whether a judge may be asked about ambiguous names and similar facts"
Direction = Literal["out", "in", "both"]
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

    status: EpisodeStatus | None = None
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


class FactsQuery(Record):
    """Filter for facts, at a valid time and a system time."""

    subject: Ref | None = Field(None, description="Name, alias, key or id")
    relation: Ref | None = None
    object: Ref | None = Field(None, description="Name, alias, key or id; or the text of a value")
    valid_at: ValidAt = None
    known_at: KnownAt = None
    include_closed: bool = Field(False, description="Also facts that had ended by then")
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


class EpisodePage(Record):
    """A page of episodes, most recently recorded first."""

    episodes: tuple[Episode, ...]
    next_cursor: str | None = None


class SessionPage(Record):
    """A page of sessions, sorted by id."""

    sessions: tuple[Session, ...]
    next_cursor: str | None = None


class FlushReport(Record):
    """Results of the waiting messages, in their order; empty if none waited."""

    results: tuple[WriteResult, ...]


class FactPage(Record):
    """A page of facts, most recently recorded first."""

    facts: tuple[Fact, ...]
    next_cursor: str | None = None


class EntityPage(Record):
    """A page of entities, most recently recorded first."""

    entities: tuple[Entity, ...]
    next_cursor: str | None = None


class PathList(Record):
    """The shortest paths between two entities, at most ten."""

    paths: tuple[Route, ...]


class NeighbourList(Record):
    """The facts around an entity, nearest first."""

    neighbours: tuple[Neighbour, ...]
    next_cursor: str | None = None


class BrainDetail(BrainSummary):
    """A brain with its settings (null = the service's setting) and its counts."""

    settings: BrainSettings
    stats: Stats


class BrainPage(Record):
    """A page of brains, sorted by name."""

    brains: tuple[BrainSummary, ...]
    next_cursor: str | None = None


class SimilarEntities(Record):
    """Entities that may be the same as another one, best first."""

    similar: tuple[SimilarEntity, ...]


class ContradictionPage(Record):
    """A page of facts that another one ended, most recently recorded first."""

    contradictions: tuple[Overturned, ...]
    next_cursor: str | None = None


class KeyPage(Record):
    """A page of keys, oldest first."""

    keys: tuple[ApiKey, ...]
    next_cursor: str | None = None


class Accepted(Record):
    """A stored episode that a worker will extract."""

    episode_id: str
    status: EpisodeStatus
    status_url: str = Field(description="Address that shows the progress")


class ReportLine(Record):
    """Result of one line of an import: an `id`, or an `error` with `code` and `field`. An alias has neither.

    What does not apply is left out.
    """

    model_config = ConfigDict(json_schema_serialization_defaults_required=False)

    line: int = Field(description="Line number, counted from 1, including blank lines")
    id: str | None = Field(None, description="Id of the fact or the episode")
    matched: bool | None = Field(None, description="Whether it only confirmed a known fact")
    effect: str | None = Field(None, description="Effect on the fact")
    status: str | None = Field(None, description="Status of the episode")
    replayed: bool | None = Field(None, description="Whether an earlier import stored this record")
    recorded_at: Time | None = None
    note: str | None = Field(
        None,
        description="Why it was stored but does not hold (a tie, or its evidence has ended), that it is an alias, that several "
        "entities have one of its names, or why there was nothing to store",
    )
    error: str | None = None
    code: str | None = None
    field: str | None = None
    aborted: bool | None = Field(
        None, description="The import stopped here: this line and all lines after it were not stored"
    )


class Health(Record):
    """The process is running."""

    status: Literal["ok"] = "ok"
    version: str


class Ready(Record):
    """The database and the embedder answer."""

    status: Literal["ready"] = "ready"
    writes: Literal["accepted", "refused"] = Field(
        description="refused = the disk of the embedded server has less free space than GRAPHMEM_MIN_FREE_MB; reads go on"
    )


DateSpans = list[DateSpan]


class FindingList(Record):
    """What the checks of the service found."""

    findings: tuple[Finding, ...]
