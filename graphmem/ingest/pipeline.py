"""The seven stages of ingest, one after the other: an episode in, one transaction out.

Stage 3 runs before stage 2: extraction needs no graph, and resolution must be repeatable under the brain's lock.
Stages 2 and 4 to 6 are `transactions/plan.py`; stage 7 is `stages/commit.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from graphmem.core_engine import CoreEngine
from graphmem.ingest.episodes.input import EpisodeInput
from graphmem.ingest.large_extractions import turn_if_large
from graphmem.ingest.read_episode import ReadEpisode, read_episode, result_of, row_of
from graphmem.ingest.stages.commit_parts import LeaseFence
from graphmem.ingest.stages.entity_extract import source_of
from graphmem.ingest.trace import IngestProgress, with_progress
from graphmem.ingest.transactions.commit_batch import commit_batch
from graphmem.ingest.transactions.records import CommitResult
from graphmem.ingest.vectors import Unembedded
from graphmem.models.ports import Extractor
from graphmem.observability.stage_timer import StageTimer
from graphmem_contract.errors import GraphmemError
from graphmem_contract.records import WriteResult


async def ingest(
    episode: EpisodeInput,
    engine: CoreEngine,
    previous: Sequence[str],
    timer: StageTimer,
    *,
    reader: Extractor | None = None,
    dry_run: bool = False,
) -> WriteResult:
    """Extract an episode and commit what it says.

    Args:
        previous: the turns before it in its session, nearest first.
        timer: takes the milliseconds of each stage, for the trace.
        reader: the extractor to ask; default the one of the connection with the settings of the episode.
        dry_run: the transaction is rolled back; the result shows what would be written.

    Raises:
        NotOpen: the episode is extracted already, or its lease has passed on.
        ModelError: the extractor or the judge failed; nothing was written.
        RevisionConflict, DatabaseUnavailable: nothing was half-written.
    """
    progress = IngestProgress()
    try:
        async with turn_if_large(engine.store, episode.brain, episode.extraction):
            return await _ingest(episode, engine, previous, timer, progress, reader=reader, dry_run=dry_run)
    except Exception as error:
        with_progress(error, source_of(episode), progress)
        raise


async def _ingest(
    episode: EpisodeInput,
    engine: CoreEngine,
    previous: Sequence[str],
    timer: StageTimer,
    progress: IngestProgress,
    *,
    reader: Extractor | None,
    dry_run: bool,
) -> WriteResult:
    read = await read_episode(episode, engine, previous, timer, progress, reader=reader)
    row = partial(_episode_row, read)
    fence = LeaseFence(None if dry_run else episode.episode_id, episode.lease)
    settings = read.episode.settings
    commit = commit_batch(engine.store, episode.brain, read.batch, settings, read.judge, fence, row, dry_run=dry_run)
    committed = await timer.run("resolve_to_commit", commit, point="committed")  # 2, 4, 5, 6, 7
    if committed.forgetting.hidings and not dry_run:
        unembedded = Unembedded(committed.forgetting.facts, committed.forgetting.episodes)
        with suppress(GraphmemError):  # what is left is found by its words until upkeep embeds it
            await unembedded.embed(engine.store, engine.models.embedder, episode.brain)
    return result_of(read, committed)


def _episode_row(read: ReadEpisode, committed: CommitResult) -> dict[str, Any]:
    """What the last statement of the transaction writes to the episode."""
    return row_of(read, committed, [s.props["text"] for s in committed.plan.changes.statements])
