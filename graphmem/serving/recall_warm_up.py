"""Plan the statements of a recall at the start of a server, before the first question needs them."""

from __future__ import annotations

from datetime import UTC, datetime

from graphmem.graph.store import Store
from graphmem.recall.query import RecallQuery
from graphmem.recall.query_analysis import parameters, read_question
from graphmem.recall.results import RankedHits, RecallHits, load_records


async def warm_up(store: Store, dimensions: int) -> None:
    """Search a brain that does not exist. Planning takes most of a first recall: over ten seconds on a busy machine.

    No model is loaded, and no recall is counted.
    """
    query, now = RecallQuery(query="graphmem"), datetime.now(UTC)
    vector = [1.0] + [0.0] * (dimensions - 1)
    searched = parameters("", query, read_question(query.text, now), vector, now) | {"relations": []}
    await store.plain("recall/recall", q=searched)
    nothing = RecallHits({}, (), (), {}, None)
    await load_records(store, "", query, nothing, RankedHits((), ()), now, vector)
