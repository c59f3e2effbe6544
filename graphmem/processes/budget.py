"""The processor time that a piece of work in a worker process may take."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class BudgetSpent(Exception):
    """The work has used its processor time. What it has found so far stays usable."""


@contextmanager
def cpu_budget(seconds: float) -> Iterator[None]:
    """Raise BudgetSpent in the block as soon as the process has used this much processor time in it.

    Only the main thread of a process may use it. A system without interval timers has no such limit.
    """
    if not hasattr(signal, "setitimer"):  # pragma: no cover - Windows
        yield
        return
    before = signal.signal(signal.SIGPROF, _spent)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _spent(*_: Any) -> None:
    raise BudgetSpent
