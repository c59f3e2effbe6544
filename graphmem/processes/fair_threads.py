"""Threads for work that lets go of the interpreter, such as a model on this machine. The owners of the work take turns."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from graphmem.processes.fair_queue import FairQueue

ItemT = TypeVar("ItemT")
ResultT = TypeVar("ResultT")

IDLE_SEC: Final = 60.0
"""Seconds without work after which a thread ends."""


@dataclass(eq=False, slots=True)
class _Work:
    """The items of one call. Each item is a piece of its own in the queue."""

    function: Callable[[Any], Any]
    items: Sequence[Any]
    results: list[Any]
    left: int
    ended: bool = False
    future: Future[list[Any]] = field(default_factory=Future)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def do(self, position: int) -> None:
        """Compute one item, unless the call has ended: another item failed, or nobody waits any more."""
        if self.ended or self.future.cancelled():
            return
        try:
            self.results[position] = self.function(self.items[position])
        except Exception as error:  # noqa: BLE001 - the caller gets it
            self._end(error)
            return
        with self.lock:
            self.left -= 1
            is_last = not self.left
        if is_last:
            self._end(None)

    def _end(self, error: Exception | None) -> None:
        with self.lock:
            if self.ended:
                return
            self.ended = True
        if not self.future.set_running_or_notify_cancel():
            return
        if error is not None:
            self.future.set_exception(error)
        else:
            self.future.set_result(self.results)


class FairThreads:
    """Applies functions to items in at most `size` threads. An owner with many items delays another by one item.

    The threads start with the first items. They belong to no event loop.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self._queue: FairQueue[tuple[_Work, int]] = FairQueue()
        self._changed = threading.Condition()
        self._threads = 0

    async def map(self, owner: str, function: Callable[[ItemT], ResultT], items: Sequence[ItemT]) -> list[ResultT]:
        """Return the function's result for each item, in their order. A cancelled call drops what has not begun.

        Raises:
            Exception: the first error of the function.
        """
        if not items:
            return []
        work = _Work(function, items, [None] * len(items), len(items))
        with self._changed:
            for position in range(len(items)):
                self._queue.put(owner, (work, position))
            for _ in range(min(len(items), self.size - self._threads)):
                self._threads += 1
                threading.Thread(target=self._serve, name="graphmem-model", daemon=True).start()
            self._changed.notify(len(items))
        return await asyncio.wrap_future(work.future)

    def _serve(self) -> None:
        """Compute items until none has come for a while."""
        while (piece := self._next()) is not None:
            work, position = piece
            work.do(position)
            del work, piece  # an idle thread keeps no texts and vectors alive

    def _next(self) -> tuple[_Work, int] | None:
        """Return the next item; None after IDLE_SEC without one, and then this thread counts no more."""
        with self._changed:
            while (piece := self._queue.take()) is None:
                if not self._changed.wait(IDLE_SEC) and not len(self._queue):
                    self._threads -= 1
                    return None
            return piece
