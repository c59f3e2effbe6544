"""The quota of a brain in the graph: read what is left for today, count what work without a commit has spent."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from graphmem.brain_settings import layered, read_settings
from graphmem.graph.store import Store
from graphmem.processes.quota import DayQuota, DaySpent, WorkQuota, within
from graphmem.settings import Settings


def day_quota(settings: Settings, spent: DaySpent) -> DayQuota:
    """Return the day's quota of a brain. `settings`: those of the brain."""
    return DayQuota(settings.model_calls_per_day, settings.tokens_per_day, spent)


async def read_quota(store: Store, service: Settings, brain: str) -> DayQuota:
    """Read the settings of a brain and what it has spent today. An unknown brain has the service's quota, and spent nothing."""
    rows = await store.read("api/quota", brain=brain)
    if not rows:
        return day_quota(service, DaySpent())
    own = read_settings(rows[0]["settings"])[0]
    return day_quota(layered(service, own, {}), DaySpent.of(rows[0]["spent"]))


async def count_spent(store: Store, brain: str, calls: int, tokens: int) -> None:
    """Count model calls in the day's quota of a brain. Nothing is written for none."""
    if calls or tokens:
        work = {"set": {"modelCalls": calls, "tokens": tokens}}
        await store.write("api/count_spent", brain=brain, episodes=[work])


@asynccontextmanager
async def model_quota(store: Store, service: Settings, brain: str) -> AsyncIterator[None]:
    """Bound the model calls of the block by the day's quota of a brain, and count them.

    Work that asks no model reads and writes nothing for it. With a quota each call is counted before the next one; without
    one all are counted when the block ends.
    """

    async def read() -> DayQuota:
        await count_spent(store, brain, *quota.take())
        return await read_quota(store, service, brain)

    quota = WorkQuota(read)
    try:
        with within(quota):
            yield
    finally:
        await count_spent(store, brain, *quota.take())
