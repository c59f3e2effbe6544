"""Read the clusters of a brain."""

from __future__ import annotations

from datetime import UTC, datetime

from graphmem.graph.pagination import checked_limit
from graphmem.graph.row_mapping import snake_row
from graphmem.graph.store import Store
from graphmem.graph.time_parameters import asked
from graphmem_contract.errors import NotFound
from graphmem_contract.observations import Cluster
from graphmem_contract.pagination import Page

LISTED = 20
"""Entities and facts of a cluster that a list has."""
ALL = 1_000
"""Entities and facts of a cluster that the read of one cluster has."""


async def list_clusters(
    store: Store, brain: str, *, level: int | None, parent_id: str | None, limit: int, cursor: str | None
) -> Page[Cluster]:
    """Return a page of clusters, those with most facts first. The cursor is the place of the last one of the page before.

    Raises:
        InvalidInput: limit is not 1 to 1000.
    """
    rows = await store.read(
        "upkeep/clusters",
        brain=brain,
        id=None,
        level=level,
        parent=parent_id,
        after=cursor or "",
        limit=checked_limit(limit) + 1,
        most=LISTED,
        now=asked(datetime.now(UTC)),
    )
    shown = tuple(Cluster(**snake_row(row["cluster"])) for row in rows[:limit])
    return Page(shown, rows[limit - 1]["place"] if len(rows) > limit else None)


async def cluster(store: Store, brain: str, id_: str) -> Cluster:
    """Return one cluster, with up to a thousand of its entities and facts.

    Raises:
        NotFound: the brain has no such cluster.
    """
    now = asked(datetime.now(UTC))
    rows = await store.read(
        "upkeep/clusters", brain=brain, id=id_, level=None, parent=None, after="", limit=1, most=ALL, now=now
    )
    if not rows:
        raise NotFound(f"There is no cluster {id_} in this brain.")
    return Cluster(**snake_row(rows[0]["cluster"]))
