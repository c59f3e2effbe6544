"""The explanation of a recall: what each signal adds, and what was found and left out, with the reason.

It costs one more search, without the filters, and one more read of records. Only a recall with `explain` pays for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from graphmem.graph.settings_store import settings_of
from graphmem.graph.store import Store
from graphmem.recall.context import tokens
from graphmem.recall.contributions import Contributions, episode_contributions, fact_contributions
from graphmem.recall.query import RecallQuery
from graphmem.recall.query_analysis import ms
from graphmem.recall.ranking import FactCandidate, Scored, is_gone, nearest_facts, rank_episodes, rank_facts
from graphmem.recall.results import RankedHits, RecallHits, RecallOutcome, episode_item, fact_item, load_records
from graphmem.recall.search import Search
from graphmem.recall.understanding import Understood
from graphmem_contract.reads import Episode
from graphmem_contract.recall import LeftOut, LeftOutReason, RecallExplanation, RecallResult

MOST_LEFT_OUT = 10
"""Candidates of each kind and reason that an explanation lists."""


SearchAgain = Callable[[RecallQuery], Awaitable[Search]]


@dataclass(frozen=True, slots=True)
class RecallSteps:
    """A recall with the steps to its answer. `pooled`: what was ranked, before diversity chose from it."""

    search: Search
    understood: Understood
    pooled: RankedHits
    answer: RecallOutcome

    @property
    def is_below_floor(self) -> bool:
        """Whether nothing is returned, because nothing fits well enough."""
        return self.answer.relevance is not None and self.answer.relevance < self.answer.floor


@dataclass(frozen=True, slots=True)
class _Ranking:
    """All candidates of a search in their order, and the parts of their scores."""

    facts: Sequence[Scored]
    episodes: Sequence[Scored]
    parts: Contributions


@dataclass(frozen=True, slots=True)
class _Missed:
    """A candidate that the answer lacks, with its rank among all candidates."""

    scored: Scored
    rank: int
    reason: LeftOutReason
    filters: tuple[str, ...] = ()


async def explain(
    store: Store, brain: str, recalled: RecallSteps, result: RecallResult, again: SearchAgain
) -> RecallExplanation:
    """Return the explanation of a result.

    Args:
        again: searches for another query with the same question.

    Raises:
        DatabaseUnavailable: Neo4j is out of reach.
    """
    query, free = recalled.search.query, await again(_without_filters(recalled.search.query))
    own, unfiltered = _ranking(recalled.search, recalled), _ranking(free, recalled)
    least = await _least_confidence(store, brain, query)
    # Only the best of each reason are read and returned; the counts are of all.
    facts = [*_missed_facts(own, recalled), *_filtered_facts(unfiltered, free.found, recalled, least)]
    episodes = [*_missed_episodes(own, recalled, result), *_filtered_episodes(unfiltered, recalled)]
    best = _best(facts), _best(episodes)
    shown = {one.id for item in (*result.facts, *result.episodes) if (one := item.fact or item.episode)}
    shown |= {one.scored.id for kind in best for one in kind}
    parts = {**unfiltered.parts, **own.parts}
    moved = {
        one.id: one.moved for kind in (recalled.answer.final.facts, recalled.answer.final.episodes) for one in kind
    }
    return RecallExplanation(
        candidates={"facts": len(own.facts), "episodes": len(own.episodes)},
        floor=None if recalled.answer.relevance is None else recalled.answer.floor,
        named=recalled.search.found.named,
        said=recalled.understood.question.said,
        contributions={id_: _rounded({**parts[id_], **moved.get(id_, {})}) for id_ in parts if id_ in shown},
        left_out=await _left_out(store, brain, (recalled.search, free), *best),
        left_out_counts=dict(Counter(one.reason for one in (*facts, *episodes))),
        context_tokens=tokens(result.context),
    )


def _without_filters(query: RecallQuery) -> RecallQuery:
    nothing = {"entities": (), "relations": (), "categories": (), "session_id": None, "speaker": None, "role": None}
    reads = {"token_budget": 0, "include_provenance": False, "tell_ended": False, "explain": False}
    return query.model_copy(
        update={**nothing, **reads, "tags": (), "metadata": {}, "min_confidence": 0.0, "deep": True}
    )


def _ranking(search: Search, recalled: RecallSteps) -> _Ranking:
    """Return the ranking of all candidates of a search, of the kinds that the recipe has."""
    recipe, question, at = search.query.chosen, recalled.understood.question, ms(recalled.understood.at)
    facts: Sequence[Scored] = ()
    episodes: Sequence[Scored] = ()
    parts: Contributions = {}
    if recipe.facts is not None:
        candidates = search.found.fact_candidates(search.query, question)
        given = (candidates, question, recipe.facts, at, search.found.linked, search.asked)
        facts = rank_facts(*given)
        parts |= fact_contributions(*given)
    if recipe.episodes is not None:
        nearest = nearest_facts(search.found.facts.values())
        episodes = rank_episodes(search.found.episodes, nearest, question, recipe.episodes)
        parts |= episode_contributions(search.found.episodes, nearest, question, recipe.episodes)
    return _Ranking(facts, episodes, parts)


def _missed_facts(own: _Ranking, recalled: RecallSteps) -> Iterator[_Missed]:
    """Yield the facts that the filters admit and the answer lacks."""
    search, returned = recalled.search, {one.id for one in recalled.answer.returned.facts}
    for rank, scored in enumerate(own.facts, 1):
        if scored.id not in returned:
            fact = search.found.facts[scored.id]
            gone = (
                is_gone(fact, recalled.understood.question, ms(recalled.understood.at))
                and not search.query.include_closed
            )
            reason = _reason(scored, recalled.answer.final.facts, recalled.pooled.facts, recalled)
            yield _Missed(scored, rank, "ended" if gone else reason)


def _missed_episodes(own: _Ranking, recalled: RecallSteps, result: RecallResult) -> Iterator[_Missed]:
    """Yield the episodes that the filters admit and the answer lacks, also as a source."""
    returned = {item.episode.id for item in result.episodes if item.episode}
    for rank, scored in enumerate(own.episodes, 1):
        if scored.id not in returned:
            reason = _reason(scored, recalled.answer.final.episodes, recalled.pooled.episodes, recalled)
            yield _Missed(scored, rank, reason)


def _reason(scored: Scored, final: Sequence[Scored], pooled: Sequence[Scored], recalled: RecallSteps) -> LeftOutReason:
    """Return why a candidate that no filter excludes is not in the answer."""
    if any(one.id == scored.id for one in final):
        return "relevance" if recalled.is_below_floor else "cut"
    query = recalled.search.query
    if query.diversity and any(one.id == scored.id for one in pooled[: query.pool]):
        return "diversity"
    if query.chosen.rerank and any(one.id == scored.id for one in pooled[: query.pool]):
        return "reranker"
    return "rank"


def _filtered_facts(unfiltered: _Ranking, hits: RecallHits, recalled: RecallSteps, least: float) -> Iterator[_Missed]:
    """Yield the facts that only the search without filters found, with the filters that exclude them."""
    for rank, scored in enumerate(unfiltered.facts, 1):
        if scored.id not in recalled.search.found.facts:
            filters = _filters_of(hits.facts[scored.id], recalled, least)
            if filters:
                yield _Missed(scored, rank, "filter", filters)


def _filters_of(fact: FactCandidate, recalled: RecallSteps, least: float) -> tuple[str, ...]:
    """Return the filters that exclude a fact: those that its row shows, else all others that are set."""
    query = recalled.search.query
    shown = {
        "min_confidence": fact.confidence < least,
        "relations": bool(query.relations) and fact.relation not in recalled.understood.relations,
        "deep": fact.is_cold and not query.deep,
        "categories": bool(query.categories) and fact.category not in query.categories,
    }
    found = tuple(name for name, excludes in shown.items() if excludes)
    return found or (*(("entities",) if query.entities else ()), *_episode_filters(query))


def _episode_filters(query: RecallQuery) -> tuple[str, ...]:
    names = ("session_id", "speaker", "role", "tags", "metadata")
    return tuple(name for name in names if getattr(query, name))


def _filtered_episodes(unfiltered: _Ranking, recalled: RecallSteps) -> Iterator[_Missed]:
    """Yield the episodes that only the search without filters found."""
    query, known = recalled.search.query, {one.id for one in recalled.search.found.episodes}
    filters = (*(("entities",) if query.entities else ()), *_episode_filters(query))
    for rank, scored in enumerate(unfiltered.episodes if filters else (), 1):
        if scored.id not in known:
            yield _Missed(scored, rank, "filter", filters)


def _best(missed: Iterable[_Missed]) -> list[_Missed]:
    """Return the best of each reason."""
    seen: Counter[str] = Counter()
    best = []
    for one in missed:
        seen[one.reason] += 1
        if seen[one.reason] <= MOST_LEFT_OUT:
            best.append(one)
    return best


async def _left_out(
    store: Store,
    brain: str,
    searches: tuple[Search, Search],
    facts: Sequence[_Missed],
    episodes: Sequence[_Missed],
) -> tuple[LeftOut, ...]:
    """Return the candidates with their records. A candidate that was removed since the search is left out."""
    search, free = searches
    hits = _joined(search.found, free.found)
    ranked = RankedHits(tuple(one.scored for one in facts), tuple(one.scored for one in episodes))
    records = await load_records(store, brain, free.query, hits, ranked, datetime.now(UTC))
    told = [
        LeftOut(item=fact_item(one.scored, hits, records, one.rank), reason=one.reason, filters=one.filters)
        for one in facts
        if one.scored.id in records.facts
    ]
    told += [
        LeftOut(
            item=episode_item(one.scored, records, one.rank),
            reason=one.reason,
            filters=_exact(one.filters, records.episodes[one.scored.id], search.query),
        )
        for one in episodes
        if one.scored.id in records.episodes
    ]
    return tuple(told)


def _exact(filters: tuple[str, ...], episode: Episode, query: RecallQuery) -> tuple[str, ...]:
    """Return those filters that the record of an episode fails; all of them if it shows none."""
    fails = {
        "session_id": episode.session_id != query.session_id,
        "speaker": (episode.speaker or "").lower() != (query.speaker or "").strip().lower(),
        "role": episode.role != query.role,
        "tags": not set(query.tags) <= set(episode.tags),
        "metadata": any(episode.metadata.get(name) != value for name, value in query.metadata.items()),
    }
    return tuple(name for name in filters if fails.get(name, False)) or filters


def _joined(one: RecallHits, other: RecallHits) -> RecallHits:
    """Return the hits of both searches; where both have a candidate, that of the first."""
    known = {episode.id for episode in one.episodes}
    more = tuple(episode for episode in other.episodes if episode.id not in known)
    return replace(one, facts={**other.facts, **one.facts}, episodes=(*one.episodes, *more))


async def _least_confidence(store: Store, brain: str, query: RecallQuery) -> float:
    if query.min_confidence is not None:
        return query.min_confidence
    own = (await settings_of(store, brain))[0].min_confidence
    return query.least_confidence if own is None else own


def _rounded(parts: Mapping[str, float]) -> dict[str, float]:
    return {name: round(value, 4) for name, value in parts.items()}
