"""Writers of one process take turns at a brain, instead of overtaking each other only to read everything again.

Who has the turn may take along those who wait behind it, into one transaction. Between processes the revision decides
(landing.py), and it decides here, too, where somebody did not wait: a turn ends where a model is asked, and nobody waits longer
than PATIENCE_SEC for one, unless it has been taken along.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import Context, copy_context
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary, WeakValueDictionary

_AGAIN = object()
PATIENCE_SEC = 2.0
"""Who stands still keeps the others waiting for so long, and then they go ahead as another process would."""

EXPECTED_SEC = 0.5
"""Who has not come by then has something else to wait for."""


@dataclass(eq=False, slots=True)
class Ticket:
    """A piece of work that may be taken along. `context` is that of whoever asked for it: its log lines and its stopwatch."""

    work: Any
    context: Context = field(default_factory=copy_context)
    patience: asyncio.Timeout | None = None
    """How long it still waits for a turn of its own."""
    _done: asyncio.Future[Any] | None = None

    @property
    def taken(self) -> bool:
        """Whether somebody took it along, with success or without."""
        return self._done is not None

    async def result(self) -> Any:
        """What came of it, for whoever waits; None: nobody took it along, or that failed, and it has to go by itself.

        Raises:
            Exception: what it was left with.
        """
        left = await asyncio.shield(self._done) if self._done is not None else None
        if isinstance(left, Exception):
            raise left
        return None if left is _AGAIN else left

    def take(self) -> None:
        self._done = asyncio.get_running_loop().create_future()

    @property
    def waits(self) -> bool:
        """Whether it still waits for a turn of its own."""
        return self.patience is not None and not self.patience.expired()

    def give_back(self) -> bool:
        """Makes it as if it had not been taken. True: it waits in line; False: it gets in line by itself."""
        if self.waits:
            self._done = None
            return True
        self.leave(_AGAIN)
        return False

    async def was_returned(self) -> bool:
        """Whether it has been given back, once that is known."""
        if self._done is None or await asyncio.shield(self._done) is not _AGAIN:
            return False
        self._done = None
        return True

    def leave(self, result: Any) -> None:
        """Tells who waits what came of it, or which error."""
        if self._done is None or self._done.done():
            return
        self._done.set_result(result)
        if result is not None and self.patience is not None and self.waits:  # there is nothing to wait for any more
            self.patience.reschedule(asyncio.get_running_loop().time())


@dataclass(eq=False)
class _Line:
    """Those who want to a brain, the first in front."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    seats: dict[Ticket, None] = field(default_factory=dict)
    expected: dict[object, float] = field(default_factory=dict)
    """Who has said that it is about to come and has not gone yet, and when."""


_LINES: WeakKeyDictionary[object, WeakValueDictionary[tuple[str, str], _Line]] = WeakKeyDictionary()


class Slot:
    """A turn at a brain, or the lack of one where the wait was too long."""

    def __init__(self, line: _Line, seat: Ticket | None) -> None:
        self._line = line
        self._seat = seat
        self._mine = False

    async def begin(self) -> None:
        """Waits for it, or until it has been taken along."""
        await self._wait()
        while self._seat is not None and not self._mine and await self._seat.was_returned():
            await self._wait()

    async def _wait(self) -> None:
        try:
            async with asyncio.timeout(PATIENCE_SEC) as patience, self._in_line(patience):
                self._mine = await self._line.lock.acquire()
        except TimeoutError:
            self._mine = False

    @asynccontextmanager
    async def _in_line(self, patience: asyncio.Timeout) -> AsyncIterator[None]:
        """Lets its seat be taken meanwhile."""
        if self._seat is None:
            yield
            return
        self._line.seats[self._seat], self._seat.patience = None, patience
        try:
            yield
        finally:
            self._line.seats.pop(self._seat, None)
            self._seat.patience = None

    @property
    def expects(self) -> bool:
        """Whether somebody else waits or is about to come."""
        soon = time.monotonic() - EXPECTED_SEC
        return bool(self._line.seats) or sum(said > soon for said in self._line.expected.values()) > 1

    @asynccontextmanager
    async def company(self, most: int) -> AsyncIterator[list[Ticket]]:
        """Takes along who waits, so many at most. Who is not told what came of it goes by itself.

        Who lost patience takes the others along, too: else all of them would go ahead at once, against each other.
        """
        seats = list[Ticket]()
        self.join(seats, most)
        try:
            yield seats
        finally:
            for seat in seats:
                seat.leave(None)

    def join(self, seats: list[Ticket], most: int) -> None:
        """Takes along, too, who has come meanwhile, until there are so many."""
        for seat in list(self._line.seats)[: max(0, most - len(seats))]:
            del self._line.seats[seat]
            seat.take()
            seats.append(seat)

    def give_back(self, seats: Iterable[Ticket]) -> None:
        """Puts some that were taken along for nothing in front of the line again, for the next one to take."""
        waiting = [seat for seat in seats if seat.give_back()]
        self._line.seats = dict.fromkeys((*waiting, *self._line.seats))

    def end(self) -> None:
        """Lets the next one begin; a second time does nothing."""
        if self._mine:
            self._mine = False
            self._line.lock.release()


@contextmanager
def expected(store: object, brain: str, *, way: str = "landing") -> Iterator[None]:
    """Somebody is about to come to a brain, with nothing to wait for before: who is there first may take it along.

    Nobody reckons with it any more after EXPECTED_SEC.
    """
    line, own = _line(store, brain, way), object()
    line.expected[own] = time.monotonic()
    try:
        yield
    finally:
        del line.expected[own]


def _line(store: object, brain: str, way: str) -> _Line:
    return _LINES.setdefault(store, WeakValueDictionary()).setdefault((brain, way), _Line())


@asynccontextmanager
async def acquire(
    store: object, brain: str, seat: Ticket | None = None, *, way: str = "landing"
) -> AsyncIterator[Slot]:
    """A turn at a brain of a store, ended with the block at the latest. With a seat it may be taken along meanwhile.

    There is a line for each way of writing.
    """
    turn = Slot(_line(store, brain, way), seat)
    try:
        await turn.begin()
        yield turn
    finally:
        turn.end()
