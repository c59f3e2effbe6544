"""Plan the statements of a message and of a recall at the start of a server, before the first ones need them."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from typing import Final

from graphmem.graph.statements import packed
from graphmem.graph.store import Store
from graphmem.recall.query import RecallQuery
from graphmem.recall.query_analysis import parameters, read_question
from graphmem.recall.results import RankedHits, RecallHits, load_records
from graphmem_contract.errors import DatabaseTimeout

OF_A_MESSAGE: Final = (
    "ingest/read_names",
    "ingest/read_facts",
    "ingest/commit",
    "ingest/read_similar",
    "truth/read_groups",
    "truth/write_facts",
    "ingest/finish_episodes",
    "ingest/store_episodes",
)
"""The statements of a message. The one that stores it is last: a message that comes at once plans that one itself."""


async def warm_up(store: Store, dimensions: int) -> None:
    """Let Neo4j plan the statements of a message, without running them, and then those of a recall.

    A brain that does not exist is searched. No model is loaded, and no recall is counted. One first recall on two busy cores took
    17.8 seconds without it, and one took 2.5 with it.
    """
    for name in OF_A_MESSAGE:
        with suppress(DatabaseTimeout):  # the first message tries it again, with more time
            await store.explain(packed(name, store.slot), {"q": {}})
    query, now = RecallQuery(query="graphmem"), datetime.now(UTC)
    vector = [1.0] + [0.0] * (dimensions - 1)
    searched = parameters("", query, read_question(query.text, now), vector, now) | {"relations": []}
    await store.plain("recall/recall", q=searched)
    nothing = RecallHits({}, (), (), {}, None)
    await load_records(store, "", query, nothing, RankedHits((), ()), now, vector)
