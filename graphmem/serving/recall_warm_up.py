"""Plan the statements of a recall at the start of a server, before the first question needs them."""

from __future__ import annotations

from datetime import UTC, datetime

from graphmem.graph.store import Store
from graphmem.recall.query import RecallQuery
from graphmem.recall.query_analysis import parameters, read_question
from graphmem.recall.results import RankedHits, RecallHits, load_records


async def warm_up(store: Store, dimensions: int) -> None:
    """Search a brain that does not exist, so that Neo4j plans the statements. No model is loaded, and no recall is counted.

    One first recall on two busy cores took 17.8 seconds without it, and one took 2.5 with it.
    """
    query, now = RecallQuery(query="graphmem"), datetime.now(UTC)
    vector = [1.0] + [0.0] * (dimensions - 1)
    searched = parameters("", query, read_question(query.text, now), vector, now) | {"relations": []}
    await store.plain("recall/recall", q=searched)
    nothing = RecallHits({}, (), (), {}, None)
    await load_records(store, "", query, nothing, RankedHits((), ()), now, vector)
