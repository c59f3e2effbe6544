"""Duration of stages in milliseconds, for the trace and for the metrics."""

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
    """Milliseconds by stage, on a monotonic clock. The durations of a stage that runs again after a conflict are added."""

    started: float = field(default_factory=time.perf_counter)
    stages: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Measure a stage. This timer is the running one inside it."""
        begun = time.perf_counter()
        outer = _RUNNING.set(self)
        try:
            with metrics.stage(name):
                yield
        finally:
            _RUNNING.reset(outer)
            self.stages[name] = round(self.stages.get(name, 0.0) + (time.perf_counter() - begun) * 1000, 2)

    async def run(self, name: str, work: Awaitable[T], *, point: str | None = None) -> T:
        """Measure a stage and return its result; then report the fault point of the same name, or `point`."""
        with self.stage(name):
            result = await work
            if point is None:
                await reached(name)
        if point is not None:
            await reached(point)
        return result

    @property
    def last(self) -> str | None:
        """The last stage in `stages`; None = no stage has ended yet."""
        return next(reversed(self.stages), None)

    @property
    def total(self) -> float:
        """Milliseconds since the timer was made."""
        return round((time.perf_counter() - self.started) * 1000, 2)


_RUNNING: ContextVar[StageTimer | None] = ContextVar("stage_timer", default=None)
"""The timer of the stage that runs in this context."""


@contextmanager
def stage(name: str) -> Iterator[None]:
    """Measure a stage on the running timer; without one, in the metrics only."""
    timer = _RUNNING.get()
    with timer.stage(name) if timer is not None else metrics.stage(name):
        yield


def _end(context: Context, running: AbstractContextManager[None], *raised: Any) -> None:
    """End a stage in its context, with the error raised in it."""
    context.run(running.__exit__, *raised)


@contextmanager
def stage_in_contexts(name: str, contexts: Iterable[Context]) -> Iterator[None]:
    """Measure a stage that several tasks share, on the running timer of each context. No task may run inside it."""
    with ExitStack() as begun:
        for context in contexts:
            running = stage(name)
            context.run(running.__enter__)
            begun.push(partial(_end, context, running))
        yield
