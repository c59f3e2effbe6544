"""How many records of an import share a commit: as many as land in about a second, so that nobody waits long for the lock."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import monotonic
from typing import Final

from graphmem.contract.records import ResolveMode

SECONDS: Final = 1.0
"""What a batch is meant to take."""
LEAST: Final = 25
MOST: Final = {"exact": 2000, "full": 200}
"""Where names are compared, each costs a search, and a judge is shown all that is doubtful in a batch."""
FIRST: Final = {"exact": 500, "full": 200}


@dataclass(slots=True)
class Pace:
    """The size of the next batch: doubled after a quick one, halved after a slow one."""

    size: int
    most: int
    least: int = LEAST

    @classmethod
    def of(cls, resolve: ResolveMode, fixed: int | None = None) -> Pace:
        """Where an import begins; `fixed` = every batch has so many records."""
        return cls(fixed, fixed, fixed) if fixed else cls(FIRST[resolve], MOST[resolve])

    @contextmanager
    def landing(self, records: int) -> Iterator[None]:
        """While a batch lands. What was not full tells nothing of full ones."""
        begun = monotonic()
        yield
        self.took(records, monotonic() - begun)

    def took(self, records: int, seconds: float) -> None:
        """Learns from a batch that has landed."""
        if seconds > 2 * SECONDS:
            self.size = max(min(self.size, records) // 2, self.least)
        elif records >= self.size and seconds < SECONDS / 2:
            self.size = min(self.size * 2, self.most)
