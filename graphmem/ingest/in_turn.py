"""Writers of one process take turns at a brain, instead of overtaking each other only to read everything again.

Between processes the revision decides (landing.py), and it decides here, too, where somebody did not wait: a turn ends where a
model is asked, and nobody waits longer than PATIENCE_SEC for one.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakKeyDictionary, WeakValueDictionary

PATIENCE_SEC = 2.0
"""Who stands still keeps the others waiting for so long, and then they go ahead as another process would."""

_LOCKS: WeakKeyDictionary[object, WeakValueDictionary[str, asyncio.Lock]] = WeakKeyDictionary()


class Turn:
    """A turn at a brain, or the lack of one where the wait was too long."""

    def __init__(self, lock: asyncio.Lock) -> None:
        self._lock = lock
        self._mine = False

    async def begin(self) -> None:
        """Waits for it."""
        try:
            async with asyncio.timeout(PATIENCE_SEC):
                self._mine = await self._lock.acquire()
        except TimeoutError:
            self._mine = False

    def end(self) -> None:
        """Lets the next one begin; a second time does nothing."""
        if self._mine:
            self._mine = False
            self._lock.release()


@asynccontextmanager
async def in_turn(store: object, brain: str) -> AsyncIterator[Turn]:
    """A turn at a brain of a store, ended with the block at the latest."""
    locks = _LOCKS.setdefault(store, WeakValueDictionary())
    turn = Turn(locks.setdefault(brain, asyncio.Lock()))
    try:
        await turn.begin()
        yield turn
    finally:
        turn.end()
