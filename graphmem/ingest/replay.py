"""Extract an episode again that failed, or that was only stored."""

from __future__ import annotations

from graphmem.ingest.episodes.queue import claim_one
from graphmem.ingest.process import EpisodeProcessor, answer_of
from graphmem_contract.episode_state import EpisodeState
from graphmem_contract.errors import ConflictError, Gone, InvalidInput, NotFound
from graphmem_contract.records import WriteResult


async def replay(processor: EpisodeProcessor, brain: str, episode_id: str) -> WriteResult:
    """Claim an episode that failed or waits, and extract it. An extracted episode stays as it is.

    Raises:
        NotFound: there is no such episode. Gone: it was forgotten. InvalidInput: it is a session summary, which states
            nothing of its own. ConflictError: another worker is extracting it.
    """
    row = await claim_one(
        processor.engine.store,
        processor.engine.settings,
        brain,
        episode_id,
        (EpisodeState.STORED, EpisodeState.FAILED, EpisodeState.PENDING),
    )
    if row is None:
        if await processor.engine.store.read("curation/forgotten", brain=brain, id=episode_id, key=None):
            raise Gone(f"The episode {episode_id} has been forgotten.")
        raise NotFound(f"There is no episode {episode_id} in this brain.")
    if row["covers"] is not None:
        raise InvalidInput("A summary is drawn from its session; nothing is extracted from it.")
    if row["mine"]:
        async with processor.returned_on_error(brain, episode_id, row["lease"]):
            return await processor.replay_claimed(brain, row)
    if row["status"] == EpisodeState.EXTRACTED:
        return answer_of(row) or WriteResult(episode_id=episode_id, status=EpisodeState.EXTRACTED)
    raise ConflictError("It is being extracted at this moment.", retry_after=1.0)
