"""The states of an episode: stored, pending, waiting, extracting, extracted, failed.

`pipeline.py` extracts one; this module decides when, stores it first, and keeps what became of it.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from typing import Any

from structlog.contextvars import bound_contextvars

from graphmem.contract.records import WriteResult
from graphmem.errors import CallerError, ConflictError, Gone, InvalidInput, ModelError, NotFound, reason_of
from graphmem.fault_points import reached
from graphmem.graph.settings_store import settings_of
from graphmem.graph.vectors import bolt
from graphmem.ingest.episodes.chunks import context_of
from graphmem.ingest.episodes.input import EpisodeInput
from graphmem.ingest.episodes.queue import claim_one, held, new_lease
from graphmem.ingest.episodes.request import replayed_input
from graphmem.ingest.episodes.rows import Stored
from graphmem.ingest.episodes.store import store_episode
from graphmem.ingest.ingest_engine import IngestEngine
from graphmem.ingest.pipeline import ingest
from graphmem.ingest.stages.batch import UNCHANGED, Batch, embed_texts
from graphmem.ingest.stages.commit_parts import NotOpen
from graphmem.ingest.stages.embed import embed_batch
from graphmem.ingest.trace import call_row
from graphmem.ingest.transactions.finish import ended
from graphmem.models.calls import calls_of
from graphmem.observability import metrics
from graphmem.observability.logs import get_logger
from graphmem.observability.stage_timer import StageTimer
from graphmem.write_queue import expected

log = get_logger("graphmem.ingest")
Row = dict[str, Any]
CLAIM_SECONDS = 600
"""So long a caller may take to extract what waited in a session, before another may."""


@dataclass(frozen=True, slots=True)
class Lifecycle:
    """Moves episodes from one state to the next."""

    engine: IngestEngine

    async def remember(self, episode: EpisodeInput) -> tuple[WriteResult, bool]:
        """Stores the episode and lands what it says. Gives the result and whether it is an earlier answer again.

        It is extracted under a lease, as by a worker: if the process dies meanwhile, somebody else takes over.
        """
        timer = StageTimer()
        only_kept = episode.course == "keep"
        episode = episode if only_kept else replace(episode, lease=new_lease())
        with self._expected(episode):
            stored = await store_episode(self.engine.store, episode, "stored" if only_kept else "extracting")
            if not stored.replayed:
                await reached("stored")
                async with held(self.engine.store, episode.settings, episode.brain, stored.id, episode.lease):
                    return await self.process(episode, stored, timer), False
        return await self._again(episode, stored), True

    async def accept(self, episode: EpisodeInput) -> Stored:
        """Stores the episode for later (`wait=false`)."""
        stored = await store_episode(self.engine.store, episode, "pending")
        await reached("stored")
        return stored

    async def process(
        self, episode: EpisodeInput, stored: Stored, timer: StageTimer | None = None, *, last_try: bool = True
    ) -> WriteResult:
        """What the brain's settings and the call's say is to happen with a stored episode.

        Raises:
            ModelError: it failed, and this is not the `last_try`; the episode is left as it is.
        """
        timer = timer or StageTimer()
        episode, warnings = replace(episode, episode_id=stored.id).in_brain(stored.settings)
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
        """What a worker does with an episode that it took: as `take_in`, and what had waited in a session is extracted.

        Raises:
            GraphmemError: it failed; the episode is left as it is, to be tried again or given up.
        """
        episode, stored = replayed_input(brain, row, self.engine.settings)
        episode, stored = replace(episode, lease=row["lease"]), replace(stored, late=bool(row["late"]))
        with self._expected(episode):
            if row["waiting"]:
                return await self.extract(episode.in_brain(stored.settings)[0], stored, timer, last_try=False)
            return await self.process(episode, stored, timer, last_try=False)

    async def extract(
        self, episode: EpisodeInput, stored: Stored, timer: StageTimer | None = None, *, last_try: bool = True
    ) -> WriteResult:
        """Stages 1 to 7 for a stored episode; a model's failure is kept with the episode, which can be replayed.

        Raises:
            ModelError: it failed, and this is not the `last_try`; the episode is left as it is.
        """
        timer = timer or StageTimer()
        episode = replace(episode, episode_id=stored.id)
        try:
            with bound_contextvars(brain=episode.brain, episode=stored.id), metrics.episode(episode.brain, stored.id):
                return await ingest(episode, self.engine, stored.previous, timer)
        except NotOpen:
            return await self._overtaken(episode, timer)
        except ModelError as error:
            if not last_try:
                raise
            return await self.fail(episode, stored, error, timer)

    async def dry_run(self, episode: EpisodeInput) -> WriteResult:
        """Dry run: all that would happen, found by doing it and rolling back; not even the episode is written."""
        own, warnings = await settings_of(self.engine.store, episode.brain)
        episode = episode.under(own)
        if episode.course != "extract":
            why = "It would only be stored, for now." if episode.course == "wait" else "It would only be stored."
            return WriteResult(episode_id=None, warnings=(*warnings, why))
        result = await ingest(episode, self.engine, (), StageTimer(), dry_run=True)
        nothing = {"episode_id": None, "status": None, "recorded_at": None, "revision": None}
        return result.model_copy(update={**nothing, "warnings": (*warnings, *result.warnings)})

    async def flush(
        self, brain: str, session_id: str, *, threshold: int = 0, failed: bool = True
    ) -> tuple[WriteResult, ...]:
        """Extracts what waits in a session, in its order, each episode by itself, once `threshold` of them sound memorable.

        Nothing that waits is lost: what fails stays, marked as failed, and the next flush takes it up again; so does
        it what a process that died had taken.

        Raises:
            DatabaseUnavailable: Neo4j is out of reach; what is left goes on waiting.
        """
        rows = await self.engine.store.write(
            "ingest/claim_waiting",
            brain=brain,
            session=session_id,
            threshold=threshold,
            failed=failed,
            lease=new_lease(),
            seconds=CLAIM_SECONDS,
        )
        return tuple([await self._next(brain, row) for row in rows])

    async def _next(self, brain: str, row: Row) -> WriteResult:
        """One of those that waited; what cannot be done just now goes on waiting and does not keep the others from it."""
        try:
            return await self.replay(brain, row)
        except (CallerError, ConflictError) as error:
            waits = ended(row["id"], row["lease"], {"status": "stored", "lease": None})
            await self.engine.store.write("ingest/finish_episodes", brain=brain, episodes=[waits])
            why = f"{type(error).__name__}: {error.detail}"
            return WriteResult(episode_id=row["id"], status="stored", success=False, error=why)

    async def replay(self, brain: str, row: Row) -> WriteResult:
        """Extracts an episode that was taken, as it stands in the graph, with the options that it came with."""
        episode, stored = replayed_input(brain, row, self.engine.settings)
        episode, warnings = replace(episode, lease=row["lease"]).in_brain(stored.settings)
        if row["late"]:
            await self._renew_turns_after(episode)
        async with held(self.engine.store, self.engine.settings, brain, stored.id, episode.lease):
            result = await self.extract(episode, stored)
        return result.model_copy(update={"warnings": (*warnings, *result.warnings)}) if warnings else result

    async def replay_by_id(self, brain: str, episode_id: str) -> WriteResult:
        """Takes an episode that failed or waits, and extracts it; one that is extracted stays as it is.

        Raises:
            NotFound: there is no such episode. Gone: it was forgotten. InvalidInput: it is a summary, which says nothing of
                its own. ConflictError: somebody is at it.
        """
        row = await claim_one(
            self.engine.store, self.engine.settings, brain, episode_id, ("stored", "failed", "pending")
        )
        if row is None:
            if await self.engine.store.read("upkeep/forgotten", brain=brain, id=episode_id, key=None):
                raise Gone(f"The episode {episode_id} has been forgotten.")
            raise NotFound(f"There is no episode {episode_id} in this brain.")
        if row["covers"] is not None:
            raise InvalidInput("A summary is drawn from its session; nothing is extracted from it.")
        if row["mine"]:
            return await self.replay(brain, row)
        if row["status"] == "extracted":
            return _answer_of(row) or WriteResult(episode_id=episode_id, status="extracted")
        raise ConflictError("It is being extracted at this moment.", retry_after=1.0)

    async def fail(self, episode: EpisodeInput, stored: Stored, error: Exception, timer: StageTimer) -> WriteResult:
        """The episode stays, with the error and the stage; it can be found and can be replayed."""
        stage, code = timer.last, getattr(error, "code", "internal")
        log.warning("extraction_failed", brain=episode.brain, episode=episode.episode_id, code=code, stage=stage)
        why = reason_of(error) + (f" (stage {stage})" if stage else "")
        result = WriteResult(
            episode_id=episode.episode_id, status="failed", success=False, error=why, duration_ms=timer.total
        )
        calls = [call_row(call) for call in calls_of(error)]
        trace = {"stages": [], "failed_stage": stage, "calls": calls, "error": why}
        kept = {
            "status": "failed",
            "error": why,
            "result": result.model_dump_json(),
            "trace": json.dumps(trace, ensure_ascii=False),
            "lease": None,
        }
        done = await self._kept(episode, kept, await self._findable(episode, stored))
        return result if done else await self._overtaken(episode, timer)

    def _expected(self, episode: EpisodeInput) -> AbstractContextManager[None]:
        """It will be at its brain at once, unless a model reads it first."""
        no_model = episode.extraction is not None and not episode.skip_extraction
        return expected(self.engine.store, episode.brain) if no_model else nullcontext()

    async def _overtaken(self, episode: EpisodeInput, timer: StageTimer) -> WriteResult:
        """Nothing was written, because somebody else was faster: extracted it, forgot it, or has it in hand."""
        row = (await self.engine.store.read("queue/state", brain=episode.brain, id=episode.episode_id))[0]
        if row["status"] == "extracted":
            done = _answer_of(row) or WriteResult(episode_id=episode.episode_id, status="extracted")
            return done.model_copy(update={"duration_ms": timer.total})
        if row["status"] is None:
            status, why = "forgotten", "Gone: It was forgotten while it was being extracted; nothing was written."
        else:
            status, why = row["status"], "Another worker has taken it over; nothing was written here."
        return WriteResult(
            episode_id=episode.episode_id, status=status, success=False, error=why, duration_ms=timer.total
        )

    async def _keep(
        self, episode: EpisodeInput, stored: Stored, timer: StageTimer, **marks: bool | None
    ) -> WriteResult:
        """Only stored: no model is asked, and it can be found."""
        findable = await self._search_columns(episode, stored)
        result = WriteResult(
            episode_id=stored.id, status="stored", recorded_at=stored.recorded_at, duration_ms=timer.total
        )
        kept = {"status": "stored", "lease": None, "error": None, "result": result.model_dump_json(), **marks}
        return result if await self._kept(episode, kept, findable) else await self._overtaken(episode, timer)

    async def _kept(self, episode: EpisodeInput, kept: dict[str, Any], findable: dict[str, Any]) -> bool:
        """Ends an episode without a commit; false where it is not ours any more."""
        only_while = "stored" if episode.lease is None else None  # somebody may have taken what nobody holds
        row = ended(episode.episode_id, episode.lease, kept, findable, only_while=only_while)
        return bool(await self.engine.store.write("ingest/finish_episodes", brain=episode.brain, episodes=[row]))

    async def _wait(self, episode: EpisodeInput, stored: Stored, timer: StageTimer) -> WriteResult:
        """Stored until enough memorable messages of its session are there; then all of them are extracted."""
        signal = episode.is_signal
        kept = await self._keep(episode, stored, timer, waiting=True, signal=signal or None)
        if not signal or not episode.session_id or not kept.success:
            return kept
        threshold = episode.settings.extraction_threshold
        done = await self.flush(episode.brain, episode.session_id, threshold=threshold, failed=False)
        own = next((one for one in done if one.episode_id == stored.id), kept)
        failed = tuple(f"{one.episode_id}: {one.error}" for one in done if not one.success and one is not own)
        flushed = tuple(one.episode_id for one in done if one.success and one.episode_id)
        changes = {"flushed": flushed, "warnings": (*own.warnings, *failed), "duration_ms": timer.total}
        return own.model_copy(update=changes)

    async def _again(self, episode: EpisodeInput, stored: Stored) -> WriteResult:
        """The answer to a repeated idempotency key; waits while the first is running, and takes over where that one died."""
        state, answer = stored.status, stored.answer
        for pause in _PAUSES:
            if answer is not None or state == "stored":
                break
            row = await claim_one(self.engine.store, self.engine.settings, episode.brain, stored.id)
            if row is None:
                raise Gone("What came under this Idempotency-Key has just been forgotten.")
            if row["mine"]:
                return await self._taken_over(episode.brain, row)
            answer, state = _answer_of(row), row["status"]
            await asyncio.sleep(0 if answer else pause)
        if (
            answer is None and state == "stored" and episode.course == "keep"
        ):  # whoever stored it did not come to its end
            return await self.process(episode, stored)
        return answer or WriteResult(episode_id=stored.id, status=state)

    async def _taken_over(self, brain: str, row: Row) -> WriteResult:
        episode, again = replayed_input(brain, row, self.engine.settings)
        async with held(self.engine.store, self.engine.settings, brain, again.id, row["lease"]):
            return await self.process(replace(episode, lease=row["lease"]), replace(again, late=bool(row["late"])))

    async def _findable(self, episode: EpisodeInput, stored: Stored) -> dict[str, Any]:
        try:
            return await self._search_columns(episode, stored)
        except ModelError:  # the embedder is what failed: it is found by its words
            return dict(UNCHANGED)

    async def _renew_turns_after(self, episode: EpisodeInput) -> None:
        """A turn came late into its session: what is derived for the two that follow it is made anew."""
        turns = await self.engine.store.read(
            "upkeep/turns_after", brain=episode.brain, episode=episode.episode_id, without=False
        )
        contexts = [context_of(one["turn"], one["before"]) for one in turns]
        vectors = await embed_texts(
            self.engine.models.embedder, [text for text, one in zip(contexts, turns, strict=True) if not one["chunked"]]
        )
        after = [
            {"id": one["id"], "before": one["before"], "vector": bolt(vectors.get(text))}
            for text, one in zip(contexts, turns, strict=True)
        ]
        await self.engine.store.write("queue/renew_turns", brain=episode.brain, episode=episode.episode_id, after=after)

    async def _search_columns(self, episode: EpisodeInput, stored: Stored) -> dict[str, Any]:
        """The vectors or chunks by which an episode is found that is not extracted."""
        nothing = Batch((), (), {})
        return (await embed_batch(episode, nothing, stored.previous, self.engine.models.embedder, {}))[1]


def _answer_of(row: Mapping[str, Any]) -> WriteResult | None:
    """What was answered when it ended; not what it said before it was taken again."""
    ended = row["result"] and row["status"] in ("extracted", "failed", "stored")
    return WriteResult.model_validate_json(row["result"]) if ended else None


_PAUSES = (*(0.05 * 1.2**n for n in range(15)), *(0.75 for _ in range(75)))
"""Seconds between the looks of a repeated request at the first one: a minute in all."""
