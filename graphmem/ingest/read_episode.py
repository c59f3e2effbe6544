"""The reading of an episode: its mentions, its claims and their vectors (stages 1 and 3), and what a commit of them notes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from graphmem.claims import Call, ExtractedMentions
from graphmem.core_engine import CoreEngine
from graphmem.ingest.associations import links_of, seeds_of
from graphmem.ingest.episodes.input import EpisodeInput
from graphmem.ingest.forgetting.asks import without_asks
from graphmem.ingest.known_attributes import with_attributes
from graphmem.ingest.stages.batch import Batch
from graphmem.ingest.stages.embed import embed_batch
from graphmem.ingest.stages.entity_extract import extract_entities
from graphmem.ingest.stages.fact_extract import extract_facts
from graphmem.ingest.stages.id_references import with_names
from graphmem.ingest.stages.prompt_context import read_context
from graphmem.ingest.stages.records import Sourced
from graphmem.ingest.trace import IngestProgress, trace_of
from graphmem.ingest.transactions.finish import extracted_row
from graphmem.ingest.transactions.records import CommitResult
from graphmem.ingest.vectors import warnings_of
from graphmem.ingest.write_result import write_result
from graphmem.models.configured import configured
from graphmem.models.ports import Extractor, Judge
from graphmem.observability.stage_timer import StageTimer
from graphmem_contract.records import WriteResult


@dataclass(frozen=True, slots=True)
class ReadEpisode:
    """What stages 1 and 3 read in an episode, with the vectors of its texts. `judge`: who may be asked about it."""

    episode: EpisodeInput
    mentions: ExtractedMentions
    claims: Sourced
    batch: Batch
    searchable: dict[str, Any]
    judge: Judge | None
    timer: StageTimer

    @property
    def calls(self) -> tuple[Call, ...]:
        """The calls of the extractor."""
        return (*self.mentions.extracted.calls, *self.claims.calls)

    @property
    def warnings(self) -> tuple[str, ...]:
        """What the extractor could not read, and whether the embedder failed."""
        return (*self.mentions.extracted.warnings, *self.claims.warnings, *warnings_of(self.batch.unembedded))


async def read_episode(
    episode: EpisodeInput,
    engine: CoreEngine,
    previous: Sequence[str],
    timer: StageTimer,
    progress: IngestProgress,
    *,
    reader: Extractor | None = None,
) -> ReadEpisode:
    """Read an episode: stages 1 and 3, and the vectors of their texts. Nothing is written.

    Raises:
        ModelError: the extractor failed. Where the embedder fails, the vectors are missing.
    """
    models = engine.models
    extractor = reader or configured(models.extractor, episode.service, episode.settings)
    judge = configured(models.judge, episode.service, episode.settings) if episode.may_ask_judge else None
    read = engine.store.read

    context = await timer.run("context", read_context(episode, previous, extractor, read, models.embedder))
    context = await with_attributes(episode, context, extractor, read)
    episode = await with_names(episode, read)
    mentions = await timer.run("entity_extract", extract_entities(episode, extractor, context))  # 1
    progress.mentions = mentions
    claims = await timer.run("fact_extract", extract_facts(episode, mentions, extractor, context))  # 3
    stated, asks = without_asks(claims.claims, episode)
    claims = replace(claims, claims=stated)
    progress.claims = claims
    batch = Batch((mentions,), claims.claims, {}, asks=asks)
    embed = embed_batch(episode, batch, previous, models.embedder, context.embedded)
    batch, searchable = await timer.run("embed", embed)
    return ReadEpisode(episode, mentions, claims, batch, searchable, judge, timer)


def result_of(read: ReadEpisode, committed: CommitResult) -> WriteResult:
    """Return what the caller is told of a commit."""
    calls = (*read.calls, *committed.calls)
    result = write_result(committed, calls, read.warnings, read.episode.episode_id)
    if committed.forgetting.hidings:  # its own trace would tell what it asks to forget
        told = [{"purpose": call.purpose, "model": call.model, "ms": call.ms} for call in calls]
        trace: dict[str, Any] = {"stages": [], "hidden": True, "calls": told, "ms": read.timer.stages}
    else:
        trace = trace_of(read.mentions, committed, calls, read.timer)
    return result.model_copy(update={"duration_ms": read.timer.total, "trace": trace})


def row_of(read: ReadEpisode, committed: CommitResult, sentences: Sequence[str]) -> dict[str, Any]:
    """Return the row that ends an episode as extracted.

    Args:
        sentences: of its statements, by which it is found too.
    """
    episode, result = read.episode, result_of(read, committed)
    profiles = {"profiles": seeds_of(read.mentions, committed.plan.resolved)}
    links = {**read.searchable, **links_of(committed, episode.settings), **profiles}
    emotion = read.mentions.extracted.emotion
    return extracted_row(episode.episode_id, episode.lease, result, emotion, links, sentences)
