"""Run the jobs of upkeep that are due."""

from __future__ import annotations

from collections.abc import Sequence

from graphmem.engine import Engine
from graphmem.upkeep.schedule.due import EndedRun, run_next


async def run_due(engine: Engine, brains: Sequence[str]) -> list[EndedRun]:
    """Run every job that is due, one after the other, and return what this process ran."""
    runs: list[EndedRun] = []
    while (ended := await run_next(engine, brains)) is not None:
        runs.append(ended)
    return runs
