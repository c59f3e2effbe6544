"""Answers of the tools: the records of the library, reduced to what an agent needs. Empty fields are left out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import Field

from graphmem_contract.episode_state import EpisodeState
from graphmem_contract.history import Dependents, FactHistory
from graphmem_contract.reads import Episode, Neighbour
from graphmem_contract.recall import RecallItem, RecallResult
from graphmem_contract.records import (
    AsOf,
    Entity,
    Fact,
    Record,
    StatedCondition,
    Time,
    WriteResult,
    WrittenFact,
)

LONGEST_EPISODE = 2_000
"""Maximum characters of an episode in a list; the tool `episode` returns the whole text."""


class FactView(Record):
    """A fact. It is true from `valid_from` until `valid_until`; an absent date is open.

    With `starts_when` and the status waiting it is not true yet.
    """

    id: str
    text: str
    subject: str
    relation: str
    object: str
    valid_from: Time | None = None
    valid_until: Time | None = None
    holds_now: bool
    upcoming: bool = False
    status: str = "live"
    closed_reason: str | None = None
    holds_while: tuple[StatedCondition, ...] = ()
    starts_when: StatedCondition | None = None
    confidence: float = 1.0
    score: float | None = None
    matched: bool | None = None


class EpisodeView(Record):
    """A stored message or document. `truncated`: the content is only the beginning, or only the part that was found."""

    id: str
    content: str
    truncated: bool = False
    speaker: str | None = None
    occurred_at: Time
    session_id: str | None = None
    status: EpisodeState = EpisodeState.EXTRACTED
    error: str | None = None
    score: float | None = None


class EntityView(Record):
    """A person, organization, place or thing with a name."""

    id: str
    name: str
    type: str
    aliases: tuple[str, ...] = ()
    summary: str | None = None
    profile: str | None = Field(None, description="What is known of it, in short; only where it is up to date")
    digest: str | None = Field(None, description="What is known of it, at length; only where it is up to date")
    properties: dict[str, Any] = Field(default_factory=dict)
    fact_count: int = 0


class DirectiveView(Record):
    """What the user wants from now on."""

    text: str
    scope: str | None = Field(None, description="When it holds; null = always")
    confidence: float
    speaker: str | None = None


class FactsAnswer(Record):
    """Facts, newest recorded first."""

    facts: tuple[FactView, ...]
    next_cursor: str | None = None


class TopicView(Record):
    """A topic, with its summary if that is up to date."""

    title: str
    summary: str | None = None


class RecallAnswer(Record):
    """What is known, best first. `no_longer_true`: number of facts that were left out because they have ended."""

    standing_instructions: tuple[DirectiveView, ...] = Field(
        (), description="What the user wants from now on, whatever is asked: follow it"
    )
    topics: tuple[TopicView, ...] = Field((), description="Only with the recipe overview")
    facts: tuple[FactView, ...]
    episodes: tuple[EpisodeView, ...]
    no_longer_true: int = 0
    warnings: tuple[str, ...] = ()
    as_of: AsOf


class EntityAnswer(Record):
    """An entity and its facts."""

    entity: EntityView
    facts: tuple[FactView, ...]
    next_cursor: str | None = None


class EntitiesAnswer(Record):
    """Entities."""

    entities: tuple[EntityView, ...]
    next_cursor: str | None = None


class PathStep(Record):
    """A fact on a path, the entity at its far end, and its distance in hops."""

    fact: FactView
    entity: str | None = None
    hops: int


class NeighboursAnswer(Record):
    """The facts around an entity, nearest first."""

    neighbours: tuple[PathStep, ...]


class VersionView(FactView):
    """A version of a fact: what was believed from `recorded_at` until `expired_at`."""

    recorded_at: Time
    expired_at: Time | None = None
    episode_ids: tuple[str, ...] = ()


class HistoryAnswer(Record):
    """The history of a fact: its versions, oldest first, and its statements."""

    versions: tuple[VersionView, ...]
    statements: tuple[dict[str, Any], ...]


class DependentView(Record):
    """A fact that rests on another one, or waits for it. `ground`: id of that one; `depth`: steps from the fact asked for."""

    kind: str
    depth: int
    ground: str | None = None
    fact: FactView


class DependentsAnswer(Record):
    """What rests on a fact and what waits for it, nearest first. `truncated`: there is more."""

    dependents: tuple[DependentView, ...]
    truncated: bool = False


class FactOutcome(Record):
    """Outcome for one fact. `reason` says why, if it is not obvious."""

    id: str | None = None
    text: str
    subject: str
    relation: str
    object: str
    valid_from: Time | None = None
    valid_until: Time | None = None
    reason: str | None = None


class WrittenEntity(Record):
    """The entity that a name was resolved to."""

    id: str
    name: str
    type: str
    is_new: bool


class WriteAnswer(Record):
    """Result of a write.

    `success` false: the text is stored, but its extraction failed. `status` stored or pending: it is extracted later.
    """

    episode_id: str | None = None
    status: EpisodeState | None = None
    success: bool
    error: str | None = None
    added: tuple[FactOutcome, ...] = ()
    updated: tuple[FactOutcome, ...] = ()
    unchanged: tuple[FactOutcome, ...] = ()
    ended: tuple[FactOutcome, ...] = ()
    waiting: tuple[FactOutcome, ...] = ()
    withdrawn: tuple[FactOutcome, ...] = ()
    skipped: tuple[FactOutcome, ...] = ()
    entities: tuple[WrittenEntity, ...] = ()
    warnings: tuple[str, ...] = ()


class RelationView(Record):
    """A relation, how often it is used, and its cardinality: with `one`, a new value ends the previous one."""

    name: str
    usage_count: int = 0
    cardinality: str | None = None
    description: str | None = None


class TypeView(Record):
    """An entity type and how often it is used."""

    name: str
    usage_count: int = 0
    description: str | None = None


class OntologyAnswer(Record):
    """The entity types and relations of this brain."""

    entity_types: tuple[TypeView, ...]
    relations: tuple[RelationView, ...]


# --------------------------------------------------------------------------- from the library's records


def fact_view(fact: Fact, score: float | None = None) -> FactView:
    """Return the short form of a fact."""
    return FactView(**_parts(fact, FactView), score=_rounded(score))


def episode_view(episode: Episode, score: float | None = None, longest: int | None = LONGEST_EPISODE) -> EpisodeView:
    """Return the short form of an episode. `longest` = maximum characters; None = the whole text."""
    fields = _parts(episode, EpisodeView)
    if longest is not None and len(episode.content) > longest:
        fields |= {"content": episode.content[:longest], "truncated": True}
    return EpisodeView(**fields, score=_rounded(score))


def entity_view(entity: Entity) -> EntityView:
    """Return the short form of an entity."""
    profile = entity.profile.text if entity.profile and not entity.profile.stale else None
    digest = entity.digest.text if entity.digest and not entity.digest.stale else None
    return EntityView(**{**_parts(entity, EntityView), "profile": profile, "digest": digest})


def recall_answer(result: RecallResult) -> RecallAnswer:
    """Return a recall result without signals, traces and context."""
    return RecallAnswer(
        standing_instructions=tuple(DirectiveView(**_parts(one, DirectiveView)) for one in result.directives),
        topics=tuple(TopicView(**_parts(one, TopicView)) for one in result.clusters),
        facts=tuple(fact_view(item.fact, item.score) for item in result.facts if item.fact),
        episodes=tuple(_episode_of(item) for item in result.episodes if item.episode),
        no_longer_true=result.no_longer_true,
        warnings=result.warnings,
        as_of=result.as_of,
    )


def neighbours_answer(neighbours: tuple[Neighbour, ...]) -> NeighboursAnswer:
    """Return the result of a graph traversal."""
    steps = (
        PathStep(fact=fact_view(item.fact), entity=item.entity.name if item.entity else None, hops=item.hops)
        for item in neighbours
    )
    return NeighboursAnswer(neighbours=tuple(steps))


def history_answer(history: FactHistory) -> HistoryAnswer:
    """Return both timelines of a fact."""
    versions = tuple(VersionView(**_parts(version, VersionView)) for version in history.versions)
    return HistoryAnswer(versions=versions, statements=history.statements)


def dependents_answer(found: Dependents) -> DependentsAnswer:
    """Return the graph of what depends on a fact as a list of its links."""
    facts = {fact.id: fact_view(fact) for fact in found.nodes}
    links = tuple(
        DependentView(kind=one.kind, depth=one.depth, ground=one.ground, fact=facts[one.dependent])
        for one in found.edges
        if one.dependent in facts
    )
    return DependentsAnswer(dependents=links, truncated=found.truncated)


def waiting_answer(facts: Sequence[Fact]) -> DependentsAnswer:
    """Return facts that wait for a change."""
    return DependentsAnswer(
        dependents=tuple(DependentView(kind="starts_when", depth=0, fact=fact_view(fact)) for fact in facts)
    )


def write_answer(result: WriteResult) -> WriteAnswer:
    """Return the result of a write without tokens and timings."""
    return WriteAnswer(
        episode_id=result.episode_id,
        status=result.status,
        success=result.success,
        error=result.error,
        added=_lines(result.facts_added),
        updated=_lines(result.facts_updated),
        unchanged=_lines(result.facts_unchanged),
        ended=_lines(result.facts_closed),
        waiting=_lines(result.facts_waiting),
        withdrawn=_lines(result.facts_deleted),
        skipped=_lines(result.facts_skipped),
        entities=tuple(WrittenEntity(**_parts(entity, WrittenEntity)) for entity in result.entities_resolved),
        warnings=result.warnings,
    )


def ontology_answer(known: dict[str, Any]) -> OntologyAnswer:
    """Return the entity types and relations, most used first."""
    return OntologyAnswer(
        entity_types=tuple(TypeView(**_named(row, TypeView)) for row in _by_use(known["entity_types"])),
        relations=tuple(RelationView(**_named(row, RelationView)) for row in _by_use(known["relations"])),
    )


def _episode_of(item: RecallItem) -> EpisodeView:
    assert item.episode is not None
    view = episode_view(item.episode, item.score)
    if item.passage is None or item.passage == item.episode.content:
        return view
    return view.model_copy(update={"content": item.passage[:LONGEST_EPISODE], "truncated": True})


def _lines(facts: tuple[WrittenFact, ...]) -> tuple[FactOutcome, ...]:
    return tuple(FactOutcome(**_parts(fact, FactOutcome)) for fact in facts)


def _parts(record: Record, view: type[Record]) -> dict[str, Any]:
    """Return the fields that the record and the view share."""
    return {name: getattr(record, name) for name in view.model_fields if name in type(record).model_fields}


def _named(row: dict[str, Any], view: type[Record]) -> dict[str, Any]:
    return {name: row[name] for name in view.model_fields if row.get(name) is not None}


def _by_use(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(rows, key=lambda row: (-(row.get("usage_count") or 0), row["name"]))


def _rounded(score: float | None) -> float | None:
    return None if score is None else round(score, 4)
