"""Build a `RecallResult` from ranked facts and episodes: records, sources, context."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, tzinfo
from itertools import chain

from graphmem.brain_settings import read_settings
from graphmem.dates.parser import zone_of
from graphmem.directives.told import directive_lines
from graphmem.explore.passage import passage_of
from graphmem.graph.row_mapping import entity_then, episode_of, fact_of
from graphmem.graph.store import Store
from graphmem.graph.time_parameters import asked, from_micros
from graphmem.graph.transaction import Row
from graphmem.graph.vectors.bolt import bolt
from graphmem.recall.context import context_of
from graphmem.recall.context_lines import EndedFact, SpokenSource
from graphmem.recall.overview.topics import FoundTopic, recalled_clusters, topic_lines
from graphmem.recall.paths import way_of, way_to
from graphmem.recall.query import RecallQuery
from graphmem.recall.query_analysis import Question, wanted_episodes
from graphmem.recall.ranking import EpisodeCandidate, FactCandidate, Scored, worded
from graphmem.recall.relation_likeness import NOTHING_NAMED, Naming
from graphmem.recall.relevance import Fit, spaced
from graphmem.recall.timeline.waiting import waiting_facts, waiting_lines, waiting_marks
from graphmem_contract.directives import Directive
from graphmem_contract.reads import Episode
from graphmem_contract.recall import RecallItem, RecallResult
from graphmem_contract.records import AsOf, Entity, Fact, Vector

MOST_ENTITIES = 10
SHORTEST_VALUE = 5
"""Characters of an ended value, with a space on each side, by which an episode is known to tell it."""
MOST_SOURCES = 20
"""Maximum number of source episodes per fact, the newest."""
_TIMES = (
    "tValid", "tInvalid", "recordedAt", "expiredAt", "lastConfirmedAt", "occurredAt", "firstSeenAt", "lastSeenAt", "validFrom",
    "lastToldAt",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class RecallHits:
    """The hits of the search.

    `named`: ids of the entities that the question names. `naming`: by which of its words. `linked`: by fact id, the weight of the
    association. `last`: when the brain last recorded anything. `topics`: those of an overview. `waits`: something was
    said in the brain that waits for a change.
    """

    facts: Mapping[str, FactCandidate]
    episodes: tuple[EpisodeCandidate, ...]
    named: tuple[str, ...]
    linked: Mapping[str, float]
    last: datetime | None
    naming: Naming = NOTHING_NAMED
    topics: tuple[FoundTopic, ...] = ()
    waits: bool = False

    def with_paths(self, facts: Mapping[str, FactCandidate], paths: Iterable[Sequence[str]]) -> RecallHits:
        """Return the hits with the facts of paths, each with the way to it.

        Args:
            facts: by id, the facts of the paths. paths: their ids, from the first step on.
        """
        merged = dict(self.facts)
        for path in paths:
            seed = facts[path[0]].seed
            for hops, (via, id_) in enumerate(zip((None, *path), path, strict=False), 1):
                merged[id_] = merged.get(id_, facts[id_])._replace(hops=hops, seed=seed, via=via)
        return replace(self, facts=merged)

    def fact_candidates(self, query: RecallQuery, question: Question) -> Sequence[FactCandidate]:
        """Return the facts as candidates; past versions have a text score where the recipe weighs words."""
        candidates = tuple(self.facts.values())
        by_words = query.chosen.facts is not None and query.chosen.facts.text
        return worded(candidates, question) if query.known_at and by_words else candidates


@dataclass(frozen=True, slots=True)
class RankedHits:
    """The ranked facts and episodes, best first. `ended`: matching facts that are left out because they had ended.

    `fallen`: those of them that ended because what they rested on did. They are told where nothing has taken their place.
    `presumed`: those of which the question names both ends, as if they still held. They are told as over.
    `fits`: by id, how well each result fits the question.
    """

    facts: tuple[Scored, ...]
    episodes: tuple[Scored, ...]
    ended: tuple[Scored, ...] = ()
    fallen: tuple[Scored, ...] = ()
    presumed: tuple[Scored, ...] = ()
    fits: Mapping[str, Fit] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Records:
    """The full records of the results, by id. `outdated`: by episode id, what it states and what has ended.

    `standing`: the rows of the directives that hold. `grounds`: by the id of a fallen fact in whose place nothing holds, what it
    rested on. `waiting`: the rows of the facts that wait for a change.
    """

    facts: Mapping[str, Fact]
    episodes: Mapping[str, Episode]
    entities: tuple[Entity, ...]
    passages: Mapping[str, str]
    sources: Mapping[str, SpokenSource]
    outdated: Mapping[str, tuple[EndedFact, ...]] = field(default_factory=dict)
    standing: Sequence[Row] = ()
    grounds: Mapping[str, str] = field(default_factory=dict)
    waiting: Sequence[Row] = ()
    zone: tzinfo = UTC
    """The time zone of the brain, in which days are told."""

    def text(self, id_: str) -> str:
        """Return the text of a fact, or the passage of an episode."""
        if id_ in self.facts:
            return self.facts[id_].text
        passage = self.passages.get(id_)
        return (
            passage if passage is not None else passage_of(self.episodes[id_].content, self.episodes[id_].speaker, "")
        )


@dataclass(frozen=True, slots=True)
class RecallOutcome:
    """A result with what led to it.

    `final`: the final order, before the floor of relevance and the cut. `returned`: what is left. `relevance`: how well the best
    result fits; None without a question, or where its recipe embeds nothing. `floor`: the least relevance of an answer.
    """

    result: RecallResult
    final: RankedHits
    returned: RankedHits
    relevance: float | None
    floor: float


async def load_records(
    store: Store,
    brain: str,
    query: RecallQuery,
    found: RecallHits,
    ranked: RankedHits,
    now: datetime,
    vector: Vector | None = None,
) -> Records:
    """Return the full records of ranked hits, and the directives that hold, in one read.

    Where facts have fallen or anything waits, a second read returns what conditions tell.

    Args:
        vector: of the question, for the order of the directives.

    Raises:
        DatabaseUnavailable: Neo4j is out of reach.
    """
    returned = (*ranked.facts, *(ranked.ended[: query.k] if query.tell_ended else (*ranked.fallen, *ranked.presumed)))
    facts = [found.facts[fact.id] for fact in returned]
    wanted = _unique((fact.id for fact in facts), (step.id for fact in facts for step in way_of(fact, found.facts)))
    chunks = {episode.id: episode.chunk for episode in found.episodes if episode.chunk}
    newest = MOST_SOURCES if query.filters_episodes else 1
    parameters = {
        "brain": brain,
        "factIds": wanted,
        "episodeIds": [episode.id for episode in ranked.episodes],
        "tracedIds": _traced(facts, MOST_SOURCES) if query.include_provenance else [],
        "chunkIds": [chunks[episode.id] for episode in ranked.episodes if episode.id in chunks],
        "entityIds": _entity_ids(found, facts),
        "sourceIds": _traced(facts, newest) if query.token_budget else [],
        "past": query.known_at is not None,
        "at": asked(query.valid_at or now),
        "standing": query.directive_tokens > 0,
        "vector": bolt(vector),
        **wanted_episodes(query),
    }
    (row,) = await store.read("recall/records", q=parameters)
    grounds, waiting = await _conditional(store, found, ranked, row["facts"], parameters)
    return Records(
        {fact["factId"]: fact_of(_timed(fact), now, query.known_at) for fact in row["facts"]},
        {episode["id"]: episode_of(_timed(episode)) for episode in row["episodes"]},
        tuple(_entity(entity, query) for entity in row["entities"]),
        {part["episodeId"]: passage_of(part["content"], part["speaker"], query.text) for part in row["passages"]},
        {id_: SpokenSource(speaker, at) for id_, speaker, micros in row["sources"] if (at := from_micros(micros))},
        _outdated(row["outdated"], _retold(row["overtaken"], row["episodes"], row["passages"])),
        tuple(map(_timed, row["standing"])),
        grounds,
        waiting,
        zone_of(read_settings(row["settings"])[0].time_zone),
    )


async def _conditional(
    store: Store, found: RecallHits, ranked: RankedHits, facts: Sequence[Row], parameters: Row
) -> tuple[Mapping[str, str], Sequence[Row]]:
    """Return what fallen facts rested on, and what waits; no read where there is neither."""
    ids = {fact.id for fact in ranked.fallen}
    fallen = [
        {name: fact[name] for name in ("factId", "closedBy", "subjectId", "relation")}
        for fact in facts
        if fact["factId"] in ids
    ]
    if not fallen and not found.waits:
        return {}, ()
    kept = {name: parameters[name] for name in ("brain", "at", "known")}
    (row,) = await store.read("recall/conditional", q={**kept, "fallen": fallen})
    return dict(row["grounds"]), tuple(row["waiting"])


def _outdated(*rows: Iterable[tuple[str, str, int]]) -> dict[str, tuple[EndedFact, ...]]:
    found: dict[str, tuple[EndedFact, ...]] = {}
    for id_, text, micros in chain(*rows):
        end = from_micros(micros)
        if end and all(one.text != text for one in found.get(id_, ())):
            found[id_] = (*found.get(id_, ()), EndedFact(text, end))
    return found


def _retold(
    overtaken: Iterable[tuple[str, str, int]], episodes: Sequence[Row], passages: Sequence[Row]
) -> Iterable[tuple[str, str, int]]:
    """Yield the episodes that tell an ended value, whichever episode stated it first; not what was said after its end."""
    shown: dict[str, str] = {part["episodeId"]: part["content"] for part in passages}
    texts = [(row["id"], row["occurredAt"], spaced(shown.get(row["id"]) or row["content"])) for row in episodes]
    for value, text, end in overtaken:
        name = spaced(value)
        if len(name) >= SHORTEST_VALUE:
            yield from ((id_, text, end) for id_, said, told in texts if said <= end and name in told)


def _traced(facts: Iterable[FactCandidate], most: int) -> list[str]:
    """Return the ids of the newest episodes of each fact."""
    return _unique(*(fact.episode_ids[-most:] for fact in facts))


def _entity(row: Row, query: RecallQuery) -> Entity:
    return entity_then(_timed(row), query.known_at)


def _timed(row: Row) -> Row:
    """Return a row of recall/records with its microseconds converted to datetimes."""
    return row | {name: from_micros(row[name]) for name in _TIMES if name in row}


def _entity_ids(found: RecallHits, facts: Iterable[FactCandidate]) -> list[str]:
    """Return the ids of the entities of the result: those named in the question, then the ends of the best facts."""
    return _unique(found.named, (id_ for fact in facts for id_ in (fact.subject_id, fact.object_id)))[
        : 2 * MOST_ENTITIES
    ]


def _unique(*lists: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(id_ for ids in lists for id_ in ids))


def build_result(
    query: RecallQuery,
    found: RecallHits,
    ranked: RankedHits,
    records: Records,
    now: datetime,
    directives: Sequence[Directive] = (),
    *,
    is_fitting: bool = True,
) -> RecallResult:
    """Return the result of a recall, with its context and without timings.

    Args:
        is_fitting: whether anything fits the question well enough; otherwise no topic is told.
    """
    facts = [
        fact_item(fact, found, records, rank, ranked.fits.get(fact.id))
        for rank, fact in enumerate(ranked.facts, 1)
        if fact.id in records.facts
    ]
    episodes = [
        episode_item(episode, records, rank, ranked.fits.get(episode.id))
        for rank, episode in enumerate(ranked.episodes, 1)
        if episode.id in records.episodes
    ]
    if query.include_provenance:
        episodes += _sources(facts, episodes, records)
    ended = [
        fact_item(fact, found, records, rank)
        for rank, fact in enumerate(told_as_ended(query, ranked, records), 1)
        if fact.id in records.facts
    ]
    entities = records.entities[:MOST_ENTITIES]
    clusters = recalled_clusters(found.topics if is_fitting else (), {item.fact.id for item in facts if item.fact})
    told = [i.fact for i in (*facts, *ended) if i.fact]
    waiting = waiting_facts(records.waiting, [i.fact for i in (*facts[:1], *ended) if i.fact], query.text)
    context = context_of(
        told, [_as_found(i) for i in episodes if i.episode], entities,
        query.token_budget, at=query.valid_at or now, zone=records.zone,
        chronological=query.chosen.chronological, style=query.context_style,
        fits={id_: one.fit for id_, one in ranked.fits.items()}, sources=records.sources,
        outdated=records.outdated, grounds=records.grounds, standing=directive_lines(directives),
        topics=topic_lines(clusters), waiting=waiting_lines(waiting), not_yet=waiting_marks(records.waiting),
    )  # fmt: skip
    return RecallResult(
        facts=tuple(facts), episodes=tuple(episodes), entities=entities, waiting=waiting, directives=tuple(directives),
        clusters=clusters, context=context,
        no_longer_true=len(ranked.ended), ended=tuple(ended),
        as_of=AsOf(valid_at=query.valid_at or now, known_at=query.known_at or found.last),
    )  # fmt: skip


def told_as_ended(query: RecallQuery, ranked: RankedHits, records: Records) -> Sequence[Scored]:
    """Return the facts that are told as over: all that match on request, else those that the question presumes, and those that
    fell and were not replaced.
    """
    if query.tell_ended:
        return ranked.ended[: query.k]
    fallen = [fact for fact in ranked.fallen if fact.id in records.grounds]
    return list({fact.id: fact for fact in (*ranked.presumed, *fallen)}.values())


def _as_found(item: RecallItem) -> Episode:
    """Return the episode for the context: its content is the passage that was found."""
    assert item.episode is not None
    return item.episode if item.passage is None else item.episode.model_copy(update={"content": item.passage})


def episode_item(scored: Scored, records: Records, rank: int, fit: Fit | None = None) -> RecallItem:
    """Return a ranked episode with its record."""
    return RecallItem(
        episode=records.episodes[scored.id], passage=records.passages.get(scored.id), score=round(scored.score, 4), rank=rank,
        fit=_rounded(fit), why=scored.why,
    )  # fmt: skip


def fact_item(scored: Scored, found: RecallHits, records: Records, rank: int, fit: Fit | None = None) -> RecallItem:
    """Return a ranked fact with its record and the path of the walk to it."""
    candidate = found.facts[scored.id]
    return RecallItem(
        fact=records.facts[scored.id], score=round(scored.score, 4), rank=rank, fit=_rounded(fit), why=scored.why,
        hops=candidate.hops or 0,
        path=way_to(way_of(candidate, found.facts), records.facts),
    )  # fmt: skip


def _rounded(fit: Fit | None) -> float | None:
    return None if fit is None else round(fit.fit, 4)


def _sources(facts: Sequence[RecallItem], shown: Sequence[RecallItem], records: Records) -> list[RecallItem]:
    """Return the source episodes of the facts that are not among the shown episodes. Their ranks follow the shown ones."""
    shown_ids = {item.episode.id for item in shown if item.episode}
    sources: dict[str, float] = {}
    for item in facts:
        for id_ in item.fact.episode_ids if item.fact else ():
            if id_ in records.episodes and id_ not in shown_ids:
                sources.setdefault(id_, item.score)
    return [
        RecallItem(episode=records.episodes[id_], score=score, rank=len(shown) + n, why={"provenance": 1.0})
        for n, (id_, score) in enumerate(sources.items(), 1)
    ]
