"""The quota of a brain for the extraction of an episode."""

from __future__ import annotations

from graphmem.graph.model_quota import day_quota
from graphmem.ingest.episodes.input import EpisodeInput
from graphmem.ingest.episodes.rows import Stored
from graphmem.processes.quota import DayQuota, WorkQuota


def quota_of(episode: EpisodeInput, stored: Stored) -> WorkQuota:
    """Return the quota for the extraction of an episode, as it was when the episode was stored or claimed.

    Nothing is read for it. The commit of the episode counts what was spent. An extraction that has begun is finished.
    """

    async def known() -> DayQuota:
        return day_quota(episode.settings, stored.spent)

    return WorkQuota(known, is_whole=True)
