"""One plan at a time: while a server plans a statement for the first time, others who need the same plan wait for it.

Neo4j does not share the work. Each caller that sends an unknown statement has it planned, and the largest statements take
seconds on a server that has just started.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

LONGEST_WAIT_SEC = 20.0
"""Seconds after which a caller sends its statement although the first one is not answered yet."""


class PlanningTurns:
    """Which kinds of calls a server has answered since it started, as far as this process knows.

    A caller waits before it opens a transaction, so that nobody who waits holds a lock in the graph.
    """

    def __init__(self, longest_wait_sec: float = LONGEST_WAIT_SEC) -> None:
        self._longest_wait_sec = longest_wait_sec
        self._planned: set[str] = set()
        self._first: dict[str, asyncio.Event] = {}

    @asynccontextmanager
    async def turn(self, kind: str) -> AsyncIterator[None]:
        """Run the block at once if a call of this kind was answered before, or if it is the first; else wait for the first.

        When the first call fails, all who wait go on at once.
        """
        if kind in self._planned:
            yield
        elif (first := self._first.get(kind)) is not None:
            await self._over(first)
            yield
        else:
            self._first[kind] = over = asyncio.Event()
            try:
                yield
                self._planned.add(kind)
            finally:
                del self._first[kind]
                over.set()

    def is_planned(self, kind: str) -> bool:
        """Whether a call of this kind was answered before."""
        return kind in self._planned

    def forget(self) -> None:
        """Assume no plans: the connection failed, and the server may have restarted."""
        self._planned.clear()

    async def _over(self, first: asyncio.Event) -> None:
        try:
            async with asyncio.timeout(self._longest_wait_sec):
                await first.wait()
        except TimeoutError:
            return
