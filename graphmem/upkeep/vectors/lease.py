"""The lease of the vectors of a database: one process at a time makes, switches or drops vectors."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from uuid_utils import uuid4

from graphmem.graph.store import Store
from graphmem.processes.beside import beside
from graphmem_contract.errors import ConflictError, GraphmemError, SetupError

BEATS = 3
"""Renewals of a lease within its time."""


@dataclass(slots=True)
class VectorLease:
    """The claim of this process on the vectors of a database. `seconds`: how long it lasts without a renewal."""

    store: Store
    seconds: float
    token: str

    async def take(self) -> None:
        """Take or renew the lease.

        Raises:
            ConflictError: another process has it. SetupError: there is no graph.
        """
        rows = await self.store.write(
            "vectors/claim", lease=self.token, owner=f"{socket.gethostname()}:{os.getpid()}", leaseMs=round(self.seconds * 1000)
        )  # fmt: skip
        if not rows:
            raise SetupError("This database has no graph yet; its first use determines the embedder.")
        if not rows[0]["taken"]:
            raise ConflictError(
                f"{rows[0]['owner']} works on the vectors of this database. If that process has died, its lease ends at "
                f"{rows[0]['until']:%Y-%m-%d %H:%M:%S} UTC."
            )

    def lost(self) -> ConflictError:
        """Return the error for a write that was refused because another process has the lease now."""
        return ConflictError("Another process works on the vectors of this database now; nothing is lost.")


@asynccontextmanager
async def vector_lease(store: Store, seconds: float) -> AsyncIterator[VectorLease]:
    """Hold the lease while the block runs. A process that dies keeps it for `seconds` at most.

    Raises:
        ConflictError: another process has it. SetupError: there is no graph.
    """
    lease = VectorLease(store, seconds, str(uuid4()))
    await lease.take()
    try:
        async with beside(_renew(lease)):
            yield lease
    finally:
        with contextlib.suppress(GraphmemError):  # it expires
            await store.write("vectors/release", lease=lease.token)


async def _renew(lease: VectorLease) -> None:
    """Renew the lease until it is lost. After that no write of this process succeeds."""
    while True:
        await asyncio.sleep(lease.seconds / BEATS)
        try:
            await lease.take()
        except (ConflictError, SetupError):
            return
        except GraphmemError:
            continue  # the next renewal may succeed; if none does, the lease expires
