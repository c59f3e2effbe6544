"""What the tools answer: the records of the library, cut down to what an agent reads. Empty fields are left out."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from graphmem.contract.records import (
    AsOf,
    Entity,
    Episode,
    EpisodeStatus,
    Fact,
    FactHistory,
    Neighbour,
    RecallItem,
    RecallResult,
    Record,
    Time,
    WriteResult,
    WrittenFact,
)

LONGEST_EPISODE = 2_000
"""Characters of an episode in a list; the tool `episode` gives the whole."""


class FactView(Record):
    """A fact. `valid_from` and `valid_until` are when it is true in the world; absent = open."""

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
    confidence: float = 1.0
    score: float | None = None
    matched: bool | None = None


class EpisodeView(Record):
    """Something that was said. `truncated`: there is more of it, this is its beginning, or the part that was found."""

    id: str
    content: str
    truncated: bool = False
    speaker: str | None = None
    occurred_at: Time
    session_id: str | None = None
    status: EpisodeStatus = "extracted"
    error: str | None = None
    score: float | None = None


class EntityView(Record):
    """Somebody or something with a name."""

    id: str
    name: str
    type: str
    aliases: tuple[str, ...] = ()
    summary: str | None = None
    properties: dict[str, Any] = Field(default_factory=dict)
    fact_count: int = 0


class FactsAnswer(Record):
    """Facts, newest recorded first."""

    facts: tuple[FactView, ...]
    next_cursor: str | None = None


class RecallAnswer(Record):
    """What is known, best first. `no_longer_true`: how many facts were left out because they have ended."""

    facts: tuple[FactView, ...]
    episodes: tuple[EpisodeView, ...]
    no_longer_true: int = 0
    as_of: AsOf


class EntityAnswer(Record):
    """An entity and what is known of it."""

    entity: EntityView
    facts: tuple[FactView, ...]
    next_cursor: str | None = None


class EntitiesAnswer(Record):
    """Entities."""

    entities: tuple[EntityView, ...]
    next_cursor: str | None = None


class PathStep(Record):
    """A fact met on the way, how far off it is, and who stands at its far end."""

    fact: FactView
    entity: str | None = None
    hops: int


class NeighboursAnswer(Record):
    """What stands around an entity, nearest first."""

    neighbours: tuple[PathStep, ...]


class VersionView(FactView):
    """A fact as it was believed from `recorded_at` to `expired_at`."""

    recorded_at: Time
    expired_at: Time | None = None
    episode_ids: tuple[str, ...] = ()


class HistoryAnswer(Record):
    """The life of a fact: its versions, oldest first, and what sources said of it."""

    versions: tuple[VersionView, ...]
    statements: tuple[dict[str, Any], ...]


class FactOutcome(Record):
    """What became of one fact. `reason` says why, where it needs saying."""

    id: str | None = None
    text: str
    subject: str
    relation: str
    object: str
    valid_from: Time | None = None
    valid_until: Time | None = None
    reason: str | None = None


class WrittenEntity(Record):
    """Whom a name was taken for."""

    id: str
    name: str
    type: str
    is_new: bool


class WriteAnswer(Record):
    """What a write did. `success` false: it is kept, but reading it failed; `status` stored or pending: it is read later."""

    episode_id: str | None = None
    status: EpisodeStatus | None = None
    success: bool
    error: str | None = None
    added: tuple[FactOutcome, ...] = ()
    updated: tuple[FactOutcome, ...] = ()
    unchanged: tuple[FactOutcome, ...] = ()
    ended: tuple[FactOutcome, ...] = ()
    withdrawn: tuple[FactOutcome, ...] = ()
    skipped: tuple[FactOutcome, ...] = ()
    entities: tuple[WrittenEntity, ...] = ()
    warnings: tuple[str, ...] = ()


class RelationView(Record):
    """A relation: how often it is used, and whether a new value ends the one before."""

    name: str
    usage_count: int = 0
    cardinality: str | None = None
    description: str | None = None


class TypeView(Record):
    """A type of entity."""

    name: str
    usage_count: int = 0
    description: str | None = None


class OntologyAnswer(Record):
    """The words this brain uses."""

    entity_types: tuple[TypeView, ...]
    relations: tuple[RelationView, ...]


# --------------------------------------------------------------------------- from the library's records


def fact_view(fact: Fact, score: float | None = None) -> FactView:
    """A fact in short."""
    return FactView(**_parts(fact, FactView), score=_rounded(score))


def episode_view(episode: Episode, score: float | None = None, longest: int | None = LONGEST_EPISODE) -> EpisodeView:
    """An episode in short; `longest` None = all of it."""
    kept = _parts(episode, EpisodeView)
    if longest is not None and len(episode.content) > longest:
        kept |= {"content": episode.content[:longest], "truncated": True}
    return EpisodeView(**kept, score=_rounded(score))


def entity_view(entity: Entity) -> EntityView:
    """An entity in short."""
    return EntityView(**_parts(entity, EntityView))


def recall_answer(found: RecallResult) -> RecallAnswer:
    """An answer without the workings of the search."""
    return RecallAnswer(
        facts=tuple(fact_view(i.fact, i.score) for i in found.facts if i.fact),
        episodes=tuple(_episode_of(i) for i in found.episodes if i.episode),
        no_longer_true=found.no_longer_true,
        as_of=found.as_of,
    )


def neighbours_answer(met: tuple[Neighbour, ...]) -> NeighboursAnswer:
    """A walk."""
    steps = (PathStep(fact=fact_view(n.fact), entity=n.entity.name if n.entity else None, hops=n.hops) for n in met)
    return NeighboursAnswer(neighbours=tuple(steps))


def history_answer(history: FactHistory) -> HistoryAnswer:
    """Both timelines of a fact."""
    versions = tuple(VersionView(**_parts(one, VersionView)) for one in history.versions)
    return HistoryAnswer(versions=versions, statements=history.statements)


def write_answer(result: WriteResult) -> WriteAnswer:
    """What a write did, without tokens and timings."""
    return WriteAnswer(
        episode_id=result.episode_id,
        status=result.status,
        success=result.success,
        error=result.error,
        added=_lines(result.facts_added),
        updated=_lines(result.facts_updated),
        unchanged=_lines(result.facts_unchanged),
        ended=_lines(result.facts_closed),
        withdrawn=_lines(result.facts_deleted),
        skipped=_lines(result.facts_skipped),
        entities=tuple(WrittenEntity(**_parts(one, WrittenEntity)) for one in result.entities_resolved),
        warnings=result.warnings,
    )


def ontology_answer(known: dict[str, Any]) -> OntologyAnswer:
    """The types in use, the most used first."""
    return OntologyAnswer(
        entity_types=tuple(TypeView(**_named(one, TypeView)) for one in _by_use(known["entity_types"])),
        relations=tuple(RelationView(**_named(one, RelationView)) for one in _by_use(known["relations"])),
    )


def _episode_of(item: RecallItem) -> EpisodeView:
    assert item.episode is not None
    seen = episode_view(item.episode, item.score)
    if item.passage is None or item.passage == item.episode.content:
        return seen
    return seen.model_copy(update={"content": item.passage[:LONGEST_EPISODE], "truncated": True})


def _lines(facts: tuple[WrittenFact, ...]) -> tuple[FactOutcome, ...]:
    return tuple(FactOutcome(**_parts(fact, FactOutcome)) for fact in facts)


def _parts(record: Record, view: type[Record]) -> dict[str, Any]:
    """The fields that both have."""
    return {name: getattr(record, name) for name in view.model_fields if name in type(record).model_fields}


def _named(row: dict[str, Any], view: type[Record]) -> dict[str, Any]:
    return {name: row[name] for name in view.model_fields if row.get(name) is not None}


def _by_use(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(rows, key=lambda row: (-(row.get("usage_count") or 0), row["name"]))


def _rounded(score: float | None) -> float | None:
    return None if score is None else round(score, 4)
