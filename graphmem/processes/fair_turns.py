"""Turns at work that would delay everybody if several did it at once. The owners of the work take turns."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from graphmem.processes.fair_queue import FairQueue


class FairTurns:
    """Lets one task at a time into its block, in one event loop. An owner with many tasks delays another by one task.

    Args:
        pause: how long nobody has the turn after a task, as a multiple of the time that its block took. A block without an
            `await` holds up the whole loop; during the pause, other requests are answered.
    """

    def __init__(self, pause: float = 0.0) -> None:
        self._pause, self._free_at = pause, 0.0
        self._waiting: FairQueue[asyncio.Future[None]] = FairQueue()
        self._taken = False

    @asynccontextmanager
    async def turn(self, owner: str) -> AsyncIterator[None]:
        """Wait for the turn and hold it while the block runs. A task that is cancelled while it waits takes no turn."""
        await self._wait(owner)
        try:
            if (left := self._free_at - time.monotonic()) > 0:
                await asyncio.sleep(left)
            begun = time.monotonic()
            try:
                yield
            finally:
                ended = time.monotonic()
                self._free_at = ended + self._pause * (ended - begun)
        finally:
            self._pass_on()

    async def _wait(self, owner: str) -> None:
        if not self._taken:
            self._taken = True
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.put(owner, turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # the turn came together with the cancellation
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        """Give the turn to the next task that still waits; without one, nobody holds it."""
        while (turn := self._waiting.take()) is not None:
            if not turn.done():
                turn.set_result(None)
                return
        self._taken = False
