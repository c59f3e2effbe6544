"""Milliseconds by stage, for the trace and for the metrics alike."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from contextvars import Context, ContextVar
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from graphmem.fault_points import reached
from graphmem.observability import metrics

T = TypeVar("T")


@dataclass(slots=True)
class StageTimer:
    """Milliseconds by stage, on a monotonic clock; a stage that runs again, because another writer was faster, adds up."""

    started: float = field(default_factory=time.perf_counter)
    stages: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        begun = time.perf_counter()
        outer = _RUNNING.set(self)
        try:
            with metrics.stage(name):
                yield
        finally:
            _RUNNING.reset(outer)
            self.stages[name] = round(self.stages.get(name, 0.0) + (time.perf_counter() - begun) * 1000, 2)

    async def run(self, name: str, work: Awaitable[T], *, point: str | None = None) -> T:
        """Await a stage; then report the fault point of the same name, or `point`."""
        with self.stage(name):
            result = await work
            if point is None:
                await reached(name)
        if point is not None:
            await reached(point)
        return result

    @property
    def last(self) -> str | None:
        """The stage that began last."""
        return next(reversed(self.stages), None)

    @property
    def total(self) -> float:
        return round((time.perf_counter() - self.started) * 1000, 2)


_RUNNING: ContextVar[StageTimer | None] = ContextVar("stopwatch", default=None)


@contextmanager
def stage(name: str) -> Iterator[None]:
    """A stage on the stopwatch of whoever is being waited for, if there is one."""
    watch = _RUNNING.get()
    with watch.stage(name) if watch is not None else metrics.stage(name):
        yield


def _end(context: Context, one: AbstractContextManager[None], *raised: Any) -> None:
    """Ends a stage in its context, with what was raised in it."""
    context.run(one.__exit__, *raised)


@contextmanager
def stage_in_contexts(name: str, contexts: Iterable[Context]) -> Iterator[None]:
    """A stage that several go through at once, each on the stopwatch of its own context; none of them runs meanwhile."""
    with ExitStack() as begun:
        for context in contexts:
            one = stage(name)
            context.run(one.__enter__)
            begun.push(partial(_end, context, one))
        yield
