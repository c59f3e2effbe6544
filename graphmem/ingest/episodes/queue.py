"""The queue of episodes that wait for extraction. The graph itself is the queue.

A lease is a worker's claim on an episode. It expires by the clock of the database. The commit checks the lease, so that no
worker writes without it.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from uuid_utils import uuid4

from graphmem.graph.store import Store
from graphmem.processes.beside import beside
from graphmem.settings import Settings
from graphmem_contract.errors import GraphmemError, TooManyRequests

WaitsFor = Literal["quota", "setup"]
"""What a pending episode waits for, beside its turn: the next day's quota of its brain, or what is missing on the machine."""
AMONG = 32
"""If other workers were faster, the next try picks at random among so many due episodes. Also the number of tries."""
BEATS = 3
"""Renewals of a lease within its time."""
DEPTH_SECONDS = 1.0
"""Seconds for which a count of the waiting episodes is used."""
COME_BACK_SECONDS = 5.0
"""`retry_after` of a refused episode."""


def new_lease() -> str:
    """Return a new fencing token."""
    return str(uuid4())


def lease_ms(settings: Settings) -> int:
    """Return the time of a lease in milliseconds. Without a renewal it expires after this time."""
    return round(settings.lease_sec * 1000)


@dataclass(frozen=True, slots=True)
class ClaimedEpisode:
    """An episode that this worker may extract. `row`: what a replay needs. `attempts` includes this one."""

    brain: str
    row: dict[str, Any]
    lease: str
    attempts: int

    @property
    def id(self) -> str:
        """Return the id of the episode."""
        return str(self.row["id"])


async def claim(store: Store, settings: Settings, brain: str | None = None, limit: int = 1) -> list[ClaimedEpisode]:
    """Claim up to `limit` due episodes of a brain or of all brains, the longest due first.

    Raises:
        DatabaseUnavailable: Neo4j is out of reach.
    """
    among = limit
    for _ in range(AMONG):
        rows = await store.write(
            "queue/claim",
            brain=brain,
            limit=limit,
            among=among,
            lease=new_lease(),
            leaseMs=lease_ms(settings),
        )
        if not rows or rows[0]["id"] is not None:
            return [ClaimedEpisode(row["brain"], row, row["lease"], row["attempts"]) for row in rows]
        if not rows[0]["seen"]:
            return []
        among = max(AMONG, limit)
    return []


async def claim_one(
    store: Store, settings: Settings, brain: str, episode_id: str, states: Sequence[str] = ()
) -> dict[str, Any] | None:
    """Claim one episode if it is due or has one of the statuses `states`.

    Returns:
        The row of the episode; `mine` says whether it was claimed. None: there is no such episode.
    """
    rows = await store.write(
        "queue/claim_one",
        brain=brain,
        id=episode_id,
        states=list(states),
        lease=new_lease(),
        leaseMs=lease_ms(settings),
    )
    return rows[0] if rows else None


@asynccontextmanager
async def held(
    store: Store, settings: Settings, brain: str, episodes: str | Sequence[str], lease: str | None
) -> AsyncIterator[None]:
    """Renew a lease as long as the context is open, however long a model takes. None: there is no lease to renew.

    Args:
        episodes: the id of the episode, or the ids of all that the lease covers.
    """
    if lease is None:
        yield
        return
    ids = [episodes] if isinstance(episodes, str) else list(episodes)
    async with beside(_renew(store, settings, brain, ids, lease)):
        yield


async def _renew(store: Store, settings: Settings, brain: str, ids: list[str], lease: str) -> None:
    while True:
        await asyncio.sleep(settings.lease_sec / BEATS)
        with contextlib.suppress(GraphmemError):  # the next renewal may succeed; if none does, the lease expires
            if not await store.write(
                "queue/extend_lease", brain=brain, ids=ids, lease=lease, leaseMs=lease_ms(settings)
            ):
                return


async def requeue(
    store: Store,
    brain: str,
    episode_id: str,
    lease: str,
    *,
    delay: float = 0.0,
    error: str | None = None,
    waits_for: WaitsFor | None = None,
) -> bool:
    """Return an episode to the queue, due again in `delay` seconds. Without an error the attempt does not count.

    Args:
        waits_for: what it waits for, if no attempt can succeed before that. The attempt does not count, although there is an
            error.

    Returns:
        False if the lease had expired and nothing was changed.
    """
    rows = await store.write(
        "queue/requeue",
        brain=brain,
        id=episode_id,
        lease=lease,
        delayMs=round(delay * 1000),
        error=error,
        tried=waits_for is None and error is not None,
        waitsFor=waits_for,
    )
    return bool(rows)


@dataclass(frozen=True, slots=True)
class Depth:
    """Numbers of waiting and of extracting episodes. `oldest`: when the oldest waiting episode was stored."""

    pending: int
    extracting: int
    oldest: datetime | None


async def depth(store: Store, brain: str | None = None) -> Depth:
    """Return the depth of the queue of a brain, or of all brains."""
    row = (await store.read("queue/depth", brain=brain))[0]
    return Depth(row["pending"], row["extracting"], row["oldest"])


class Gate:
    """Refuses episodes while too many wait already.

    It counts the waiting episodes at most once a second. Between two counts it adds the episodes that it has admitted.
    """

    def __init__(self) -> None:
        self._pending = 0
        self._good_until = 0.0
        self._counting = asyncio.Lock()

    async def check(self, store: Store, settings: Settings) -> None:
        """Admit one episode.

        Raises:
            TooManyRequests: `queue_limit` episodes wait. `retry_after` says when to send it again. Nothing was stored.
        """
        limit = settings.queue_limit
        if limit <= 0:
            return
        async with self._counting:
            if time.monotonic() >= self._good_until:
                self._pending = (await depth(store)).pending
                self._good_until = time.monotonic() + DEPTH_SECONDS
            if self._pending >= limit:
                raise TooManyRequests(
                    f"{self._pending} episodes wait for extraction; {limit} is the limit. Nothing was stored.",
                    retry_after=COME_BACK_SECONDS,
                )
            self._pending += 1
