"""Send episodes so that all of them wait in a queue before the first is written: which go together is not left to chance."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine, Iterable
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from graphmem.brain import Brain
from graphmem.ingest.episodes.store import STORE_QUEUES
from graphmem.ingest.transactions.commit_batch import COMMIT_QUEUES
from graphmem.write_queue import WriteQueues

ResultT = TypeVar("ResultT")
PATIENCE_SEC = 60.0
"""How long a writer of these tests waits for its slot: longer than a slow machine needs to bring all of them there."""


@asynccontextmanager
async def _held(queues: WriteQueues[Any, Any], brain: Brain) -> AsyncIterator[None]:
    """Hold the slot of a brain while the block runs."""
    before, queues.patience_sec = queues.patience_sec, PATIENCE_SEC
    try:
        async with queues.acquire(brain.engine.store, brain.name):
            yield
    finally:
        queues.patience_sec = before


async def _all_wait(queues: WriteQueues[Any, Any], brain: Brain, tasks: list[asyncio.Task[Any]]) -> None:
    """Return when a ticket of each task waits, or as soon as a task has ended without one."""
    while len(queues._queue(brain.engine.store, brain.name).tickets) < len(tasks):
        if any(task.done() for task in tasks):
            return
        await asyncio.sleep(0.005)


async def together(brain: Brain, telling: Iterable[Coroutine[Any, Any, ResultT]]) -> list[asyncio.Task[ResultT]]:
    """Begin to send episodes with facts of their own. They are stored in one transaction, and all wait for the next one."""
    async with _held(COMMIT_QUEUES, brain):
        async with _held(STORE_QUEUES, brain):
            tasks = [asyncio.create_task(one) for one in telling]
            await _all_wait(STORE_QUEUES, brain, tasks)
        await _all_wait(COMMIT_QUEUES, brain, tasks)
    return tasks
