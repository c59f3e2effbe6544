"""Run the jobs of upkeep that are due, in any brain. Ten workers run each of them once."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from graphmem.core_engine import CoreEngine
from graphmem.observability.logs import get_logger
from graphmem.processes.owners import working_for
from graphmem.upkeep.schedule.cron import next_run
from graphmem.upkeep.schedule.lease import JobLease, take
from graphmem.upkeep.tick import JOBS, tick
from graphmem_contract.errors import GraphmemError, InvalidInput, reason_of
from graphmem_contract.upkeep import JobName, JobReport

log = get_logger("graphmem.upkeep")
MOST_DUE = 32
"""Jobs that one look finds. Several workers try them in another order each."""
MOST_ATTEMPTS = 5
"""Runs that may begin and not end, because the process died, before the job waits for its next time."""

LOST = "its lease was lost"


@dataclass(frozen=True, slots=True)
class EndedRun:
    """A run by schedule that this process has ended. `report` None: it failed, or its lease was lost; `error` says why."""

    brain: str
    job: JobName
    report: JobReport | None
    error: str | None


async def run_next(engine: CoreEngine, brains: Sequence[str] | None = None) -> EndedRun | None:
    """Run one job that is due. None: no job is due that another worker has not taken.

    Args:
        brains: only in these; None = in all.

    Raises:
        DatabaseUnavailable: Neo4j is out of reach. A job that had begun is run again when its lease has expired.
    """
    named = None if brains is None else list(brains)
    due = await engine.store.read("upkeep/due_jobs", brains=named, jobs=list(JOBS), limit=MOST_DUE)
    random.shuffle(due)
    for row in due:
        lease = await take(engine.store, row["brain"], row["job"], engine.settings.lease_sec)
        if lease is not None:
            return await _run(engine, lease)
    return None


async def _run(engine: CoreEngine, lease: JobLease) -> EndedRun:
    """Run a job under its lease, and store its report or its error."""
    began = time.monotonic()
    try:
        report, error = await _outcome(engine, lease)
    except asyncio.CancelledError:
        with contextlib.suppress(Exception):  # if this fails too, the lease expires
            await asyncio.shield(lease.give_back())
        raise
    next_at, refused = _next(lease, lease.begun_at + timedelta(seconds=time.monotonic() - began))
    kept = await lease.finish(report, error or refused, next_at)
    return EndedRun(lease.brain, lease.job, report, (error or refused) if kept else LOST)


async def _outcome(engine: CoreEngine, lease: JobLease) -> tuple[JobReport | None, str | None]:
    if lease.attempts > MOST_ATTEMPTS:
        return None, f"given up after {MOST_ATTEMPTS} runs that began and did not end"

    def count(brain: str, job: JobName, done: int) -> None:
        lease.progress = done

    async def work() -> JobReport:
        with working_for(lease.brain):
            return (await tick(engine, lease.brain, [lease.job], progress=count)).jobs[0]

    try:
        return await lease.held(work), None
    except GraphmemError as error:
        log.warning("upkeep_failed", brain=lease.brain, job=lease.job, error=reason_of(error))
        return None, reason_of(error)
    except Exception as error:
        log.exception("upkeep_failed", brain=lease.brain, job=lease.job, error=type(error).__name__)
        return None, reason_of(error)


def _next(lease: JobLease, now: datetime) -> tuple[datetime | None, str | None]:
    """Return when the job is due next, and why that is never where its expression is not usable."""
    try:
        return (next_run(lease.cron, lease.time_zone, now) if lease.cron else None), None
    except InvalidInput as error:
        return None, reason_of(error)
