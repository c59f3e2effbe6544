"""How an episode comes in: stored first, then processed at once, by a worker, or only rehearsed."""

from __future__ import annotations

from dataclasses import replace

from graphmem.brain_settings import layered
from graphmem.explore.source_list import trust_of
from graphmem.fault_points import reached
from graphmem.graph.model_quota import model_quota
from graphmem.graph.settings_store import settings_of
from graphmem.ingest.episodes.input import EpisodeInput
from graphmem.ingest.episodes.queue import new_lease
from graphmem.ingest.episodes.rows import Stored
from graphmem.ingest.episodes.screening import screen
from graphmem.ingest.episodes.store import store_episode
from graphmem.ingest.pipeline import ingest
from graphmem.ingest.process import EpisodeProcessor
from graphmem.observability.stage_timer import StageTimer
from graphmem_contract.episode_state import EpisodeState
from graphmem_contract.records import WriteResult


async def remember(processor: EpisodeProcessor, episode: EpisodeInput) -> tuple[WriteResult, bool]:
    """Store the episode and extract it. Returns the result, and whether it repeats an earlier answer.

    It is extracted under a lease, as by a worker: if this process dies, another one takes over.
    """
    timer = StageTimer()
    only_kept = episode.course == "keep"
    episode = episode if only_kept else replace(episode, lease=new_lease())
    with processor.announced(episode):
        episode, stored = await store_episode(
            processor.engine.store, episode, EpisodeState.STORED if only_kept else EpisodeState.EXTRACTING
        )
        if not stored.replayed:
            await reached("stored")
            async with processor.returned_on_error(episode.brain, stored.id, episode.lease):
                return await processor.process(episode, stored, timer), False
    return await processor.again(episode, stored), True


async def accept(processor: EpisodeProcessor, episode: EpisodeInput) -> Stored:
    """Store the episode for a worker (`wait=false`)."""
    _, stored = await store_episode(processor.engine.store, episode, EpisodeState.PENDING)
    await reached("stored")
    return stored


async def dry_run(processor: EpisodeProcessor, episode: EpisodeInput) -> WriteResult:
    """What `remember` would change, found by doing it and rolling back. The episode is not written either."""
    own, warnings = await settings_of(processor.engine.store, episode.brain)
    trust = await trust_of(processor.engine.store, episode.brain, episode.source)
    before = await _turns_before(processor, episode)
    episode = replace(episode.under(own), trust=trust, turns_before=before)
    episode = await screen(episode, layered(processor.engine.settings, own, {}).pii)
    if episode.course != "extract":
        why = "It would only be stored, for now." if episode.course == "wait" else "It would only be stored."
        return WriteResult(episode_id=None, warnings=(*warnings, why))
    async with model_quota(processor.engine.store, processor.engine.settings, episode.brain):
        result = await ingest(episode, processor.engine, (), StageTimer(), dry_run=True)
    nothing = {"episode_id": None, "status": None, "recorded_at": None, "revision": None}
    return result.model_copy(update={**nothing, "warnings": (*warnings, *result.warnings)})


async def _turns_before(processor: EpisodeProcessor, episode: EpisodeInput) -> int:
    """Return how many turns of its session are said at the moment of an episode that is not stored."""
    if episode.session_id is None:
        return 0
    at, session = episode.occurred_at, episode.session_id
    rows = await processor.engine.store.read("ingest/turns_before", brain=episode.brain, session=session, at=at)
    return int(rows[0]["turnsBefore"])
