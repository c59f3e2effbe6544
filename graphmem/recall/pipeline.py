"""The recall pipeline: one statement for seeds and walk, ranking in Python, one statement for the full records.

A question of several steps takes one statement more, for the paths that it may ask for. One that gives a name takes a
statement before the search, which tells whom it means.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from time import perf_counter
from typing import Any

from graphmem.directives.told import told_directives
from graphmem.graph.relation_names import names_of_relations
from graphmem.graph.store import Store
from graphmem.graph.time_parameters import from_micros
from graphmem.graph.transaction import Row
from graphmem.models.embedder_scale import scale_of
from graphmem.models.ports import Embedder
from graphmem.models.reranker import Reranker, shares
from graphmem.names.normalize import joined
from graphmem.observability import metrics
from graphmem.observability.logs import get_logger
from graphmem.recall.cut import cut_results
from graphmem.recall.explanation import RecallSteps, Search, explain
from graphmem.recall.mmr import diverse
from graphmem.recall.overview.topics import FoundTopic, dealt
from graphmem.recall.query import RecallQuery
from graphmem.recall.query_analysis import Question, asked_by, ms, naming, parameters, without_names
from graphmem.recall.question.asked_path import PathWords, path_fits
from graphmem.recall.question.asked_relation import longest_names, may_take_two_hops
from graphmem.recall.question.asker import asker_of
from graphmem.recall.question.names_in import names_in
from graphmem.recall.question.question_words import asks_for_news
from graphmem.recall.question.recent import standing_alone
from graphmem.recall.question.said_names import open_names
from graphmem.recall.ranking import (
    EpisodeCandidate,
    FactCandidate,
    Scored,
    is_gone,
    matches,
    nearest_facts,
    rank_episodes,
    rank_facts,
)
from graphmem.recall.recency import newest_first
from graphmem.recall.recipes import RERANKED
from graphmem.recall.relation_likeness import BrainRelation, Naming, relation_likeness
from graphmem.recall.relevance import Fit, fits_of, relevance_of
from graphmem.recall.rerank_blend import blended, fit_of_episode, fit_of_fact, judged
from graphmem.recall.results import RankedHits, RecallHits, Records, build_result, load_records
from graphmem.recall.timeline.history import changed_first, in_order
from graphmem_contract.directives import Directive
from graphmem_contract.errors import DiskFull, InvalidInput, ModelError, reason_of
from graphmem_contract.recall import RecallResult
from graphmem_contract.records import Vector

log = get_logger("graphmem.recall")
AROUND = 0.5
"""What is left of the fit of a relation where a path answers the question."""
MOST_FALLEN = 3
"""Facts at most that are told as over because what they rested on has ended, or because the question presumes them."""


async def recall(
    store: Store, embedder: Embedder, brain: str, query: RecallQuery, reranker: Reranker | None = None
) -> RecallResult:
    """Return the facts and episodes of a brain that answer a question, with a context.

    Raises:
        DatabaseUnavailable: Neo4j is out of reach.
        ModelError: the reranker failed. Where the embedder fails, the words of the question are searched.
        InvalidInput: `rerank` or the recipe asks for a reranker, and none is configured.
    """
    if query.is_reranked and reranker is None:
        field = "rerank" if query.rerank else "recipe"
        raise InvalidInput("There is no reranker; GRAPHMEM_RERANKER names one.", field=field)
    started = perf_counter()
    now = datetime.now(UTC)
    if asks_for_news(query.text):
        query = query.model_copy(update={"query": None})
    query, question = asked_by(await asker_of(store, brain, query), query, now)
    query, question = await standing_alone(store, brain, query, question)
    query, question = await _in_full(store, brain, query, question)
    named = perf_counter()
    vector, warnings = await _question_vector(embedder, query)
    if warnings:
        query = query.model_copy(update={"recipe": query.chosen.without_vectors()})
    embedded = perf_counter()
    relations = await names_of_relations(store, brain, query.relations)
    arguments = parameters(brain, query, question, vector, now) | {"relations": relations}
    found = await _search(store, query, arguments)
    searched = perf_counter()
    asked = await _asked(embedder, query, found, query.valid_at or now)
    found, asked = await _with_paths(store, query, found, asked, arguments)
    pooled = ranked = _ranked(found, query, question, query.valid_at or now, asked)
    if query.diversity:
        ranked = await _diverse(store, brain, query, ranked)
    sorted_at = perf_counter()
    records = await load_records(store, brain, query, found, ranked, now, vector)
    final = await _final_order(query, question, ranked, records, reranker, found)
    relevance, floor = _relevance(embedder.name, query, found, records, asked), _floor(embedder.name, query, question)
    is_fitting = relevance is None or relevance >= floor
    final = replace(final, fits=_fits_question(embedder.name, query, found, final, records, asked))
    returned = (
        _cut(embedder.name, query, question, final, found, ms(query.valid_at or now))
        if is_fitting
        else RankedHits((), ())
    )
    directives = _directives(embedder.name, query, records, now)
    result = build_result(query, found, returned, records, now, directives, is_fitting=is_fitting)
    if query.reinforce and result.facts:
        ids = [item.fact.id for item in result.facts if item.fact]
        with suppress(DiskFull):  # the answer is there
            await store.write("recall/reinforce", brain=brain, factIds=ids)
    done = perf_counter()
    timings = {
        "embed_ms": embedded - named, "graph_ms": named - started + searched - embedded, "rank_ms": sorted_at - searched,
        "records_ms": done - sorted_at, "total_ms": done - started,
    }  # fmt: skip
    milliseconds = {name: round(1000 * s, 2) for name, s in timings.items()}
    metrics.recalled(query.chosen.name, milliseconds)
    result = result.model_copy(update={"timings": milliseconds, "relevance": relevance, "warnings": warnings})
    if not query.explain:
        return result
    search, at = Search(query, found, asked), query.valid_at or now
    steps = RecallSteps(search, question, at, relations, pooled, final, returned, relevance, floor)
    return await _explained(store, embedder, brain, steps, vector, result)


async def _explained(
    store: Store, embedder: Embedder, brain: str, recalled: RecallSteps, vector: Vector | None, result: RecallResult
) -> RecallResult:
    """Return the result with its explanation."""
    started, question, at = perf_counter(), recalled.question, recalled.at

    async def again(query: RecallQuery) -> Search:
        found = await _search(store, query, parameters(brain, query, question, vector, at) | {"relations": []})
        return Search(query, found, await _asked(embedder, query, found, at))

    explanation = await explain(store, brain, recalled, result, again)
    timings = {**result.timings, "explain_ms": round(1000 * (perf_counter() - started), 2)}
    return result.model_copy(update={"explanation": explanation, "timings": timings})


def _relevance(
    embedder: str, query: RecallQuery, found: RecallHits, records: Records, asked: Mapping[str, float]
) -> float | None:
    """Return how well the best result fits the question; None without a question, or where its recipe embeds nothing."""
    if not query.text or not query.chosen.semantic:
        return None
    texts = [records.text(id_) for id_ in (*records.facts, *records.episodes)]
    named = bool(found.named)
    scale = scale_of(embedder)
    topics = [topic.similarity for topic in found.topics if topic.similarity is not None]
    facts = found.facts.values()
    return relevance_of(query.text, facts, found.episodes, texts, scale, named=named, asked=asked, topics=topics)


def _fits_question(
    embedder: str,
    query: RecallQuery,
    found: RecallHits,
    ranked: RankedHits,
    records: Records,
    asked: Mapping[str, float],
) -> Mapping[str, Fit]:
    """Return by id how well each result fits the question, and each fact that is left out because it had ended.

    It is empty without a question, or where its recipe embeds nothing.
    """
    if not query.text or not query.chosen.semantic:
        return {}
    texts = {fact.id: "" for fact in ranked.ended}
    texts |= {id_: records.text(id_) for id_ in (*records.facts, *records.episodes)}
    return fits_of(query.text, found.facts.values(), found.episodes, texts, scale_of(embedder), asked=asked)


def _cut(
    embedder: str, query: RecallQuery, question: Question, final: RankedHits, found: RecallHits, at: int
) -> RankedHits:
    """Return the results without those that fit the question far less than others.

    A question about plans is near to none of them, so nothing is cut. Diverse results are to be unlike the best one. By default
    nothing is cut on a scale that nobody has measured.
    """
    chosen, share = query.chosen, query.cut
    if not final.fits or question.asks_ahead or chosen.rerank or chosen.topics or query.diversity or share == 0:
        return final
    if share is None and not scale_of(embedder).relevance:
        return final
    return cut_results(final, found, query, at)


def _directives(embedder: str, query: RecallQuery, records: Records, now: datetime) -> tuple[Directive, ...]:
    scale, at = scale_of(embedder), query.valid_at or now
    return told_directives(records.standing, at, query.directive_tokens, scale.unrelated, scale.same)


def _floor(embedder: str, query: RecallQuery, question: Question) -> float:
    """Return the least relevance of an answer. An overview and a question about plans need none by themselves."""
    if query.min_relevance is not None:
        return query.min_relevance
    return 0.0 if query.chosen.topics or question.asks_ahead else scale_of(embedder).relevance


async def _question_vector(embedder: Embedder, query: RecallQuery) -> tuple[Vector | None, tuple[str, ...]]:
    """Return the vector of a question, and a warning where the embedder failed."""
    if not query.text or not query.chosen.semantic:
        return None, ()
    try:
        return (await embedder.embed([query.text]))[0], ()
    except ModelError as error:
        log.warning("question_not_embedded", error=reason_of(error))
        return None, (f"The embedder failed ({reason_of(error)}). Only the words of the question were searched.",)


async def _search(store: Store, query: RecallQuery, arguments: Row) -> RecallHits:
    (row,) = await store.plain(_statement(query), q=arguments)
    facts = map(FactCandidate.of, row["facts"])
    episodes = tuple(map(EpisodeCandidate._make, row["episodes"]))
    linked = dict(sorted(row["linked"], key=lambda link: (link[1], link[0])))
    named, last = tuple(dict.fromkeys(row["named"])), from_micros(row["last"])
    topics = tuple(map(FoundTopic.of, row.get("topics", ())))
    return RecallHits(
        {fact.id: fact for fact in facts}, episodes, named, linked, last, _naming(row, named), topics, row["waits"]
    )


async def _in_full(store: Store, brain: str, query: RecallQuery, question: Question) -> tuple[RecallQuery, Question]:
    """Return the query with the names in full of those whom it means by other words, and its analysis.

    Nothing is read for a question that gives no name. An overview has no names.
    """
    apart = without_names(question)
    if not query.text or query.chosen.topics or not open_names(query.text, {}, apart):
        return query, question
    names = await names_in(store, brain, query.text, query.known_at, apart)
    return naming(names.meant, query, question) if names.meant else (query, question)


def _statement(query: RecallQuery) -> str:
    """Return the name of the statement that searches for a query."""
    if query.chosen.topics:
        return "recall/topics"
    if not query.text:
        return "recall/overview"
    return "recall/recall_past" if query.known_at else "recall/recall"


def _naming(row: Mapping[str, Any], only: Sequence[str]) -> Naming:
    """Return which words of the question name which entities, and what the brain says about the relations that were found."""
    names: dict[str, list[str]] = {}
    for id_, norms in row.get("spoken", ()):
        for norm in norms:
            names.setdefault(norm, []).append(id_)
    relations = {
        name: BrainRelation(about or "", tuple(others or ())) for name, about, others in row.get("relations", ())
    }
    return Naming(names, only, relations)


async def _asked(embedder: Embedder, query: RecallQuery, found: RecallHits, at: datetime) -> Mapping[str, float]:
    """Return by fact id how well its relation fits the question; nothing where that is not weighed or not known."""
    if not query.text or not query.chosen.by_relation:
        return {}
    try:
        return await relation_likeness(embedder, query.text, found.naming, found.facts.values(), ms(at))
    except ModelError as error:
        log.warning("relations_not_compared", error=reason_of(error))
        return {}


async def _with_paths(
    store: Store, query: RecallQuery, found: RecallHits, asked: Mapping[str, float], arguments: Row
) -> tuple[RecallHits, Mapping[str, float]]:
    """Return the hits with the facts of the paths that a question of several steps asks for, and how well each fact fits.

    A path needs all of its facts, so none leads over a fact that a filter excludes.
    """
    if not arguments["deep"] or query.known_at or query.entities or not found.named:
        return found, asked
    parts = [part for part in joined(query.text).split("_") if part]
    if not may_take_two_hops(parts, found.naming.names):
        return found, asked
    words = PathWords.of(parts, longest_names(parts, found.naming.names))
    (row,) = await store.plain("recall/asked_path", q={**arguments, **words.parameters, "ids": list(found.named)})
    facts = {fact.id: fact for fact in map(FactCandidate.of, row["facts"])}
    fits, paths = path_fits([way for way in row["paths"] if all(id_ in facts for id_, *_ in way)], words)
    if not fits:
        return found, asked
    return found.with_paths(facts, paths), {id_: AROUND * fit for id_, fit in asked.items()} | fits


def _ranked(
    found: RecallHits, query: RecallQuery, question: Question, at: datetime, asked: Mapping[str, float]
) -> RankedHits:
    recipe, most = query.chosen, query.most
    facts: Sequence[Scored] = ()
    ended: Sequence[Scored] = ()
    if recipe.facts is not None:
        facts, ended = _top_facts(found, query, question, ms(at), most, asked)
    episodes: Sequence[Scored] = ()
    if recipe.episodes is not None:
        by_fact = nearest_facts(found.facts.values())
        episodes = rank_episodes(found.episodes, by_fact, question, recipe.episodes, most)
    fallen = [fact for fact in ended if found.facts[fact.id].closed_reason == "cascade"]
    presumed = _presumed(ended, found, ms(at))
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


def _top_facts(
    found: RecallHits, query: RecallQuery, question: Question, at: int, most: int, asked: Mapping[str, float]
) -> tuple[Sequence[Scored], Sequence[Scored]]:
    """Return the best facts, and the matching facts that are left out because they had ended.

    An ended fact is kept where `include_closed` is set, where its period overlaps a date that the question names, or where the
    question asks for history.
    """
    assert query.chosen.facts is not None
    candidates = found.fact_candidates(query, question)
    ranked = rank_facts(candidates, question, query.chosen.facts, at, found.linked, asked)
    if query.chosen.topics:
        ranked = dealt(ranked, found.topics)
    elif question.asks_history:
        ranked = changed_first(ranked, found.facts)
    nearest = max((fact.vector for fact in found.facts.values() if fact.vector is not None), default=1.0)
    admitted: list[Scored] = []
    ended: list[Scored] = []
    for fact in ranked:
        if len(admitted) >= max(most, query.k):
            break
        candidate = found.facts[fact.id]
        gone = not query.include_closed and is_gone(candidate, question, at)
        if len(admitted) < most and not gone:
            admitted.append(fact)
        elif gone and len(admitted) < query.k and (matches(candidate, nearest) or not query.text):
            ended.append(fact)
    return admitted, ended


async def _diverse(store: Store, brain: str, query: RecallQuery, ranked: RankedHits) -> RankedHits:
    """Return diverse facts and episodes: of each kind `query.pool`, chosen by maximal marginal relevance."""
    ids = {"factIds": [one.id for one in ranked.facts], "episodeIds": [one.id for one in ranked.episodes]}
    rows = await store.read("recall/vectors", q={"brain": brain, **ids})
    facts, episodes = (dict(rows[0][kind]) for kind in ("facts", "episodes"))
    return replace(
        ranked,
        facts=tuple(diverse(ranked.facts, facts, query.diversity, query.pool)),
        episodes=tuple(diverse(ranked.episodes, episodes, query.diversity, query.pool)),
    )


async def _final_order(
    query: RecallQuery,
    question: Question,
    ranked: RankedHits,
    records: Records,
    reranker: Reranker | None,
    found: RecallHits,
) -> RankedHits:
    """Return the final order, by reranker and recency, cut to `query.k`. Both need the texts of the records."""
    facts: Sequence[Scored] = [fact for fact in ranked.facts if fact.id in records.facts]
    episodes: Sequence[Scored] = [episode for episode in ranked.episodes if episode.id in records.episodes]
    if query.is_reranked and reranker is not None and query.text:
        fits = _fits(query, found) if query.chosen.rerank else {}
        facts, episodes = [await _rerank(query, some, records, reranker, fits) for some in (facts, episodes)]
    if question.asks_history:
        facts = in_order(facts, found.facts)
    elif question.asks_ahead:
        at = ms(query.valid_at or datetime.now(UTC))
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


def _fits(query: RecallQuery, found: RecallHits) -> Mapping[str, float]:
    """Return by id how well each candidate fits, by the rule of the recipe."""
    rule, at = query.chosen.rerank, ms(query.valid_at or datetime.now(UTC))
    assert rule is not None
    facts = {fact.id: fit_of_fact(fact, at, rule) for fact in found.facts.values()}
    return facts | {episode.id: fit_of_episode(episode, at, rule) for episode in found.episodes}
