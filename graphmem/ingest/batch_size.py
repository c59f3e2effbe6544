"""Batch size of an import: as many records as commit in about one second, so that no writer waits long for the lock."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import monotonic
from typing import Final

from graphmem_contract.records import ResolveMode

SECONDS: Final = 1.0
"""Target duration of a batch."""
LEAST: Final = 25
MOST: Final = {"exact": 2000, "full": 200}
"""Largest batch. `full` is smaller: each name costs a search, and the judge gets all doubtful names of a batch at once."""
FIRST: Final = {"exact": 500, "full": 200}
"""Size of the first batch."""


@dataclass(slots=True)
class Pace:
    """The size of the next batch: doubled after a fast batch, halved after a slow one."""

    size: int
    most: int
    least: int = LEAST

    @classmethod
    def of(cls, resolve: ResolveMode, fixed: int | None = None) -> Pace:
        """Return the pace at the start of an import. `fixed` gives every batch that many records."""
        return cls(fixed, fixed, fixed) if fixed else cls(FIRST[resolve], MOST[resolve])

    @contextmanager
    def measure_commit(self, records: int) -> Iterator[None]:
        """Measure the commit of a batch and adapt the size."""
        started = monotonic()
        yield
        self.took(records, monotonic() - started)

    def took(self, records: int, seconds: float) -> None:
        """Adapt the size to a committed batch. A fast batch that was not full changes nothing."""
        if seconds > 2 * SECONDS:
            self.size = max(min(self.size, records) // 2, self.least)
        elif records >= self.size and seconds < SECONDS / 2:
            self.size = min(self.size * 2, self.most)
