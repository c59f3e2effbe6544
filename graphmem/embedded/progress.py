"""Progress on stderr: of a download, a bar on a terminal, else a few plain lines; of a wait, a line now and then."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Lock, Thread

from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TransferSpeedColumn

STEP = 0.25
"""Share of the download between two plain lines."""
EVERY_SEC = 5.0
"""Seconds between two lines of a wait."""


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


@contextmanager
def waiting(title: str, every_sec: float = EVERY_SEC) -> Iterator[None]:
    """Say every few seconds, while the block runs, that it still runs, and for how long it has."""
    is_done, started = Event(), time.monotonic()

    def tell() -> None:
        while not is_done.wait(every_sec):
            _print_line(f"{title}: {time.monotonic() - started:.0f} s")

    thread = Thread(target=tell, name="graphmem-waiting", daemon=True)
    thread.start()
    try:
        yield
    finally:
        is_done.set()
        thread.join()


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
