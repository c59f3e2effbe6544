"""The quota of a brain in the graph: read what is left for today, count what work without a commit has spent."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from graphmem.brain_settings import layered, read_settings
from graphmem.graph.store import Store
from graphmem.processes.quota import DayQuota, WorkQuota, within
from graphmem.settings import Settings


def day_quota(settings: Settings, spent: Sequence[int]) -> DayQuota:
    """Return the day's quota of a brain.

    Args:
        settings: those of the brain. spent: the calls and the tokens of today, as `api/spent_today` returns them.
    """
    calls, tokens = spent
    return DayQuota(settings.model_calls_per_day, settings.tokens_per_day, calls, tokens)


@asynccontextmanager
async def model_quota(store: Store, service: Settings, brain: str) -> AsyncIterator[None]:
    """Bound the model calls of the block by the day's quota of a brain, and count them when it ends.

    Work that asks no model reads and writes nothing for it.
    """

    async def read() -> DayQuota:
        rows = await store.read("api/quota", brain=brain)
        own = read_settings(rows[0]["settings"] if rows else None)[0]
        return day_quota(layered(service, own, {}), rows[0]["spent"] if rows else (0, 0))

    quota = WorkQuota(read)
    try:
        with within(quota):
            yield
    finally:
        if quota.calls:
            work = {"set": {"modelCalls": quota.calls, "tokens": quota.tokens}}
            await store.write("api/count_spent", brain=brain, episodes=[work])
