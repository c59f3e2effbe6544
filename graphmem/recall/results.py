"""Ranked facts and episodes as a `RecallResult`: records, sources, trace."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from graphmem.contract.records import AsOf, Entity, Episode, Fact, RecallItem, RecallResult
from graphmem.graph.row_mapping import entity_then, episode_of, fact_of
from graphmem.graph.store import Store
from graphmem.graph.time_parameters import from_micros
from graphmem.graph.transaction import Row
from graphmem.recall.context import SpokenSource, context_of, passage_of
from graphmem.recall.paths import way_to
from graphmem.recall.query import RecallQuery
from graphmem.recall.query_analysis import wanted_episodes
from graphmem.recall.ranking import EpisodeCandidate, FactCandidate, Scored

MOST_ENTITIES = 10
MOST_SOURCES = 20
"""Episodes that one fact is traced back to, the newest."""
_TIMES = ("tValid", "tInvalid", "recordedAt", "expiredAt", "lastConfirmedAt", "occurredAt", "firstSeenAt", "lastSeenAt")


@dataclass(frozen=True, slots=True)
class RecallHits:
    """What the graph gave: candidates, the ids of whom the question names, and when the brain last recorded anything."""

    facts: Mapping[str, FactCandidate]
    episodes: tuple[EpisodeCandidate, ...]
    named: tuple[str, ...]
    linked: Mapping[str, float]
    last: datetime | None


@dataclass(frozen=True, slots=True)
class RankedHits:
    """What is answered, best first, and which matching facts were left out because they had ended."""

    facts: tuple[Scored, ...]
    episodes: tuple[Scored, ...]
    ended: tuple[Scored, ...] = ()


@dataclass(frozen=True, slots=True)
class Records:
    """The results in full, by id."""

    facts: Mapping[str, Fact]
    episodes: Mapping[str, Episode]
    entities: tuple[Entity, ...]
    passages: Mapping[str, str]
    sources: Mapping[str, SpokenSource]

    def text(self, id_: str) -> str:
        """What a result says."""
        if id_ in self.facts:
            return self.facts[id_].text
        said = self.passages.get(id_)
        return said if said is not None else passage_of(self.episodes[id_].content, self.episodes[id_].speaker, "")


async def _records(
    store: Store, brain: str, query: RecallQuery, found: RecallHits, ranked: RankedHits, now: datetime
) -> Records:
    told = (*ranked.facts, *(ranked.ended[: query.k] if query.tell_ended else ()))
    facts = [found.facts[one.id] for one in told]
    wanted = _unique((one.id for one in facts), (one.via for one in facts if one.via))
    chunks = {one.id: one.chunk for one in found.episodes if one.chunk}
    newest = MOST_SOURCES if query.filters_episodes else 1
    asked_for = {
        "brain": brain,
        "factIds": wanted,
        "episodeIds": [one.id for one in ranked.episodes],
        "tracedIds": _traced(facts, MOST_SOURCES) if query.include_provenance else [],
        "chunkIds": [chunks[one.id] for one in ranked.episodes if one.id in chunks],
        "entityIds": _entity_ids(found, facts),
        "sourceIds": _traced(facts, newest) if query.token_budget else [],
        "past": query.known_at is not None,
        **wanted_episodes(query),
    }
    (row,) = await store.read("recall/records", q=asked_for)
    return Records(
        {one["factId"]: fact_of(_timed(one), now, query.known_at) for one in row["facts"]},
        {one["id"]: episode_of(_timed(one)) for one in row["episodes"]},
        tuple(_entity(one, query) for one in row["entities"]),
        {one["episodeId"]: passage_of(one["content"], one["speaker"], query.text) for one in row["passages"]},
        {id_: SpokenSource(speaker, at) for id_, speaker, micros in row["sources"] if (at := from_micros(micros))},
    )


def _traced(facts: Iterable[FactCandidate], most: int) -> list[str]:
    """The newest episodes of each fact."""
    return _unique(*(one.episode_ids[-most:] for one in facts))


def _entity(row: Row, query: RecallQuery) -> Entity:
    return entity_then(_timed(row), query.known_at)


def _timed(row: Row) -> Row:
    """A row of recall/records with its times as times."""
    return row | {name: from_micros(row[name]) for name in _TIMES if name in row}


def _entity_ids(found: RecallHits, facts: Iterable[FactCandidate]) -> list[str]:
    """Whom the answer speaks of: first whom the question names, then the ends of the best facts."""
    return _unique(found.named, (id_ for one in facts for id_ in (one.subject_id, one.object_id)))[: 2 * MOST_ENTITIES]


def _unique(*lists: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(id_ for one in lists for id_ in one))


def _result(query: RecallQuery, found: RecallHits, ranked: RankedHits, records: Records, now: datetime) -> RecallResult:
    facts = [
        _fact_item(one, found, records, rank) for rank, one in enumerate(ranked.facts, 1) if one.id in records.facts
    ]
    episodes = [
        RecallItem(
            episode=records.episodes[one.id],
            passage=records.passages.get(one.id),
            score=round(one.score, 4),
            rank=rank,
            why=one.why,
        )
        for rank, one in enumerate(ranked.episodes, 1)
        if one.id in records.episodes
    ]
    if query.include_provenance:
        episodes += _sources(facts, episodes, records)
    ended = [
        _fact_item(one, found, records, rank)
        for rank, one in enumerate(ranked.ended[: query.k] if query.tell_ended else (), 1)
        if one.id in records.facts
    ]
    entities = records.entities[:MOST_ENTITIES]
    context = context_of(
        [i.fact for i in (*facts, *ended) if i.fact], [_shown(i) for i in episodes if i.episode], entities,
        query.token_budget, at=query.valid_at or now,
        chronological=query.chosen.chronological, style=query.context_style, sources=records.sources,
    )  # fmt: skip
    return RecallResult(
        facts=tuple(facts), episodes=tuple(episodes), entities=entities, context=context,
        no_longer_true=len(ranked.ended), ended=tuple(ended),
        as_of=AsOf(valid_at=query.valid_at or now, known_at=query.known_at or found.last),
    )  # fmt: skip


def _shown(item: RecallItem) -> Episode:
    """The episode as it stands in the context: what of it was found."""
    assert item.episode is not None
    return item.episode if item.passage is None else item.episode.model_copy(update={"content": item.passage})


def _fact_item(one: Scored, found: RecallHits, records: Records, rank: int) -> RecallItem:
    candidate = found.facts[one.id]
    return RecallItem(
        fact=records.facts[one.id], score=round(one.score, 4), rank=rank, why=one.why, hops=candidate.hops or 0,
        path=way_to(candidate, records.facts),
    )  # fmt: skip


def _sources(facts: Sequence[RecallItem], shown: Sequence[RecallItem], records: Records) -> list[RecallItem]:
    """Where the facts come from, behind the episodes that were found by themselves."""
    seen = {item.episode.id for item in shown if item.episode}
    wanted: dict[str, float] = {}
    for item in facts:
        for id_ in item.fact.episode_ids if item.fact else ():
            if id_ in records.episodes and id_ not in seen:
                wanted.setdefault(id_, item.score)
    return [
        RecallItem(episode=records.episodes[id_], score=score, rank=len(shown) + n, why={"provenance": 1.0})
        for n, (id_, score) in enumerate(wanted.items(), 1)
    ]
