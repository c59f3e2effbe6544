"""Progress of a download on stderr: a bar on a terminal, else a few plain lines."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock

from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TransferSpeedColumn

STEP = 0.25
"""Share of the download between two plain lines."""


@contextmanager
def progress(title: str, total: int) -> Iterator[Callable[[int], None]]:
    """Show how much of `total` bytes has arrived. Yields a thread-safe function that takes the number of new bytes."""
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
    lock, done, reported = Lock(), 0, 0.0
    _print_line(f"{title}: {total / 1e6:.0f} MB")

    def advance(count: int) -> None:
        nonlocal done, reported
        with lock:
            done += count
            if done >= (reported + STEP) * total:
                reported = done / total // STEP * STEP
                _print_line(f"{title}: {reported:.0%}")

    return advance


def _print_line(line: str) -> None:
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()
