"""The order of the results of a recall: by signals, by diversity, by a reranker, by recency."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from graphmem.graph.store import Store
from graphmem.models.reranker import Reranker, shares
from graphmem.recall.mmr import diverse
from graphmem.recall.overview.topics import dealt
from graphmem.recall.query import RecallQuery
from graphmem.recall.query_analysis import ms
from graphmem.recall.ranking import FactCandidate, Scored, is_gone, matches, nearest_facts, rank_episodes, rank_facts
from graphmem.recall.recipes import RERANKED
from graphmem.recall.rerank_blend import blended, fit_of_episode, fit_of_fact, judged
from graphmem.recall.restated import newest_first
from graphmem.recall.results import RankedHits, RecallHits, Records
from graphmem.recall.search import Search
from graphmem.recall.timeline.history import changed_first, in_order
from graphmem.recall.understanding import Understood

MOST_FALLEN = 3
"""Facts at most that are told as over because what they rested on has ended, or because the question presumes them."""


def rank(search: Search, understood: Understood) -> RankedHits:
    """Return the best candidates of a search by their signals."""
    recipe, found, at = search.query.chosen, search.found, ms(understood.at)
    facts: Sequence[Scored] = ()
    ended: Sequence[Scored] = ()
    if recipe.facts is not None:
        facts, ended = _top_facts(search, understood)
    episodes: Sequence[Scored] = ()
    if recipe.episodes is not None:
        by_fact = nearest_facts(found.facts.values())
        episodes = rank_episodes(found.episodes, by_fact, understood.question, recipe.episodes, search.query.most)
    fallen = [fact for fact in ended if found.facts[fact.id].closed_reason == "cascade"]
    presumed = _presumed(ended, found, at)
    return RankedHits(tuple(facts), tuple(episodes), tuple(ended), tuple(fallen[:MOST_FALLEN]), presumed)


def _presumed(ended: Sequence[Scored], found: RecallHits, at: int) -> tuple[Scored, ...]:
    """Return the ended facts of which the question names both ends, where nothing of the kind holds between them."""
    named, facts = set(found.named), found.facts
    holding = {_triple(fact) for fact in facts.values() if fact.state(at) != "ended"}
    return tuple(
        one
        for one in ended
        if {facts[one.id].subject_id, facts[one.id].object_id} <= named and _triple(facts[one.id]) not in holding
    )[:MOST_FALLEN]


def _triple(fact: FactCandidate) -> tuple[str, str | None, str]:
    return fact.subject_id, fact.relation, fact.object_id


def _top_facts(search: Search, understood: Understood) -> tuple[Sequence[Scored], Sequence[Scored]]:
    """Return the best facts, and the matching facts that are left out because they had ended.

    An ended fact is kept where `include_closed` is set, where its period overlaps a date that the question names, or where the
    question asks for history.
    """
    query, found, question, at = search.query, search.found, understood.question, ms(understood.at)
    assert query.chosen.facts is not None
    candidates = found.fact_candidates(query, question)
    ranked = rank_facts(candidates, question, query.chosen.facts, at, found.linked, search.asked)
    if query.chosen.topics:
        ranked = dealt(ranked, found.topics)
    elif question.asks_history:
        ranked = changed_first(ranked, found.facts)
    nearest = max((fact.vector for fact in found.facts.values() if fact.vector is not None), default=1.0)
    admitted: list[Scored] = []
    ended: list[Scored] = []
    for fact in ranked:
        if len(admitted) >= max(query.most, query.k):
            break
        candidate = found.facts[fact.id]
        gone = not query.include_closed and is_gone(candidate, question, at)
        if len(admitted) < query.most and not gone:
            admitted.append(fact)
        elif gone and len(admitted) < query.k and (matches(candidate, nearest) or not query.text):
            ended.append(fact)
    return admitted, ended


async def diversified(store: Store, brain: str, query: RecallQuery, ranked: RankedHits) -> RankedHits:
    """Return diverse facts and episodes where the query asks for them: of each kind `query.pool`, by maximal marginal relevance.

    Raises:
        DatabaseUnavailable: Neo4j is out of reach.
    """
    if not query.diversity:
        return ranked
    ids = {"factIds": [one.id for one in ranked.facts], "episodeIds": [one.id for one in ranked.episodes]}
    rows = await store.read("recall/vectors", q={"brain": brain, **ids})
    facts, episodes = (dict(rows[0][kind]) for kind in ("facts", "episodes"))
    return replace(
        ranked,
        facts=tuple(diverse(ranked.facts, facts, query.diversity, query.pool)),
        episodes=tuple(diverse(ranked.episodes, episodes, query.diversity, query.pool)),
    )


async def final_order(
    search: Search, understood: Understood, ranked: RankedHits, records: Records, reranker: Reranker | None
) -> RankedHits:
    """Return the final order, by reranker and recency, at most `k` of each kind. Both need the texts of the records.

    Raises:
        ModelError: the reranker failed.
    """
    query, found, question = search.query, search.found, understood.question
    facts: Sequence[Scored] = [fact for fact in ranked.facts if fact.id in records.facts]
    episodes: Sequence[Scored] = [episode for episode in ranked.episodes if episode.id in records.episodes]
    if query.is_reranked and reranker is not None and query.text:
        fits = _fits(search, understood) if query.chosen.rerank else {}
        facts, episodes = [await _rerank(query, some, records, reranker, fits) for some in (facts, episodes)]
    if question.asks_history:
        facts = in_order(facts, found.facts)
    elif question.asks_ahead:
        at = ms(understood.at)
        facts = sorted(facts, key=lambda one: found.facts[one.id].state(at) != "upcoming")
    elif query.text and query.chosen.newest_first:
        facts = newest_first(facts, records.facts, question)
    return replace(ranked, facts=tuple(facts[: query.k]), episodes=tuple(episodes[: query.k]))


async def _rerank(
    query: RecallQuery, ranked: Sequence[Scored], records: Records, reranker: Reranker, fits: Mapping[str, float]
) -> Sequence[Scored]:
    """Return the results as the recipe's rule orders them; without a rule, the best twenty in the blended order."""
    rule = query.chosen.rerank
    texts = [records.text(one.id) for one in (ranked if rule else ranked[:RERANKED])]
    if not texts:
        return ranked
    scores = await reranker.score(query.text, texts)
    if rule is None:
        return blended(ranked, scores)
    return judged(ranked, [fits[one.id] for one in ranked], shares(reranker, scores), rule)


def _fits(search: Search, understood: Understood) -> Mapping[str, float]:
    """Return by id how well each candidate fits, by the rule of the recipe."""
    found, rule, at = search.found, search.query.chosen.rerank, ms(understood.at)
    assert rule is not None
    facts = {fact.id: fit_of_fact(fact, at, rule) for fact in found.facts.values()}
    return facts | {episode.id: fit_of_episode(episode, at, rule) for episode in found.episodes}
