"""The lease of a job of a brain: the claim of one worker on its run, for a limited time by the database's clock."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from uuid_utils import uuid4

from graphmem.graph.store import Store
from graphmem_contract.errors import GraphmemError
from graphmem_contract.upkeep import JobName, JobReport

BEATS = 3
"""Renewals of a lease within its time."""
LONGEST_BEAT_SEC = 5.0
"""Most seconds between two renewals: each also stores the progress of the run."""
T = TypeVar("T")


@dataclass(slots=True)
class JobLease:
    """A job that this process may run. `begun_at`: when it was claimed, by the database's clock; `attempts` includes this one.

    `cron` and `time_zone`: its timing then. `progress`: what the run has changed so far.
    """

    store: Store
    brain: str
    job: JobName
    token: str
    seconds: float
    begun_at: datetime
    attempts: int
    cron: str | None
    time_zone: str | None
    progress: int = 0

    async def held(self, work: Callable[[], Awaitable[T]]) -> T | None:
        """Do work and renew the lease while it runs. None: the lease was lost, and the work was stopped.

        A lease is lost if another worker has taken it, if the job no longer exists, or if its brain is being forgotten.
        """
        working, renewing = asyncio.ensure_future(work()), asyncio.create_task(self._renew())
        both: set[asyncio.Future[Any]] = {working, renewing}
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            return working.result() if working.done() else None
        finally:
            working.cancel()
            renewing.cancel()
            await asyncio.gather(*both, return_exceptions=True)

    async def _renew(self) -> None:
        """Renew the lease until it is lost."""
        while True:
            await asyncio.sleep(min(self.seconds / BEATS, LONGEST_BEAT_SEC))
            with contextlib.suppress(GraphmemError):  # the next renewal may succeed; if none does, the lease expires
                if not await self._write("upkeep/extend_lease", leaseMs=_ms(self.seconds), progress=self.progress):
                    return

    async def finish(self, report: JobReport | None, error: str | None, next_at: datetime | None) -> bool:
        """Store what the run did, and when the next one is due. False: the lease was lost, and nothing was stored."""
        stored = report.model_dump_json() if report else None
        return await self._write("upkeep/finish_job", report=stored, error=error, next=next_at)

    async def give_back(self) -> None:
        """End the lease without a result: another worker runs the job at once, and the attempt does not count."""
        await self._write("upkeep/return_job")

    async def _write(self, statement: str, **values: object) -> bool:
        return bool(await self.store.write(statement, brain=self.brain, job=self.job, lease=self.token, **values))


async def take(store: Store, brain: str, job: JobName, seconds: float) -> JobLease | None:
    """Take the lease of a job that is due, for some seconds. None: another worker was faster, or the brain is gone.

    Raises:
        DatabaseUnavailable: Neo4j is out of reach.
    """
    token = str(uuid4())
    rows = await store.write(
        "upkeep/claim_job", brain=brain, job=job, lease=token, owner=f"{socket.gethostname()}:{os.getpid()}", leaseMs=_ms(seconds)
    )  # fmt: skip
    if not rows:
        return None
    row = rows[0]
    return JobLease(store, brain, job, token, seconds, row["clock"], row["attempts"], row["cron"], row["timeZone"])


def _ms(seconds: float) -> int:
    return round(seconds * 1000)
