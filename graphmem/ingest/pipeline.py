"""The seven stages of ingest, one after the other: an episode in, one transaction out.

Stage 3 runs before stage 2: extraction needs no graph, and resolution must be repeatable under the brain's lock.
Stages 2 and 4 to 6 are `transactions/plan.py`; stage 7 is `stages/commit.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from graphmem.claims import ExtractedMentions
from graphmem.contract.records import WriteResult
from graphmem.ingest.associations import links_of, seeds_of
from graphmem.ingest.episodes.input import EpisodeInput
from graphmem.ingest.ingest_engine import IngestEngine
from graphmem.ingest.large_extractions import turn_if_large
from graphmem.ingest.stages.batch import Batch
from graphmem.ingest.stages.commit_parts import LeaseFence
from graphmem.ingest.stages.embed import embed_batch
from graphmem.ingest.stages.entity_extract import extract_entities, source_of
from graphmem.ingest.stages.fact_extract import Sourced, extract_facts
from graphmem.ingest.stages.id_references import with_names
from graphmem.ingest.stages.prompt_context import read_context
from graphmem.ingest.trace import IngestProgress, trace_of, with_progress
from graphmem.ingest.transactions.commit_batch import commit_batch
from graphmem.ingest.transactions.finish import extracted_row
from graphmem.ingest.transactions.records import CommitResult
from graphmem.ingest.write_result import write_result
from graphmem.models.configured import configured
from graphmem.models.ports import Extractor
from graphmem.observability.stage_timer import StageTimer


async def ingest(
    episode: EpisodeInput,
    engine: IngestEngine,
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
        ModelError: a model failed; nothing was written.
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
    engine: IngestEngine,
    previous: Sequence[str],
    timer: StageTimer,
    progress: IngestProgress,
    *,
    reader: Extractor | None,
    dry_run: bool,
) -> WriteResult:
    models = engine.models
    extractor = reader or configured(models.extractor, episode.service, episode.settings)
    judge = configured(models.judge, episode.service, episode.settings) if episode.may_ask_judge else None
    read, settings = engine.store.read, episode.settings

    context = await timer.run("context", read_context(episode, previous, extractor, read, models.embedder))
    episode = await with_names(episode, read)
    mentions = await timer.run("entity_extract", extract_entities(episode, extractor, context))  # 1
    progress.mentions = mentions
    claims = await timer.run("fact_extract", extract_facts(episode, mentions, extractor, context))  # 3
    progress.claims = claims
    batch = Batch((mentions,), claims.claims, {})
    embed = embed_batch(episode, batch, previous, models.embedder, context.vectors)
    batch, searchable = await timer.run("embed", embed)
    row = partial(_episode_row, episode, mentions, claims, timer, searchable)
    fence = LeaseFence(None if dry_run else episode.episode_id, episode.lease)
    commit = commit_batch(engine.store, episode.brain, batch, settings, judge, fence, row, dry_run=dry_run)
    committed = await timer.run("resolve_to_commit", commit, point="committed")  # 2, 4, 5, 6, 7
    return _result(episode, mentions, claims, timer, committed)


def _result(
    episode: EpisodeInput, mentions: ExtractedMentions, claims: Sourced, timer: StageTimer, committed: CommitResult
) -> WriteResult:
    calls = (*mentions.extracted.calls, *claims.calls, *committed.calls)
    warnings = (*mentions.extracted.warnings, *claims.warnings)
    result = write_result(committed, calls, warnings, episode.episode_id)
    return result.model_copy(update={"duration_ms": timer.total, "trace": trace_of(mentions, committed, calls, timer)})


def _episode_row(
    episode: EpisodeInput,
    mentions: ExtractedMentions,
    claims: Sourced,
    timer: StageTimer,
    searchable: dict[str, Any],
    committed: CommitResult,
) -> dict[str, Any]:
    """What the last statement of the transaction writes to the episode."""
    result = _result(episode, mentions, claims, timer, committed)
    profiles = {"profiles": seeds_of(mentions, committed.plan.resolved)}
    links = {**searchable, **links_of(committed, episode.settings), **profiles}
    sentences = [s.props["text"] for s in committed.plan.changes.statements]
    return extracted_row(episode.episode_id, episode.lease, result, mentions.extracted.emotion, links, sentences)
