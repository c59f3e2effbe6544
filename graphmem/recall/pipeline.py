"""The recall pipeline: understand the question, search, rank, read the records, answer.

A recall takes one statement for seeds and walk and one for the full records. A question of several steps takes one more, for the
paths that it may ask for. One that gives a name takes one before the search, which tells whom it means.
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from itertools import pairwise
from time import perf_counter

from graphmem.graph.store import Store
from graphmem.models.embedder_scale import scale_of
from graphmem.models.ports import Embedder
from graphmem.models.reranker import Reranker
from graphmem.observability import metrics
from graphmem.recall.answer import answer_of
from graphmem.recall.explanation import RecallSteps, explain
from graphmem.recall.order import diversified, final_order, rank
from graphmem.recall.query import RecallQuery
from graphmem.recall.results import load_records
from graphmem.recall.search import search, search_for
from graphmem.recall.understanding import understand
from graphmem_contract.errors import DiskFull, InvalidInput
from graphmem_contract.recall import RecallResult


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
    times = [perf_counter()]
    understood = await understand(store, embedder, brain, query)
    times.append(perf_counter())
    searched = await search(store, embedder, brain, understood)
    times.append(perf_counter())
    pooled = rank(searched, understood)
    ranked = await diversified(store, brain, searched.query, pooled)
    times.append(perf_counter())
    records = await load_records(
        store, brain, searched.query, searched.found, ranked, understood.now, understood.vector
    )
    final = await final_order(searched, understood, ranked, records, reranker)
    answer = answer_of(searched, understood, final, records, scale_of(embedder.name))
    if query.reinforce and answer.result.facts:
        ids = [item.fact.id for item in answer.result.facts if item.fact]
        with suppress(DiskFull):  # the answer is there
            await store.write("recall/reinforce", brain=brain, factIds=ids)
    times.append(perf_counter())
    timings = _milliseconds(times)
    metrics.recalled(searched.query.chosen.name, timings)
    result = answer.result.model_copy(update={"timings": timings})
    if not query.explain:
        return result
    again = partial(search_for, store, embedder, brain, understood)
    explanation = await explain(store, brain, RecallSteps(searched, understood, pooled, answer), result, again)
    timings = {**timings, "explain_ms": round(1000 * (perf_counter() - times[-1]), 2)}
    return result.model_copy(update={"explanation": explanation, "timings": timings})


def _milliseconds(times: list[float]) -> dict[str, float]:
    """Return how long each step took, from the moments between them."""
    steps = ("question_ms", "search_ms", "rank_ms", "records_ms")
    taken = dict(zip(steps, (after - before for before, after in pairwise(times)), strict=True))
    return {name: round(1000 * seconds, 2) for name, seconds in (taken | {"total_ms": times[-1] - times[0]}).items()}
