"""How much a brain holds, and what happened in it lately."""

# Derived by clients/python/scripts/generate.py from _async/brain/overview.py.

from __future__ import annotations

from graphmem_client._sync.brain.subject import BrainSubject
from graphmem_contract.brains import BrainSummary, DayCounts, Overview
from graphmem_contract.reads import Stats
from graphmem_contract.service import BrainDetail
from graphmem_contract.settings import EffectiveSetting


class BrainOverview(BrainSubject):
    """Counts of a brain."""

    __slots__ = ()

    def summary(self) -> BrainSummary:
        """Name, number of writes, times of the first and the last write. Raises NotFound: nothing was ever written to it."""
        return self._get("getBrain", "", BrainSummary)

    def detail(self) -> BrainDetail:
        """The times, the settings and the counts of this brain. Raises NotFound where nothing was ever written."""
        return self._get("getBrain", "", BrainDetail)

    def stats(self) -> Stats:
        """Counts of this brain."""
        return self._get("getStats", "/stats", Stats)

    def effective_settings(self) -> dict[str, EffectiveSetting]:
        """Each setting as it applies to this brain, by its name, with the one that sets it. Raises NotFound, as `detail`."""
        return (self.detail()).effective_settings

    def get(self, *, days: int = 30) -> Overview:
        """Counts, the last days (UTC), newest contradictions and failures, most connected entities. Raises InvalidInput."""
        return self._get("getOverview", "/overview", Overview, days=days)

    def activity(self, *, days: int = 30) -> tuple[DayCounts, ...]:
        """What was recorded on each of the last days (UTC), oldest first. Raises InvalidInput: days is not 1 to 366.

        The client takes it from `get`.
        """
        return (self.get(days=days)).days
