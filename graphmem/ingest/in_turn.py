"""Writers of one process take turns at a brain, instead of overtaking each other only to read everything again.

Who has the turn may take along those who wait behind it, into one transaction. Between processes the revision decides
(landing.py), and it decides here, too, where somebody did not wait: a turn ends where a model is asked, and nobody waits longer
than PATIENCE_SEC for one, unless it has been taken along.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from contextvars import Context, copy_context
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary, WeakValueDictionary

PATIENCE_SEC = 2.0
"""Who stands still keeps the others waiting for so long, and then they go ahead as another process would."""


@dataclass(eq=False, slots=True)
class Seat:
    """A piece of work that may be taken along. `context` is that of whoever asked for it: its log lines and its stopwatch."""

    work: Any
    context: Context = field(default_factory=copy_context)
    _done: asyncio.Future[Any] | None = None

    @property
    def taken(self) -> bool:
        """Whether somebody took it along, with success or without."""
        return self._done is not None

    async def result(self) -> Any:
        """What came of it, for whoever waits; None: nobody took it along, or that failed, and it has to go by itself."""
        return await asyncio.shield(self._done) if self._done is not None else None

    def take(self) -> None:
        self._done = asyncio.get_running_loop().create_future()

    def leave(self, result: Any) -> None:
        """Tells who waits what came of it."""
        if self._done is not None and not self._done.done():
            self._done.set_result(result)


@dataclass(eq=False)
class _Line:
    """Those who want to a brain, the first in front."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    seats: dict[Seat, None] = field(default_factory=dict)


_LINES: WeakKeyDictionary[object, WeakValueDictionary[str, _Line]] = WeakKeyDictionary()


class Turn:
    """A turn at a brain, or the lack of one where the wait was too long."""

    def __init__(self, line: _Line, seat: Seat | None) -> None:
        self._line = line
        self._seat = seat
        self._mine = False

    async def begin(self) -> None:
        """Waits for it."""
        if self._seat is not None:
            self._line.seats[self._seat] = None
        try:
            async with asyncio.timeout(PATIENCE_SEC):
                self._mine = await self._line.lock.acquire()
        except TimeoutError:
            self._mine = False
        finally:
            if self._seat is not None:
                self._line.seats.pop(self._seat, None)

    @asynccontextmanager
    async def company(self, most: int) -> AsyncIterator[list[Seat]]:
        """Takes along who waits, so many at most. Who is not told what came of it goes by itself.

        Who lost patience takes the others along, too: else all of them would go ahead at once, against each other.
        """
        seats = list(self._line.seats)[:most]
        for seat in seats:
            del self._line.seats[seat]
            seat.take()
        try:
            yield seats
        finally:
            for seat in seats:
                seat.leave(None)

    def end(self) -> None:
        """Lets the next one begin; a second time does nothing."""
        if self._mine:
            self._mine = False
            self._line.lock.release()


@asynccontextmanager
async def in_turn(store: object, brain: str, seat: Seat | None = None) -> AsyncIterator[Turn]:
    """A turn at a brain of a store, ended with the block at the latest. With a seat it may be taken along meanwhile."""
    lines = _LINES.setdefault(store, WeakValueDictionary())
    turn = Turn(lines.setdefault(brain, _Line()), seat)
    try:
        await turn.begin()
        yield turn
    finally:
        turn.end()
