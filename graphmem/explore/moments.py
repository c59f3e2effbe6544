"""The moments at which a brain changed, by clock."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from datetime import datetime

from graphmem.graph.pagination import checked_limit
from graphmem.graph.store import Store
from graphmem.graph.time_parameters import FUTURE, asked, from_micros
from graphmem.graph.transaction import Row
from graphmem_contract.history import ChangeMoment, ChangeMoments


async def change_moments(store: Store, brain: str, *, known_at: datetime | None, limit: int) -> ChangeMoments:
    """Return the moments at which facts changed, at most `limit` for each clock, earliest first.

    Args:
        known_at: the moments of valid time are those of the facts that were believed then; default the latest.

    Raises:
        InvalidInput: limit is not 1 to 1000.
    """
    known, past = asked(known_at or FUTURE), known_at is not None
    parameters = {"brain": brain, "limit": checked_limit(limit)}
    valid, system = await asyncio.gather(
        store.read("explore/moments_valid", known=known, past=past, **parameters),
        store.read("explore/moments_system", **parameters),
    )
    return ChangeMoments(valid=_moments(valid), system=_moments(system))


def _moments(rows: Iterable[Row]) -> tuple[ChangeMoment, ...]:
    found = ((from_micros(row["at"]), row) for row in rows)
    return tuple(ChangeMoment(at=at, changes=row["changes"], moments=row["moments"]) for at, row in found if at)
