"""What becomes of a stored episode: it is extracted, waits for its session, is only kept, or fails.

`pipeline.py` extracts it; this module decides whether and when, and keeps the outcome.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext, suppress
from dataclasses import dataclass, replace
from typing import Any

from structlog.contextvars import bound_contextvars

from graphmem.core_engine import CoreEngine
from graphmem.graph.vectors.bolt import bolt
from graphmem.ingest.episodes.chunks import context_of
from graphmem.ingest.episodes.input import EpisodeInput
from graphmem.ingest.episodes.queue import claim_one, held, requeue
from graphmem.ingest.episodes.request import replayed_input
from graphmem.ingest.episodes.rows import Stored
from graphmem.ingest.episodes.screening import pii_warnings
from graphmem.ingest.pipeline import ingest
from graphmem.ingest.quotas import count_in_vain, quota_of
from graphmem.ingest.session_release import SessionRelease
from graphmem.ingest.stages.batch import Batch
from graphmem.ingest.stages.commit_parts import NotOpen
from graphmem.ingest.stages.embed import embed_batch
from graphmem.ingest.trace import failed_trace
from graphmem.ingest.transactions.commit_batch import COMMIT_QUEUES
from graphmem.ingest.transactions.finish import ended, spent
from graphmem.ingest.vectors import embed_texts, warnings_of, write_with_vectors
from graphmem.ingest.write_result import tokens
from graphmem.models.calls import calls_of
from graphmem.models.ports import Extractor
from graphmem.observability import metrics
from graphmem.observability.logs import get_logger
from graphmem.observability.stage_timer import StageTimer
from graphmem.processes.quota import within
from graphmem_contract.episode_state import EpisodeState
from graphmem_contract.errors import (
    ConflictError,
    Gone,
    GraphmemError,
    InvalidInput,
    ModelError,
    NotFound,
    QuotaSpent,
    reason_of,
)
from graphmem_contract.records import TokensUsed, WriteResult

log = get_logger("graphmem.ingest")
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class EpisodeProcessor:
    """Moves stored episodes to their next state, with the store, models and settings of an engine."""

    engine: CoreEngine

    async def process(
        self, episode: EpisodeInput, stored: Stored, timer: StageTimer | None = None, *, last_try: bool = True
    ) -> WriteResult:
        """Extract, hold back or only keep a stored episode, as the settings of the brain and the call say.

        Raises:
            ModelError: extraction failed and this is not the `last_try`; the episode keeps its state.
        """
        timer = timer or StageTimer()
        episode, warnings = replace(episode, episode_id=stored.id).in_brain(stored.settings)
        warnings = (*warnings, *pii_warnings(episode))
        if stored.late:
            await self._renew_turns_after(episode)
        if episode.course == "extract":
            result = await self.extract(episode, stored, timer, last_try=last_try)
        elif episode.course == "wait":
            result = await self._wait(episode, stored, timer)
        else:
            result = await self._keep(episode, stored, timer)
        return result.model_copy(update={"warnings": (*warnings, *result.warnings)}) if warnings else result

    async def process_claimed(self, brain: str, row: Row, timer: StageTimer) -> WriteResult:
        """Process an episode that a worker has claimed. An episode that waited in its session is extracted.

        Raises:
            GraphmemError: extraction failed; the episode keeps its state, for the worker to try again or give up.
        """
        if row["waiting"]:
            return await SessionRelease(self).take_over(brain, row)
        episode, stored = replayed_input(brain, row, self.engine.settings)
        episode, stored = replace(episode, lease=row["lease"]), replace(stored, late=bool(row["late"]))
        with self.announced(episode):
            return await self.process(episode, stored, timer, last_try=False)

    async def extract(
        self,
        episode: EpisodeInput,
        stored: Stored,
        timer: StageTimer | None = None,
        *,
        last_try: bool = True,
        reader: Extractor | None = None,
    ) -> WriteResult:
        """Run stages 1 to 7 for a stored episode. A model's failure is kept with the episode, which can be replayed.

        Args:
            reader: what reads it, if not the extractor of the connection: it may have been read with others.

        Where the quota of its brain is spent, it returns to the queue until midnight UTC, and no model is asked.

        Raises:
            ModelError: extraction failed and this is not the `last_try`; the episode keeps its state.
        """
        timer = timer or StageTimer()
        episode = stored.complete(episode)
        try:
            with (
                bound_contextvars(brain=episode.brain, episode=stored.id),
                metrics.episode(episode.brain, stored.id),
                within(quota_of(episode, stored)),
            ):
                return await ingest(episode, self.engine, stored.previous, timer, reader=reader)
        except (QuotaSpent, NotOpen) as error:
            await count_in_vain(self.engine.store, episode.brain, error)
            if isinstance(error, QuotaSpent):
                return await self._deferred(episode, error)
            return await self._overtaken(episode, timer)
        except ModelError as error:
            if not last_try:
                raise
            return await self.fail(episode, stored, error, timer)

    async def replay_claimed(
        self,
        brain: str,
        row: Row,
        reader: Extractor | None = None,
        timer: StageTimer | None = None,
        *,
        last_try: bool = True,
    ) -> WriteResult:
        """Extract an episode whose lease the caller holds, as it is stored.

        Args:
            reader: what reads it, if it was read with others.

        Raises:
            ModelError: extraction failed and this is not the `last_try`.
        """
        episode, stored, warnings = self.claimed(brain, row)
        if row["late"]:
            await self._renew_turns_after(episode)
        result = await self.extract(episode, stored, timer, last_try=last_try, reader=reader)
        return result.model_copy(update={"warnings": (*warnings, *result.warnings)}) if warnings else result

    def claimed(self, brain: str, row: Row) -> tuple[EpisodeInput, Stored, tuple[str, ...]]:
        """Return a claimed episode with the settings of its brain, and warnings about unusable ones."""
        episode, stored = replayed_input(brain, row, self.engine.settings)
        episode, warnings = replace(episode, lease=row["lease"]).in_brain(stored.settings)
        return episode, stored, warnings

    async def flush(
        self, brain: str, session_id: str, *, threshold: int = 0, failed: bool = True
    ) -> tuple[WriteResult, ...]:
        """Extract the waiting episodes of a session in their order, once `threshold` of them sound memorable.

        A model reads them together (`session_release.py`). No waiting episode is lost: one that fails is marked as failed,
        and the next flush takes it up again, as it does with episodes that a dead process had claimed.

        Raises:
            DatabaseUnavailable: Neo4j cannot be reached; the remaining episodes go on waiting.
        """
        return await SessionRelease(self).flush(brain, session_id, threshold=threshold, failed=failed)

    async def fail(self, episode: EpisodeInput, stored: Stored, error: Exception, timer: StageTimer) -> WriteResult:
        """Mark the episode as failed, with the error and the stage. It is searchable and can be replayed."""
        stage, code = timer.last, getattr(error, "code", "internal")
        log.warning("extraction_failed", brain=episode.brain, episode=episode.episode_id, code=code, stage=stage)
        why = reason_of(error) + (f" (stage {stage})" if stage else "")
        trace = failed_trace(error, why, timer)
        findable, failure = await self._search_columns(episode, stored)
        result = WriteResult(
            episode_id=episode.episode_id,
            status=EpisodeState.FAILED,
            success=False,
            error=why,
            duration_ms=timer.total,
            tokens_used=tokens(calls_of(error)),
            warnings=warnings_of(failure, names=False),
        )
        kept = {
            "status": EpisodeState.FAILED,
            "error": why,
            "result": result.model_dump_json(),
            "trace": json.dumps(trace, ensure_ascii=False),
            "lease": None,
            **spent(trace, result.tokens_used),
        }
        done = await self._kept(episode, kept, findable, failure)
        return result.model_copy(update={"trace": trace}) if done else await self._overtaken(episode, timer)

    @asynccontextmanager
    async def returned_on_error(self, brain: str, episode_id: str, lease: str | None) -> AsyncIterator[None]:
        """Hold the lease of an episode. An error that nobody handles is kept with it, and it returns to the queue at once.

        A model's failure is handled before: that episode has failed.
        """
        store = self.engine.store
        try:
            async with held(store, self.engine.settings, brain, episode_id, lease):
                yield
        except Exception as error:
            if lease:
                with suppress(GraphmemError):  # if the database is away, the lease runs out
                    await requeue(store, brain, episode_id, lease, error=reason_of(error))
                    await count_in_vain(store, brain, error)
            raise

    def announced(self, episode: EpisodeInput) -> AbstractContextManager[None]:
        """Announce its commit, unless a model has to read it first."""
        no_model = episode.extraction is not None and not episode.skip_extraction
        return COMMIT_QUEUES.announced(self.engine.store, episode.brain) if no_model else nullcontext()

    async def _deferred(self, episode: EpisodeInput, error: QuotaSpent) -> WriteResult:
        """Put an episode back into the queue until the quota of its brain is a new one. The attempt does not count.

        Raises:
            QuotaSpent: nobody holds a lease of the episode; it keeps its state.
        """
        why = reason_of(error)
        if episode.lease is None:
            raise error
        kept = await requeue(
            self.engine.store, episode.brain, episode.episode_id, episode.lease, delay=error.retry_after or 0.0,
            error=why, waits_for="quota",
        )  # fmt: skip
        if not kept:
            return await self._overtaken(episode, StageTimer())
        return WriteResult(episode_id=episode.episode_id, status=EpisodeState.PENDING, success=False, error=why)

    async def _keep(
        self, episode: EpisodeInput, stored: Stored, timer: StageTimer, **marks: bool | None
    ) -> WriteResult:
        """Keep it stored and searchable, without extraction."""
        findable, failure = await self._search_columns(episode, stored)
        result = WriteResult(
            episode_id=stored.id,
            status=EpisodeState.STORED,
            recorded_at=stored.recorded_at,
            duration_ms=timer.total,
            warnings=warnings_of(failure, names=False),
        )
        kept = {
            "status": EpisodeState.STORED,
            "lease": None,
            "error": None,
            "result": result.model_dump_json(),
            **marks,
        }
        done = await self._kept(episode, kept, findable, failure)
        return result if done else await self._overtaken(episode, timer)

    async def _kept(self, episode: EpisodeInput, kept: dict[str, Any], findable: dict[str, Any], failure: str) -> bool:
        """Write its outcome without a commit. False: the lease has passed on.

        Args:
            failure: why `findable` has no vectors.
        """
        # An episode without a lease may have been claimed since.
        only_while = EpisodeState.STORED if episode.lease is None else None
        row = ended(episode.episode_id, episode.lease, kept, findable, only_while=only_while)
        store = self.engine.store
        return bool(await write_with_vectors(store, "ingest/finish_episodes", episode.brain, failure, episodes=[row]))

    async def _wait(self, episode: EpisodeInput, stored: Stored, timer: StageTimer) -> WriteResult:
        """Hold it back until its session has enough memorable messages; then extract all of them."""
        signal = episode.is_signal
        kept = await self._keep(episode, stored, timer, waiting=True, signal=signal or None)
        if not signal or not episode.session_id or not kept.success:
            return kept.model_copy(update={"signal": signal})
        threshold = episode.settings.extraction_threshold
        done = await self.flush(episode.brain, episode.session_id, threshold=threshold, failed=False)
        if not done:
            return kept.model_copy(update={"signal": True, "signals": await self._signals(episode)})
        own = next((one for one in done if one.episode_id == stored.id), kept)
        failed = tuple(f"{one.episode_id}: {one.error}" for one in done if not one.success and one is not own)
        flushed = tuple(one.episode_id for one in done if one.success and one.episode_id)
        changes: dict[str, Any] = {"flushed": flushed, "warnings": (*own.warnings, *failed), "duration_ms": timer.total}
        changes["tokens_used"] = sum((one.tokens_used for one in done), TokensUsed())
        return own.model_copy(update=changes)

    async def _signals(self, episode: EpisodeInput) -> int:
        """Return how many of the messages that wait in its session count towards the threshold."""
        rows = await self.engine.store.read("ingest/signals", brain=episode.brain, session=episode.session_id)
        return int(rows[0]["signals"])

    async def _overtaken(self, episode: EpisodeInput, timer: StageTimer) -> WriteResult:
        """The result where nothing was written: another worker extracted it, forgot it, or holds its lease."""
        row = (await self.engine.store.read("queue/state", brain=episode.brain, id=episode.episode_id))[0]
        if row["status"] == EpisodeState.EXTRACTED:
            done = answer_of(row) or WriteResult(episode_id=episode.episode_id, status=EpisodeState.EXTRACTED)
            return done.model_copy(update={"duration_ms": timer.total})
        if row["status"] is None:
            status, why = "forgotten", "Gone: It was forgotten while it was being extracted; nothing was written."
        else:
            status, why = row["status"], "Another worker has taken it over; nothing was written here."
        return WriteResult(
            episode_id=episode.episode_id, status=status, success=False, error=why, duration_ms=timer.total
        )

    async def again(self, episode: EpisodeInput, stored: Stored) -> WriteResult:
        """The answer to a repeated idempotency key. Waits for a request that still runs, and takes over one that died."""
        state, answer = stored.status, stored.answer
        for pause in _PAUSES:
            if answer is not None or state == EpisodeState.STORED:
                break
            row = await claim_one(self.engine.store, self.engine.settings, episode.brain, stored.id)
            if row is None:
                raise Gone("The request with this Idempotency-Key has just been forgotten.")
            if row["mine"]:
                return await self._taken_over(episode.brain, row)
            answer, state = answer_of(row), row["status"]
            if state == EpisodeState.PENDING and row["waitsFor"]:
                return WriteResult(episode_id=stored.id, status=state, success=False, error=row["error"])
            await asyncio.sleep(0 if answer else pause)
        if answer is None and state == EpisodeState.STORED and episode.course == "keep":
            return await self.process(episode, stored)  # its first request did not finish
        return answer or WriteResult(episode_id=stored.id, status=state)

    async def _taken_over(self, brain: str, row: Row) -> WriteResult:
        episode, again = replayed_input(brain, row, self.engine.settings)
        async with self.returned_on_error(brain, again.id, row["lease"]):
            return await self.process(replace(episode, lease=row["lease"]), replace(again, late=bool(row["late"])))

    async def _renew_turns_after(self, episode: EpisodeInput) -> None:
        """Renew the context of the two turns after a turn that came late into its session."""
        turns = await self.engine.store.read(
            "curation/following_turns", brain=episode.brain, episode=episode.episode_id, without=False
        )
        contexts = [context_of(turn["turn"], turn["before"]) for turn in turns]
        embedded = await embed_texts(
            self.engine.models.embedder,
            [text for text, turn in zip(contexts, turns, strict=True) if not turn["chunked"]],
        )
        after = [
            {"id": turn["id"], "before": turn["before"], "vector": bolt(embedded.vectors.get(text))}
            for text, turn in zip(contexts, turns, strict=True)
        ]
        await write_with_vectors(
            self.engine.store,
            "queue/update_turns",
            episode.brain,
            embedded.failure,
            episode=episode.episode_id,
            after=after,
        )

    async def _search_columns(self, episode: EpisodeInput, stored: Stored) -> tuple[dict[str, Any], str]:
        """The vectors or chunks by which search finds an episode that is not extracted, and why vectors are missing."""
        nothing = Batch((), (), {})
        batch, columns = await embed_batch(episode, nothing, stored.previous, self.engine.models.embedder)
        return columns, batch.unembedded


def answer_of(row: Mapping[str, Any]) -> WriteResult | None:
    """The result that was kept when it ended; None while it is claimed again."""
    ended = row["result"] and row["status"] in (EpisodeState.EXTRACTED, EpisodeState.FAILED, EpisodeState.STORED)
    return WriteResult.model_validate_json(row["result"]) if ended else None


_PAUSES = (*(0.05 * 1.2**n for n in range(15)), *(0.75 for _ in range(75)))
"""Seconds between two looks at a request that still runs: about a minute in all."""


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
