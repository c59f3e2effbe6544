"""The list of directives."""

from __future__ import annotations

from datetime import UTC, datetime

from graphmem.directives.told import directive_of
from graphmem.graph.pagination import LARGEST_ID, checked_limit
from graphmem.graph.store import Store
from graphmem.graph.time_parameters import from_micros
from graphmem.graph.transaction import Row
from graphmem_contract.directives import Directive
from graphmem_contract.pagination import Page


async def directives(store: Store, brain: str, *, superseded: bool, limit: int, cursor: str | None) -> Page[Directive]:
    """Return a page of directives, newest first. The cursor is the id of the last one of the page before.

    Raises:
        InvalidInput: limit is not 1 to 1000.
    """
    rows = await store.read(
        "upkeep/directives",
        brain=brain,
        superseded=superseded,
        before=cursor or LARGEST_ID,
        limit=checked_limit(limit) + 1,
    )
    now = datetime.now(UTC)
    shown = tuple(directive_of(_timed(row["directive"]), now) for row in rows[:limit])
    return Page(shown, shown[-1].id if len(rows) > limit else None)


def _timed(row: Row) -> Row:
    """Return a row with its microseconds converted to datetimes."""
    return row | {name: from_micros(row[name]) for name in ("validFrom", "lastToldAt")}
