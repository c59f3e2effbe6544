"""What differs between two moments. A moment is a pair of valid time and system time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from graphmem.graph.pagination import ListPosition, checked_limit, page_of, position_of
from graphmem.graph.row_mapping import fact_of
from graphmem.graph.store import Store
from graphmem.graph.time_parameters import FUTURE, asked
from graphmem.graph.transaction import Row
from graphmem_contract.history import Contrast, FactDifference
from graphmem_contract.pagination import Page
from graphmem_contract.records import Fact

EARLIEST = datetime(1, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class BothClocks:
    """A moment on both clocks, UTC. `known_at` None = the latest state."""

    valid_at: datetime
    known_at: datetime | None

    @property
    def known(self) -> datetime:
        """The system time; of the latest state, a moment later than every time in the graph."""
        return self.known_at or FUTURE


async def differences(
    store: Store, brain: str, first: BothClocks, second: BothClocks, *, limit: int, cursor: str | None = None
) -> Page[FactDifference]:
    """Return the facts that differ between two moments, most recently recorded first.

    Raises:
        InvalidInput: limit is not 1 to 1000, or the cursor is invalid.
    """
    rows = await store.read(
        "explore/differences",
        brain=brain,
        firstValid=asked(first.valid_at),
        firstKnown=asked(first.known),
        secondValid=asked(second.valid_at),
        secondKnown=asked(second.known),
        past=first.known_at is not None or second.known_at is not None,
        since=asked(_since(first, second)),
        limit=checked_limit(limit) + 1,
        **position_of(cursor).parameters,
    )
    now = datetime.now(UTC)
    found = [_difference(row, first, second, now) for row in rows]
    return page_of(found, limit, _position)


def _since(first: BothClocks, second: BothClocks) -> datetime:
    """Return the system time after which the facts of now differ: at one valid time, those believed at one moment only."""
    return min(first.known, second.known) if first.valid_at == second.valid_at else EARLIEST


def _position(one: FactDifference) -> ListPosition:
    shown = one.after or one.before
    return ListPosition(shown.recorded_at, shown.id) if shown else ListPosition()


def _difference(row: Row, first: BothClocks, second: BothClocks, now: datetime) -> FactDifference:
    here, there = (second, first) if row["second"] else (first, second)
    shown = fact_of(row["row"], now, here.known_at)
    other = fact_of(row["other"], now, there.known_at) if row["other"] else None
    before, after = (other, shown) if row["second"] else (shown, other)
    return FactDifference(contrast=contrast(shown, other, there.valid_at), before=before, after=after)


def contrast(shown: Fact, other: Fact | None, elsewhere: datetime) -> Contrast:
    """Return how a fact differs between a moment at which it holds and another one.

    Args:
        other: its version that holds at the other moment. elsewhere: the valid time of the other moment.
    """
    if other is not None:
        return "changed"
    if shown.valid_from is not None and elsewhere < shown.valid_from:
        return "began"
    if shown.valid_until is not None and shown.valid_until <= elsewhere:
        return "ended"
    return "believed"
