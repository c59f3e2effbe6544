"""Question in: seeds and walk in one statement, ranking here, then the results in full and a context."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from time import perf_counter

from graphmem import metrics
from graphmem.errors import InvalidInput
from graphmem.graph.fact_rows import entity_then, episode_of, fact_of
from graphmem.graph.moments import from_micros
from graphmem.graph.relation_names import names_of_relations
from graphmem.graph.settle import Row
from graphmem.graph.store import Store
from graphmem.models.ports import Embedder, Vector
from graphmem.models.rerank import Reranker
from graphmem.recall.context import Source, context_of, passage_of
from graphmem.recall.diverse import diverse
from graphmem.recall.query import RecallQuery
from graphmem.recall.rank import (
    EpisodeCandidate,
    FactCandidate,
    Scored,
    matches,
    nearest_facts,
    overlaps,
    rank_episodes,
    rank_facts,
    worded,
)
from graphmem.recall.recipes import RERANKED
from graphmem.recall.rerank import blended
from graphmem.recall.seeds import Question, ms, parameters, read_question, wanted_episodes
from graphmem.recall.versions import newest_first
from graphmem.recall.walk import way_to
from graphmem.records import AsOf, Entity, Episode, Fact, RecallItem, RecallResult

MOST_ENTITIES = 10
MOST_SOURCES = 20
"""Episodes that one fact is traced back to, the newest."""
_TIMES = ("tValid", "tInvalid", "recordedAt", "expiredAt", "lastConfirmedAt", "occurredAt", "firstSeenAt", "lastSeenAt")


@dataclass(frozen=True, slots=True)
class Found:
    """What the graph gave: candidates, the ids of whom the question names, and when the brain last recorded anything."""

    facts: Mapping[str, FactCandidate]
    episodes: tuple[EpisodeCandidate, ...]
    named: tuple[str, ...]
    linked: Mapping[str, float]
    last: datetime | None


@dataclass(frozen=True, slots=True)
class Ranked:
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
    sources: Mapping[str, Source]

    def text(self, id_: str) -> str:
        """What a result says."""
        if id_ in self.facts:
            return self.facts[id_].text
        said = self.passages.get(id_)
        return said if said is not None else passage_of(self.episodes[id_].content, self.episodes[id_].speaker, "")


async def recall(
    store: Store, embedder: Embedder, brain: str, query: RecallQuery, reranker: Reranker | None = None
) -> RecallResult:
    """What a brain knows about a question (design §5).

    Raises:
        DatabaseUnavailable: Neo4j is out of reach. ModelError: the question could not be embedded, or not be ranked again.
        InvalidInput: it shall be ranked again, and there is no reranker.
    """
    if query.rerank and reranker is None:
        raise InvalidInput("There is no reranker; GRAPHMEM_RERANKER names one.", field="rerank")
    started = perf_counter()
    now = datetime.now(UTC)
    vector = await _embedded(embedder, query)
    embedded = perf_counter()
    question = read_question(query.text, query.valid_at or now)
    relations = await names_of_relations(store, brain, query.relations)
    found = await _found(store, query, parameters(brain, query, question, vector, now) | {"relations": relations})
    searched = perf_counter()
    ranked = _ranked(found, query, question, query.valid_at or now)
    if query.diversity:
        ranked = await _diverse(store, brain, query, ranked)
    sorted_out = perf_counter()
    records = await _records(store, brain, query, found, ranked, now)
    ranked = await _looked_over(query, question, ranked, records, reranker)
    result = _result(query, found, ranked, records, now)
    if query.reinforce and result.facts:
        ids = [item.fact.id for item in result.facts if item.fact]
        await store.write("recall/reinforce", brain=brain, factIds=ids)
    done = perf_counter()
    timings = {
        "embed_ms": embedded - started, "graph_ms": searched - embedded, "rank_ms": sorted_out - searched,
        "records_ms": done - sorted_out, "total_ms": done - started,
    }  # fmt: skip
    told = {name: round(1000 * s, 2) for name, s in timings.items()}
    metrics.recalled(query.chosen.name, told)
    return result.model_copy(update={"timings": told})


async def _embedded(embedder: Embedder, query: RecallQuery) -> Vector | None:
    if not query.text or not query.chosen.semantic:
        return None
    return (await embedder.embed([query.text]))[0]


async def _found(store: Store, query: RecallQuery, given: Row) -> Found:
    statement = "recall/overview" if not query.text else "recall/recall_past" if query.known_at else "recall/recall"
    (row,) = await store.plain(statement, q=given)
    facts = map(FactCandidate.of, row["facts"])
    episodes = tuple(map(EpisodeCandidate._make, row["episodes"]))
    linked = dict(sorted(row["linked"], key=lambda link: (link[1], link[0])))
    named, last = tuple(dict.fromkeys(row["named"])), from_micros(row["last"])
    return Found({one.id: one for one in facts}, episodes, named, linked, last)


def _ranked(found: Found, query: RecallQuery, question: Question, at: datetime) -> Ranked:
    recipe, most = query.chosen, query.most
    facts: Sequence[Scored] = ()
    ended: Sequence[Scored] = ()
    if recipe.facts is not None:
        facts, ended = _top_facts(found, query, question, ms(at), most)
    episodes: Sequence[Scored] = ()
    if recipe.episodes is not None:
        by_fact = nearest_facts(found.facts.values())
        episodes = rank_episodes(found.episodes, by_fact, question, recipe.episodes, most)
    return Ranked(tuple(facts), tuple(episodes), tuple(ended))


def _top_facts(
    found: Found, query: RecallQuery, question: Question, at: int, most: int
) -> tuple[Sequence[Scored], Sequence[Scored]]:
    """The best facts; beside them what has ended, which is left out unless it was asked for or held at a date that was named."""
    assert query.chosen.facts is not None
    candidates: Sequence[FactCandidate] = tuple(found.facts.values())
    if query.known_at and query.chosen.facts.text:
        candidates = worded(candidates, question)
    ranked = rank_facts(candidates, question, query.chosen.facts, at, found.linked)
    nearest = max((one.vector for one in found.facts.values() if one.vector is not None), default=1.0)
    admitted: list[Scored] = []
    ended: list[Scored] = []
    for one in ranked:
        if len(admitted) >= max(most, query.k):
            break
        candidate = found.facts[one.id]
        gone = candidate.state(at) == "ended" and not query.include_closed and not overlaps(candidate, question.named)
        if len(admitted) < most and not gone:
            admitted.append(one)
        elif gone and len(admitted) < query.k and (matches(candidate, nearest) or not query.text):
            ended.append(one)
    return admitted, ended


async def _diverse(store: Store, brain: str, query: RecallQuery, ranked: Ranked) -> Ranked:
    """Of each kind as many as are read in full, unlike each other."""
    ids = {"factIds": [one.id for one in ranked.facts], "episodeIds": [one.id for one in ranked.episodes]}
    rows = await store.read("recall/vectors", q={"brain": brain, **ids})
    facts, episodes = (dict(rows[0][kind]) for kind in ("facts", "episodes"))
    return replace(
        ranked,
        facts=tuple(diverse(ranked.facts, facts, query.diversity, query.pool)),
        episodes=tuple(diverse(ranked.episodes, episodes, query.diversity, query.pool)),
    )


async def _looked_over(
    query: RecallQuery, question: Question, ranked: Ranked, records: Records, reranker: Reranker | None
) -> Ranked:
    """In their last order, now that their words are known, and no more than were asked for."""
    facts: Sequence[Scored] = [one for one in ranked.facts if one.id in records.facts]
    episodes: Sequence[Scored] = [one for one in ranked.episodes if one.id in records.episodes]
    if query.rerank and reranker is not None and query.text:
        facts, episodes = [await _read_again(query, some, records, reranker) for some in (facts, episodes)]
    if query.text and query.chosen.newest_first:
        facts = newest_first(facts, records.facts, question)
    return Ranked(tuple(facts[: query.k]), tuple(episodes[: query.k]), ranked.ended)


async def _read_again(
    query: RecallQuery, ranked: Sequence[Scored], records: Records, reranker: Reranker
) -> Sequence[Scored]:
    texts = [records.text(one.id) for one in ranked[:RERANKED]]
    return blended(ranked, await reranker.score(query.text, texts)) if texts else ranked


async def _records(
    store: Store, brain: str, query: RecallQuery, found: Found, ranked: Ranked, now: datetime
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
        {id_: Source(speaker, at) for id_, speaker, micros in row["sources"] if (at := from_micros(micros))},
    )


def _traced(facts: Iterable[FactCandidate], most: int) -> list[str]:
    """The newest episodes of each fact."""
    return _unique(*(one.episode_ids[-most:] for one in facts))


def _entity(row: Row, query: RecallQuery) -> Entity:
    return entity_then(_timed(row), query.known_at)


def _timed(row: Row) -> Row:
    """A row of recall/records with its times as times."""
    return row | {name: from_micros(row[name]) for name in _TIMES if name in row}


def _entity_ids(found: Found, facts: Iterable[FactCandidate]) -> list[str]:
    """Whom the answer speaks of: first whom the question names, then the ends of the best facts."""
    return _unique(found.named, (id_ for one in facts for id_ in (one.subject_id, one.object_id)))[: 2 * MOST_ENTITIES]


def _unique(*lists: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(id_ for one in lists for id_ in one))


def _result(query: RecallQuery, found: Found, ranked: Ranked, records: Records, now: datetime) -> RecallResult:
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


def _fact_item(one: Scored, found: Found, records: Records, rank: int) -> RecallItem:
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
