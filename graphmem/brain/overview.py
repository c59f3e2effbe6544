"""How much a brain holds, and what happened in it lately."""

from __future__ import annotations

from graphmem.brain_settings import effective
from graphmem.engine import BrainSubject
from graphmem.explore.brain_list import read_brain
from graphmem.explore.explorer import Explorer
from graphmem.explore.overview import activity, overview
from graphmem.graph.settings_store import settings_of
from graphmem_contract.brains import BrainSummary, DayCounts, Overview
from graphmem_contract.reads import Stats
from graphmem_contract.settings import EffectiveSetting


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
        return await overview(self.engine.store, self.brain, days)

    async def activity(self, *, days: int = 30) -> tuple[DayCounts, ...]:
        """What was recorded on each of the last days (UTC), oldest first. Raises InvalidInput: days is not 1 to 366."""
        return await activity(self.engine.store, self.brain, days)
