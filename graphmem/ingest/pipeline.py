"""The seven stages of ingest. 3 runs before 2: it needs no graph, and what needs the graph must be repeatable under the lock."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from graphmem.core_engine import CoreEngine
from graphmem.ingest.episodes.input import EpisodeInput
from graphmem.ingest.forgetting.asks import without_asks
from graphmem.ingest.large_extractions import turn_if_large
from graphmem.ingest.read_episode import ReadEpisode
from graphmem.ingest.stages.batch import Batch
from graphmem.ingest.stages.case import Case
from graphmem.ingest.stages.commit_parts import LeaseFence
from graphmem.ingest.stages.contradiction import contradiction
from graphmem.ingest.stages.embed import embed_batch
from graphmem.ingest.stages.entity_extract import entity_extract, source_of, with_attributes
from graphmem.ingest.stages.entity_resolve import entity_resolve
from graphmem.ingest.stages.fact_dedup import fact_dedup
from graphmem.ingest.stages.fact_extract import fact_extract
from graphmem.ingest.stages.id_references import with_names
from graphmem.ingest.stages.prompt_context import read_context
from graphmem.ingest.stages.temporal import temporal
from graphmem.ingest.trace import IngestProgress, with_progress
from graphmem.ingest.transactions.commit_batch import commit_batch
from graphmem.ingest.transactions.records import Plan, state_of
from graphmem.ingest.vectors import Unembedded
from graphmem.models.configured import configured
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
    progress, store, brain = IngestProgress(), engine.store, episode.brain
    try:
        async with turn_if_large(store, brain, episode.extraction):
            read = await read_episode(episode, engine, previous, timer, progress, reader=reader)  # 1, 3
            fence = LeaseFence(None if dry_run else episode.episode_id, episode.lease)
            commit = commit_batch(
                store, brain, read.batch, plan_stages, episode.settings, read.judge, fence, read.row, dry_run=dry_run
            )
            committed = await timer.run("resolve_to_commit", commit, point="committed")  # 2, 4 to 6, 7
            if (hidden := committed.forgetting).hidings and not dry_run:
                with suppress(GraphmemError):  # what is left is found by its words until upkeep embeds it
                    await Unembedded(hidden.facts, hidden.episodes).embed(store, engine.models.embedder, brain)
            return read.result(committed)
    except Exception as error:
        with_progress(error, source_of(episode), progress)
        raise


async def read_episode(
    episode: EpisodeInput,
    engine: CoreEngine,
    previous: Sequence[str],
    timer: StageTimer,
    progress: IngestProgress,
    *,
    reader: Extractor | None = None,
) -> ReadEpisode:
    """Stages 1 and 3, and the vectors of their texts. Nothing is written.

    Raises:
        ModelError: the extractor failed. Where the embedder fails, the vectors are missing.
    """
    models, embedder, read = engine.models, engine.models.embedder, engine.store.read
    extractor = reader or configured(models.extractor, episode.service, episode.settings)
    judge = configured(models.judge, episode.service, episode.settings) if episode.may_ask_judge else None
    context = await timer.run("context", read_context(episode, previous, extractor, read, embedder))
    context = await with_attributes(episode, context, extractor, read)
    episode = await with_names(episode, read)
    progress.mentions = mentions = await timer.run("entity_extract", entity_extract(episode, extractor, context))  # 1
    claims = await timer.run("fact_extract", fact_extract(episode, mentions, extractor, context))  # 3
    stated, asks = without_asks(claims.claims, episode)
    progress.claims = claims = replace(claims, claims=stated)
    batch = Batch((mentions,), claims.claims, {}, asks=asks)
    embed = embed_batch(episode, batch, previous, embedder, context.embedded)
    batch, searchable = await timer.run("embed", embed)
    return ReadEpisode(episode, mentions, claims, batch, searchable, judge, timer)


async def plan_stages(case: Case) -> Plan:
    """Stages 2, 4, 5 and 6 of a batch, on reads of the graph. Nothing is written; the commit may plan again under the lock.

    Raises:
        Ambiguous: only the judge can decide, and under the lock it may not be asked.
    """
    names, resolved = await entity_resolve(case)  # 2
    compared = await fact_dedup(case, resolved)  # 4
    dated = await temporal(compared)  # 5
    changes = await contradiction(case, resolved, compared, dated)  # 6
    return Plan(names.revision, resolved, compared.facts, dated, changes, state_of(names, resolved, compared.facts))
