"""List the observations of a brain."""

from __future__ import annotations

from graphmem.graph.pagination import LARGEST_ID, checked_limit
from graphmem.graph.row_mapping import snake_row
from graphmem.graph.store import Store
from graphmem_contract.observations import Observation, ObservationKind, ObservationStatus
from graphmem_contract.pagination import Page


async def list_observations(
    store: Store,
    brain: str,
    *,
    status: ObservationStatus | None,
    kind: ObservationKind | None,
    limit: int,
    cursor: str | None,
) -> Page[Observation]:
    """Return a page of observations, newest first. The cursor is the id of the last one of the page before.

    Raises:
        InvalidInput: limit is not 1 to 1000.
    """
    rows = await store.read(
        "upkeep/observations",
        brain=brain,
        status=status,
        kind=kind,
        before=cursor or LARGEST_ID,
        limit=checked_limit(limit) + 1,
    )
    shown = tuple(Observation(**snake_row(row["observation"])) for row in rows[:limit])
    return Page(shown, shown[-1].id if len(rows) > limit else None)
