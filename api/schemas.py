"""Bodies, queries and answers that are the API's own; everything else is a record of `graphmem.contract.records`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from graphmem.access.keys import ApiKey
from graphmem.brain_settings import BrainSettings
from graphmem.contract.changes import Correction
from graphmem.contract.records import (
    Cardinality,
    Category,
    DateSpan,
    Entity,
    Episode,
    EpisodeStatus,
    Fact,
    Neighbour,
    Record,
    ResolveMode,
    Session,
    Stats,
    Time,
    WriteResult,
)
from graphmem.explore.explorer import Route

Limit = Annotated[int, Field(ge=1, le=1000, description="How many at most")]
Cursor = Annotated[str | None, Field(max_length=2000, description="`next_cursor` of the page before")]
Ref = Annotated[str, Field(min_length=1, max_length=1000)]
ValidAt = Annotated[Time | None, Field(description="What held at this time; default now")]
KnownAt = Annotated[Time | None, Field(description="What was believed at this time; default the latest")]
Direction = Literal["out", "in", "both"]
Per = Literal["subject", "object", "pair"]

# --------------------------------------------------------------------------- queries


class BrainsQuery(Record):
    """A page of brains."""

    limit: Limit = 50
    cursor: Cursor = None


class EpisodesQuery(Record):
    """Which episodes."""

    status: EpisodeStatus | None = None
    session_id: str | None = Field(None, max_length=300)
    limit: Limit = 50
    cursor: Cursor = None


class KeysQuery(Record):
    """A page of keys."""

    limit: Limit = 50
    cursor: Cursor = None


class SessionsQuery(Record):
    """A page of sessions."""

    limit: Limit = 50
    cursor: Cursor = None


class FactsQuery(Record):
    """Which facts, as of two moments."""

    subject: Ref | None = Field(None, description="Name, alias, key or id")
    relation: Ref | None = None
    object: Ref | None = Field(None, description="Name, alias, key or id; or the text of a value")
    valid_at: ValidAt = None
    known_at: KnownAt = None
    include_closed: bool = Field(False, description="Also what has ended by then")
    min_confidence: float = Field(0.0, ge=0, le=1)
    category: Category | None = None
    limit: Limit = 50
    cursor: Cursor = None


class EntitiesQuery(Record):
    """Which entities."""

    query: str | None = Field(None, max_length=1000, description="By name or alias")
    type: str | None = Field(None, max_length=300)
    limit: Limit = 50
    cursor: Cursor = None


class EntityFactsQuery(Record):
    """Which facts of one entity."""

    valid_at: ValidAt = None
    known_at: KnownAt = None
    include_closed: bool = False
    named: bool = Field(True, description="Also facts between others whose sentence names it")
    limit: Limit = 50
    cursor: Cursor = None


class NeighboursQuery(Record):
    """How far to walk, and when."""

    hops: int = Field(1, ge=1, le=4)
    valid_at: ValidAt = None
    known_at: KnownAt = None
    limit: Limit = 50
    cursor: Cursor = None
    direction: Direction = "both"


class EntityQuery(Record):
    """When it is looked at."""

    known_at: KnownAt = None


class EntityHistoryQuery(Record):
    """How much of an entity's history."""

    known_at: Annotated[Time | None, Field(description="Only what was recorded by then")] = None
    limit: int = Field(50, ge=1, le=500, description="Versions of facts at most")
    cursor: Cursor = None


class FactHistoryQuery(Record):
    """How much of a fact's history."""

    limit: int = Field(1000, ge=1, le=1000, description="Versions and statements at most")
    cursor: Cursor = None


class PathsQuery(Record):
    """Which ways between two entities, and when."""

    to: Ref = Field(description="Id, key, name or alias of the other one")
    hops: int = Field(4, ge=1, le=6)
    valid_at: ValidAt = None
    known_at: KnownAt = None


class ImportQuery(Record):
    """How an import resolves names."""

    resolve: ResolveMode = Field("full", description="exact: names are keys; full: aliases and similar names too")


# --------------------------------------------------------------------------- bodies


class CallRequest(Record):
    """A call of one of graphmem's reading procedures."""

    call: str = Field(
        min_length=1,
        max_length=10_000,
        description="CALL graphmem.<bfs | recall | asOf | history | path | candidates>($brain, …) YIELD … RETURN …",
    )
    parameters: dict[str, Any] = Field(
        default_factory=dict,
        description="For the `$names` in it. $brain is bound; $embedding, if absent, is the question's",
    )


class RecallRequest(Record):
    """A question, or none: then the context of the brain or of `entities`."""

    query: str | None = Field(None, max_length=20_000)
    k: int = Field(10, ge=1, le=100, description="How many facts and how many episodes at most")
    recipe: str = Field(
        "hybrid",
        max_length=100,
        description="hybrid, facts, episodes, graph, lexical, semantic, conversation or fusion",
    )
    valid_at: ValidAt = None
    known_at: KnownAt = None
    entities: tuple[Ref, ...] = Field(
        (), max_length=1000, description="Only what stands around these; names, keys or ids"
    )
    relations: tuple[Ref, ...] = Field((), max_length=1000)
    categories: tuple[Category, ...] = Field((), max_length=1000)
    session_id: str | None = Field(None, max_length=300)
    speaker: str | None = Field(None, max_length=300)
    role: str | None = Field(None, max_length=100)
    tags: tuple[str, ...] = Field((), max_length=1000)
    metadata: dict[str, Any] = Field(default_factory=dict)
    min_confidence: float | None = Field(
        None, ge=0, le=1, description="Default: the brain's, else GRAPHMEM_MIN_CONFIDENCE"
    )
    include_closed: bool = False
    include_provenance: bool = False
    tell_ended: bool = Field(
        False, description="Whether the first k of the facts that `no_longer_true` counts come along in `ended`"
    )
    diversity: float = Field(0.0, ge=0, le=1, description="0 = the best results, up to 1 = results unlike each other")
    rerank: bool = Field(
        False, description="Whether the best are read again by the reranker, where the service has one"
    )
    context_style: Literal["grouped", "block", "lines"] = "grouped"
    token_budget: int = Field(800, ge=0, le=100_000, description="Tokens of `context` at most")
    reinforce: bool = Field(
        False, description="Whether what was found counts as used; otherwise reading changes nothing"
    )


class InvalidateRequest(Record):
    """Why and from when a fact no longer holds."""

    at: Time | None = Field(None, description="Default now")
    kind: Literal["retracted", "corrected"] = Field("retracted", description="no longer true, or never true")
    reason: str | None = Field(None, max_length=2000)
    superseded_by: str | None = Field(None, max_length=300, description="The fact that stands in its place")
    dry_run: bool = Field(False, description="Only tell what would change")


class MergeRequest(Record):
    """Which entities are one: ids or keys, or names that only one entity bears."""

    into: Ref
    from_: Annotated[tuple[Ref, ...], Field(alias="from", min_length=1, max_length=100)]
    dry_run: bool = Field(False, description="Only tell what would change")


class UnmergeRequest(Record):
    """Which merge is taken back."""

    merge_id: str = Field(max_length=300, description="From the answer to the merge, or the entity's history")
    dry_run: bool = Field(False, description="Only tell what would change")


class RestoreRequest(Record):
    """Whether to restore, or only to tell."""

    dry_run: bool = Field(False, description="Only tell what would change")


class DryRunQuery(Record):
    """Whether to do it, or only to tell."""

    dry_run: bool = Field(False, description="Only tell what would happen")


class ExportQuery(Record):
    """What goes out beside the text."""

    embeddings: bool = Field(False, description="Vectors too; else they are made anew where the lines are loaded")


class CorrectRequest(Correction):
    """What is right about a fact."""

    dry_run: bool = Field(False, description="Only tell what would change")


class RelationRequest(Record):
    """How the values of a relation exclude each other."""

    cardinality: Cardinality | None = Field(None, description="one: a new value ends the one before")
    per: Per | None = Field(None, description="one a subject, one an object, or one a pair")
    symmetric: bool | None = None
    synonyms: tuple[Ref, ...] | None = Field(None, description="Its other names in messages to come", max_length=100)


class DatesRequest(Record):
    """A text with dates in words, and when it was said."""

    text: str
    occurred_at: Time = Field(description="When it was said; every relative date is read against it")
    time_zone: str | None = Field(None, max_length=100, description="IANA name; default UTC")


# --------------------------------------------------------------------------- answers


class EpisodePage(Record):
    """A page of episodes, newest recorded first."""

    episodes: tuple[Episode, ...]
    next_cursor: str | None = None


class SessionPage(Record):
    """A page of sessions, by id."""

    sessions: tuple[Session, ...]
    next_cursor: str | None = None


class FlushReport(Record):
    """What became of the messages that waited, in their order; none = nothing waited."""

    results: tuple[WriteResult, ...]


class FactPage(Record):
    """A page of facts, newest recorded first."""

    facts: tuple[Fact, ...]
    next_cursor: str | None = None


class EntityPage(Record):
    """A page of entities, newest recorded first."""

    entities: tuple[Entity, ...]
    next_cursor: str | None = None


class PathList(Record):
    """The shortest ways between two entities, ten at most."""

    paths: tuple[Route, ...]


class NeighbourList(Record):
    """What stands around an entity, nearest first."""

    neighbours: tuple[Neighbour, ...]
    next_cursor: str | None = None


class BrainSummary(Record):
    """A brain in a list."""

    name: str
    revision: int = Field(description="How many writes it has seen")
    created_at: Time | None
    last_recorded_at: Time | None = Field(description="System time of the last write; null = none yet")


class BrainDetail(BrainSummary):
    """A brain with its settings (null = as the service has it) and its counts."""

    settings: BrainSettings
    stats: Stats


class BrainPage(Record):
    """A page of brains, by name."""

    brains: tuple[BrainSummary, ...]
    next_cursor: str | None = None


class KeyPage(Record):
    """A page of keys, oldest first."""

    keys: tuple[ApiKey, ...]
    next_cursor: str | None = None


class Accepted(Record):
    """An episode that is stored; its extraction follows."""

    episode_id: str
    status: EpisodeStatus
    status_url: str = Field(description="Where to look how it went")


class ReportLine(Record):
    """What became of one line of an import: an `id`, or an `error` with its `code` and `field`; another name has neither."""

    line: int = Field(description="Counted from 1, blank lines included")
    id: str | None = Field(None, description="The fact or the episode")
    matched: bool | None = Field(None, description="It only confirmed a fact that was known")
    effect: str | None = Field(None, description="What it did to the fact")
    status: str | None = Field(None, description="Of the episode")
    replayed: bool | None = Field(None, description="An earlier import had taken this record in")
    recorded_at: Time | None = None
    note: str | None = Field(
        None,
        description="Why it was kept but does not hold (a tie, or its evidence has ended), that it is another name, kept as an "
        "alias, that several entities have a name of it, or why there was nothing to keep",
    )
    error: str | None = None
    code: str | None = None
    field: str | None = None
    aborted: bool | None = Field(
        None, description="The import stopped here: neither this line nor any after it was taken in"
    )


class Health(Record):
    """The process answers."""

    status: Literal["ok"] = "ok"
    version: str


class Ready(Record):
    """The database answers too."""

    status: Literal["ready"] = "ready"


DateSpans = list[DateSpan]
