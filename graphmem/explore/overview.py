"""The overview of a brain: counts of its last days, its newest contradictions and failures, its most connected entities."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, time, timedelta

from graphmem.explore.contradictions import overturned
from graphmem.explore.episode_list import EpisodeFilter, list_episodes
from graphmem.explore.explorer import Explorer
from graphmem.graph.row_mapping import entity_of
from graphmem.graph.store import Store
from graphmem.graph.time_parameters import asked
from graphmem_contract.brains import DayCounts, Overview, QueueState
from graphmem_contract.episode_state import EpisodeState
from graphmem_contract.errors import InvalidInput
from graphmem_contract.records import Entity

MOST_DAYS = 366
SHOWN = 10
"""Length of the lists of an overview."""


async def activity(store: Store, brain: str, days: int) -> tuple[DayCounts, ...]:
    """Return the counts of the last days, today included, oldest first. Days are those of UTC.

    Raises:
        InvalidInput: days is not 1 to 366.
    """
    if not 1 <= days <= MOST_DAYS:
        raise InvalidInput(f"days is 1 to {MOST_DAYS}.", field="days")
    today = datetime.now(UTC).date()
    span = [today - timedelta(days=back) for back in range(days - 1, -1, -1)]
    since = datetime.combine(span[0], time(), UTC)
    rows = {row["day"]: row for row in await store.read("explore/activity", brain=brain, since=asked(since))}
    return tuple(
        DayCounts(
            day=day,
            episodes=row.get("episodes", 0),
            facts=row.get("facts", 0),
            model_calls=row.get("modelCalls", 0),
            tokens=row.get("tokens", 0),
        )
        for day in span
        for row in (rows.get(day.isoformat(), {}),)
    )


async def queue_state(store: Store, brain: str) -> QueueState:
    """Return the state of the queue of a brain."""
    rows = {row["status"]: row for row in await store.read("queue/states", brain=brain)}
    counts = {name: rows[name]["episodes"] for name in ("pending", "extracting", "failed")}
    return QueueState(**counts, oldest_sec=rows["pending"]["seconds"])


async def connected(store: Store, brain: str, limit: int = SHOWN) -> tuple[Entity, ...]:
    """Return the entities with most facts."""
    rows = await store.read("explore/connected", brain=brain, limit=limit)
    return tuple(entity_of(row["entity"]) for row in rows)


async def overview(store: Store, brain: str, days: int) -> Overview:
    """Return the overview of a brain, with the counts of its last days. Raises InvalidInput: days is not 1 to 366."""
    stats, counts, pairs, failures, entities = await asyncio.gather(
        Explorer(store, brain).stats(),
        activity(store, brain, days),
        overturned(store, brain, limit=SHOWN),
        list_episodes(store, brain, EpisodeFilter(EpisodeState.FAILED), limit=SHOWN),
        connected(store, brain),
    )
    return Overview(stats=stats, days=counts, contradictions=pairs.items, failures=failures.items, connected=entities)
