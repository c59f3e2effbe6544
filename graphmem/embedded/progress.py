"""Progress of a download on stderr: a bar on a terminal, a few plain lines elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock

from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TransferSpeedColumn

STEP = 0.25
"""A plain line for every such share."""


@contextmanager
def progress(title: str, total: int) -> Iterator[Callable[[int], None]]:
    """Shows how much of `total` bytes has arrived; yields a function, safe in threads, that takes what came since."""
    if sys.stderr.isatty():
        with _bar(title, total) as advance:
            yield advance
    else:
        yield _lines(title, total)


@contextmanager
def _bar(title: str, total: int) -> Iterator[Callable[[int], None]]:
    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TransferSpeedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task(title, total=total)
        yield lambda count: shown.advance(task, count)


def _lines(title: str, total: int) -> Callable[[int], None]:
    lock, done, told = Lock(), 0, 0.0
    _say(f"{title}: {total / 1e6:.0f} MB")

    def advance(count: int) -> None:
        nonlocal done, told
        with lock:
            done += count
            if done >= (told + STEP) * total:
                told = done / total // STEP * STEP
                _say(f"{title}: {told:.0%}")

    return advance


def _say(line: str) -> None:
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()
