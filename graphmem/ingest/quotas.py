"""The quota of a brain for the extraction of an episode."""

from __future__ import annotations

from contextlib import suppress

from graphmem.graph.model_quota import count_spent, day_quota
from graphmem.graph.store import Store
from graphmem.ingest.episodes.input import EpisodeInput
from graphmem.ingest.episodes.rows import Stored
from graphmem.ingest.write_result import tokens
from graphmem.models.calls import calls_of
from graphmem.processes.quota import DayQuota, WorkQuota
from graphmem_contract.errors import GraphmemError


def quota_of(episode: EpisodeInput, stored: Stored) -> WorkQuota:
    """Return the quota for the extraction of an episode, as it was when the episode was stored or claimed.

    Nothing is read for it. The commit of the episode counts what was spent. An extraction that has begun is finished.
    """

    async def known() -> DayQuota:
        return day_quota(episode.settings, stored.spent)

    return WorkQuota(known, is_whole=True)


async def count_in_vain(store: Store, brain: str, error: BaseException) -> None:
    """Count the calls of an extraction that an error ended without a row for its episode, which would have counted them."""
    calls = calls_of(error)
    with suppress(GraphmemError):  # the error that ended the extraction matters more
        await count_spent(store, brain, len(calls), tokens(calls).total)
