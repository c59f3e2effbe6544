"""The answer of a recall: what fits the question well enough, with the standing instructions and the context."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from graphmem.directives.told import told_directives
from graphmem.models.embedder_scale import EmbedderScale
from graphmem.recall.cut import cut_results
from graphmem.recall.query_analysis import ms
from graphmem.recall.relevance import Fit, fits_of, floor_among, relevance_of
from graphmem.recall.results import RankedHits, RecallOutcome, Records, build_result
from graphmem.recall.search import Search
from graphmem.recall.understanding import Understood
from graphmem_contract.directives import Directive


def answer_of(
    search: Search, understood: Understood, final: RankedHits, records: Records, scale: EmbedderScale
) -> RecallOutcome:
    """Return the answer from the final order of the results and their records."""
    relevance, floor = _relevance(search, records, scale), _floor(search, understood, scale)
    is_fitting = relevance is None or relevance >= floor
    final = replace(final, fits=_fits(search, final, records, scale))
    returned = _cut(search, understood, final, scale) if is_fitting else RankedHits((), ())
    directives = _directives(understood, records, scale)
    result = build_result(
        search.query, search.found, returned, records, understood.now, directives, is_fitting=is_fitting
    )
    told = {"relevance": relevance, "warnings": understood.warnings}
    return RecallOutcome(result.model_copy(update=told), final, returned, relevance, floor)


def _relevance(search: Search, records: Records, scale: EmbedderScale) -> float | None:
    query, found = search.query, search.found
    if not query.text or not query.chosen.semantic:
        return None
    texts = [records.text(id_) for id_ in (*records.facts, *records.episodes)]
    topics = [topic.similarity for topic in found.topics if topic.similarity is not None]
    return relevance_of(
        query.text, found.facts.values(), found.episodes, texts, scale, named=bool(found.named), asked=search.asked,
        topics=topics,
    )  # fmt: skip


def _floor(search: Search, understood: Understood, scale: EmbedderScale) -> float:
    """Return the least relevance of an answer. An overview and a question about plans need none by themselves."""
    query, found = understood.query, search.found
    if query.min_relevance is not None:
        return query.min_relevance
    if query.chosen.topics or understood.question.asks_ahead:
        return 0.0
    return floor_among(len(found.facts) + len(found.episodes), scale)


def _fits(search: Search, ranked: RankedHits, records: Records, scale: EmbedderScale) -> Mapping[str, Fit]:
    """Return by id how well each result fits the question, and each fact that is left out because it had ended.

    It is empty without a question, or where its recipe embeds nothing.
    """
    query, found = search.query, search.found
    if not query.text or not query.chosen.semantic:
        return {}
    texts = {fact.id: "" for fact in ranked.ended}
    texts |= {id_: records.text(id_) for id_ in (*records.facts, *records.episodes)}
    return fits_of(query.text, found.facts.values(), found.episodes, texts, scale, asked=search.asked)


def _cut(search: Search, understood: Understood, final: RankedHits, scale: EmbedderScale) -> RankedHits:
    """Return the results without those that fit the question far less than others.

    A question about plans is near to none of them, so nothing is cut. Diverse results are to be unlike the best one. By default
    nothing is cut on a scale that nobody has measured.
    """
    query, chosen, share = search.query, search.query.chosen, search.query.cut
    is_whole = chosen.rerank or chosen.topics or query.diversity or share == 0
    if not final.fits or understood.question.asks_ahead or is_whole or (share is None and not scale.relevance):
        return final
    return cut_results(final, search.found, query, ms(understood.at))


def _directives(understood: Understood, records: Records, scale: EmbedderScale) -> tuple[Directive, ...]:
    most = understood.query.directive_tokens
    return told_directives(records.standing, understood.at, most, scale.unrelated, scale.same)
