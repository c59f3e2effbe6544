"""List the observations of a brain."""

from __future__ import annotations

from graphmem.graph.pagination import LARGEST_ID, checked_limit
from graphmem.graph.store import Store
from graphmem.graph.transaction import Row
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
    shown = tuple(_observation(row["observation"]) for row in rows[:limit])
    return Page(shown, shown[-1].id if len(rows) > limit else None)


def _observation(row: Row) -> Observation:
    return Observation(
        id=row["id"],
        kind=row["kind"],
        title=row["title"],
        text=row["text"],
        confidence=row["confidence"],
        importance=row["importance"],
        status=row["status"],
        fact_ids=tuple(row["factIds"]),
        episode_ids=tuple(row["episodeIds"]),
        entity_ids=tuple(row["entityIds"]),
        first_seen_at=row["firstSeenAt"],
        last_seen_at=row["lastSeenAt"],
        times_seen=row["timesSeen"],
    )
