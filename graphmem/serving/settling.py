"""Settle what procedures have left, at most a second after the call, and make the vectors of what they wrote."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from graphmem.curation.invalidate import lock
from graphmem.fault_points import reached
from graphmem.graph.store import Store
from graphmem.graph.transaction import Transaction
from graphmem.graph.vectors.bolt import bolt
from graphmem.models.ports import Embedder
from graphmem.observability.logs import get_logger, survived
from graphmem.processes.beside import beside

log = get_logger("graphmem.settling")
EVERY_SEC = 1.0


@asynccontextmanager
async def settling(store: Store, embedder: Embedder, *, every_sec: float = EVERY_SEC) -> AsyncIterator[None]:
    """Settle in all brains what procedures have left, while the block runs. Several processes may do so at the same time."""
    async with beside(_settle_for_ever(store, embedder, every_sec)):
        yield


async def settle_left(store: Store, embedder: Embedder) -> int:
    """Settle once, and make the vectors of sentences that procedures wrote; return the number of brains with such.

    Raises:
        DatabaseUnavailable: Neo4j does not answer. ModelError: the embedder failed; it is settled then.
    """
    rows = await store.read("truth/unsettled_brains")
    for row in rows:
        if row["unsettled"]:
            await store.transaction(partial(_settle, brain=row["brain"]))
    for row in rows:
        await _embed_unread(store, embedder, row["brain"])
    return len(rows)


async def _settle(tx: Transaction, brain: str) -> None:
    """Take the brain's lock, which settles what is left before anything else."""
    await lock(tx, brain)
    await reached("settled")


async def _embed_unread(store: Store, embedder: Embedder, brain: str) -> None:
    rows = await store.read("truth/read_unread", brain=brain)
    texts = list(dict.fromkeys(text for row in rows for text in (row["text"], row["object"])))
    if not texts:
        return
    vectors = dict(zip(texts, map(bolt, await embedder.embed(texts)), strict=True))
    written = [
        {
            "id": row["id"],
            "text": row["text"],
            "vector": vectors[row["text"]],
            "objectId": row["objectId"] if row["isEntity"] else None,
            "object": row["object"],
            "objectVector": vectors[row["object"]],
        }
        for row in rows
    ]
    await store.write("truth/write_vectors", brain=brain, rows=written)


async def _settle_for_ever(store: Store, embedder: Embedder, every_sec: float) -> None:
    while True:
        await asyncio.sleep(every_sec)
        with survived(log, "not_settled", "settling_stumbled"):
            await settle_left(store, embedder)
