"""Settle what procedures have left, while a process serves: at most a second after the call."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from graphmem.curation.invalidate import lock
from graphmem.errors import GraphmemError, reason_of
from graphmem.graph.store import Store
from graphmem.observability.logs import get_logger

log = get_logger("graphmem.settling")
EVERY_SEC = 1.0


@asynccontextmanager
async def settling(store: Store, *, every_sec: float = EVERY_SEC) -> AsyncIterator[None]:
    """Settle in all brains what procedures have left, while the block runs. Several processes may do so at the same time."""
    task = asyncio.create_task(_settle_for_ever(store, every_sec))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def settle_left(store: Store) -> int:
    """Settle once; return the number of brains in which something was left.

    Raises:
        DatabaseUnavailable: Neo4j does not answer.
    """
    rows = await store.read("truth/unsettled_brains")
    for row in rows:
        # Taking the lock settles what is left before anything else.
        await store.transaction(partial(lock, brain=row["brain"]))
    return len(rows)


async def _settle_for_ever(store: Store, every_sec: float) -> None:
    while True:
        await asyncio.sleep(every_sec)
        try:
            await settle_left(store)
        except GraphmemError as error:
            log.warning("not_settled", error=reason_of(error))
        except Exception as error:
            log.exception("settling_stumbled", error=type(error).__name__)
