"""Run the jobs of upkeep by their schedules, while a process serves."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

from graphmem.core_engine import CoreEngine
from graphmem.observability.logs import get_logger, survived
from graphmem.processes.beside import beside
from graphmem.upkeep.schedule.due import EndedRun, run_next

log = get_logger("graphmem.upkeep")
POLL_SEC = 5.0
"""Seconds before each look for jobs that are due, unless the last one found one."""
AT_ONCE = 2
"""Jobs that a process runs at the same time."""
Told = Callable[[EndedRun], None]


@asynccontextmanager
async def scheduled_upkeep(
    engine: CoreEngine,
    brains: Sequence[str] | None = None,
    told: Told = lambda _: None,
    *,
    poll_sec: float = POLL_SEC,
) -> AsyncIterator[None]:
    """Run the jobs that are due in all brains, or in some, while the block runs. Several processes may do so at the same time.

    Args:
        told: is called with each run of this process when it has ended. poll_sec: seconds before a look after an empty one.
    """
    async with beside(*(_run_for_ever(engine, brains, told, poll_sec) for _ in range(AT_ONCE))):
        yield


async def _run_for_ever(engine: CoreEngine, brains: Sequence[str] | None, told: Told, poll_sec: float) -> None:
    ended: EndedRun | None = None
    while True:
        if ended is None:
            await asyncio.sleep(poll_sec * random.uniform(0.8, 1.2))  # noqa: S311
        ended = None
        with survived(log, "upkeep_waits", "upkeep_stumbled"):
            if (ended := await run_next(engine, brains)) is not None:
                told(ended)
