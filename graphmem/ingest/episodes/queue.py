"""The queue of episodes that wait for extraction. It is the graph itself: a lease says who is at an episode, the database's
clock when it has passed on, and the fence of the commit lets nobody write without it.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from uuid_utils import uuid4

from graphmem.errors import GraphmemError, TooManyRequests
from graphmem.graph.store import Store
from graphmem.settings import Settings

AMONG = 32
"""Where others were faster, the next try picks at random among so many that are due."""
BEATS = 3
"""A lease is renewed so often before it would pass on."""
DEPTH_SECONDS = 1.0
"""So long a count of what waits is good."""
COME_BACK_SECONDS = 5.0


def new_lease() -> str:
    """A fencing token."""
    return str(uuid4())


def lease_ms(settings: Settings) -> int:
    """How long a lease lasts that is not renewed, in milliseconds."""
    return round(settings.lease_sec * 1000)


@dataclass(frozen=True, slots=True)
class ClaimedEpisode:
    """An episode that is ours to extract. `row` is what a replay needs; `attempts` counts this one."""

    brain: str
    row: dict[str, Any]
    lease: str
    attempts: int

    @property
    def id(self) -> str:
        """The episode's id."""
        return str(self.row["id"])


async def claim(store: Store, settings: Settings, brain: str | None = None, limit: int = 1) -> list[ClaimedEpisode]:
    """Takes up to `limit` due episodes of a brain or of all, those that are due longest first.

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
    """Takes one episode where it is due, or in one of these statuses. Gives how it stands; `mine` tells whether it was taken.

    None: there is no such episode.
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
async def held(store: Store, settings: Settings, brain: str, episode_id: str, lease: str | None) -> AsyncIterator[None]:
    """Keeps a lease from passing on meanwhile, however long a model takes."""
    if lease is None:
        yield
        return
    beating = asyncio.create_task(_beat(store, settings, brain, episode_id, lease))
    try:
        yield
    finally:
        beating.cancel()
        await asyncio.gather(beating, return_exceptions=True)


async def _beat(store: Store, settings: Settings, brain: str, episode_id: str, lease: str) -> None:
    while True:
        await asyncio.sleep(settings.lease_sec / BEATS)
        with contextlib.suppress(GraphmemError):  # the next one may come through; if none does, the lease passes on
            if not await store.write("queue/beat", brain=brain, id=episode_id, lease=lease, leaseMs=lease_ms(settings)):
                return


async def put_back(
    store: Store, brain: str, episode_id: str, lease: str, *, delay: float = 0.0, error: str | None = None
) -> bool:
    """Gives an episode back, to be taken again `delay` seconds from now; without an error it does not count as an attempt.

    False: the lease had passed on; nothing was changed.
    """
    rows = await store.write(
        "queue/put_back",
        brain=brain,
        id=episode_id,
        lease=lease,
        delayMs=round(delay * 1000),
        error=error,
        tried=error is not None,
    )
    return bool(rows)


@dataclass(frozen=True, slots=True)
class Depth:
    """What waits and what is being extracted; `oldest`: when the oldest of those that wait was stored."""

    pending: int
    extracting: int
    oldest: datetime | None


async def depth(store: Store, brain: str | None = None) -> Depth:
    """Counts the queue of a brain, or of all."""
    row = (await store.read("queue/depth", brain=brain))[0]
    return Depth(row["pending"], row["extracting"], row["oldest"])


class Gate:
    """Refuses what comes while too much waits already. It counts at most once a second, and in between what it let in."""

    def __init__(self) -> None:
        self._pending = 0
        self._good_until = 0.0
        self._counting = asyncio.Lock()

    async def check(self, store: Store, settings: Settings) -> None:
        """Lets one in.

        Raises:
            TooManyRequests: `queue_limit` episodes wait; `retry_after` says when to come back. Nothing was stored.
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
