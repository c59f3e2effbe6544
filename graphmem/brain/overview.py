"""How much a brain holds, and what happened in it lately."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, time, timedelta

from graphmem.brain_settings import effective
from graphmem.engine import BrainSubject
from graphmem.explore.brain_list import read_brain
from graphmem.explore.contradictions import overturned
from graphmem.explore.episode_list import EpisodeFilter, list_episodes
from graphmem.explore.explorer import Explorer
from graphmem.graph.row_mapping import entity_of
from graphmem.graph.settings_store import settings_of
from graphmem.graph.time_parameters import asked
from graphmem_contract.brains import BrainSummary, DayCounts, Overview
from graphmem_contract.episode_state import EpisodeState
from graphmem_contract.errors import InvalidInput
from graphmem_contract.reads import Stats
from graphmem_contract.settings import EffectiveSetting

MOST_DAYS = 366
SHOWN = 10
"""Length of the lists of an overview."""


class BrainOverview(BrainSubject):
    """Counts of a brain."""

    __slots__ = ()

    async def summary(self) -> BrainSummary:
        """Name, number of writes, times of the first and the last write. Raises NotFound: nothing was ever written to it."""
        return await read_brain(self.engine.store, self.brain)

    async def stats(self) -> Stats:
        """Counts of this brain."""
        return await Explorer(self.engine.store, self.brain).stats()

    async def effective_settings(self) -> dict[str, EffectiveSetting]:
        """Each setting as it applies to this brain, by its name, with the one that sets it."""
        return effective(self.engine.settings, (await settings_of(self.engine.store, self.brain))[0])

    async def get(self, *, days: int = 30) -> Overview:
        """Counts, the last days (UTC), newest contradictions and failures, most connected entities. Raises InvalidInput."""
        store, brain = self.engine.store, self.brain
        stats, counts, pairs, failures, connected = await asyncio.gather(
            self.stats(),
            self.activity(days=days),
            overturned(store, brain, limit=SHOWN),
            list_episodes(store, brain, EpisodeFilter(EpisodeState.FAILED), limit=SHOWN),
            store.read("explore/connected", brain=brain, limit=SHOWN),
        )
        return Overview(
            stats=stats,
            days=counts,
            contradictions=pairs.items,
            failures=failures.items,
            connected=tuple(entity_of(row["entity"]) for row in connected),
        )

    async def activity(self, *, days: int = 30) -> tuple[DayCounts, ...]:
        """What was recorded on each of the last days (UTC), oldest first. Raises InvalidInput: days is not 1 to 366."""
        if not 1 <= days <= MOST_DAYS:
            raise InvalidInput(f"days is 1 to {MOST_DAYS}.", field="days")
        today = datetime.now(UTC).date()
        span = [today - timedelta(days=back) for back in range(days - 1, -1, -1)]
        since = asked(datetime.combine(span[0], time(), UTC))
        found = await self.engine.store.read("explore/activity", brain=self.brain, since=since)
        rows = {row["day"]: row for row in found}
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
