"""Message in: the episode is stored, then seven stages lead to one transaction."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from typing import Any

from structlog.contextvars import bound_contextvars

from graphmem import metrics
from graphmem.brain_settings import settings_of
from graphmem.errors import (
    CallerError,
    ConflictError,
    Gone,
    InvalidInput,
    ModelError,
    NotFound,
    reason_of,
)
from graphmem.faults import reached
from graphmem.graph.store import Store
from graphmem.ingest.attempt import Landed
from graphmem.ingest.batch import Batch
from graphmem.ingest.commit import Fence, NotOpen, bolt
from graphmem.ingest.context import NO_CONTEXT, Context, read_context
from graphmem.ingest.entity_extract import Found, extract_entities
from graphmem.ingest.episode import Stored, chunk_rows, searched_pieces
from graphmem.ingest.fact_extract import Sourced, extract_facts
from graphmem.ingest.finishing import NOTHING_NEW, ended
from graphmem.ingest.handles import worded
from graphmem.ingest.in_turn import expected
from graphmem.ingest.intake import Intake
from graphmem.ingest.landing import land
from graphmem.ingest.links import links_of
from graphmem.ingest.profiles import seeds_of
from graphmem.ingest.queue import claim_one, held, new_lease
from graphmem.ingest.request import replayed_intake
from graphmem.ingest.results import write_result
from graphmem.ingest.stopwatch import Stopwatch
from graphmem.ingest.storing import store_episode
from graphmem.ingest.trace import call_row, trace_of
from graphmem.ingest.turns import context_of
from graphmem.logs import get_logger
from graphmem.models.calls import calls_of
from graphmem.models.configured import configured
from graphmem.models.ports import Embedder, Emotion, Extractor, Judge, Vector
from graphmem.records import WriteResult
from graphmem.settings import Settings

log = get_logger("graphmem.ingest")
CLAIM_SECONDS = 600
"""So long a caller may take to extract what waited in a session, before another may."""


@dataclass(frozen=True, slots=True)
class Pipeline:
    """The way in, with what it needs: the store and the models."""

    store: Store
    extractor: Extractor
    judge: Judge | None
    embedder: Embedder

    async def remember(self, intake: Intake) -> tuple[WriteResult, bool]:
        """Stores the episode and lands what it says. Gives the result and whether it is an earlier answer again.

        It is extracted under a lease, as by a worker: if the process dies meanwhile, somebody else takes over.
        """
        watch = Stopwatch()
        only_kept = intake.course == "keep"
        intake = intake if only_kept else replace(intake, lease=new_lease())
        with self._expected(intake):
            stored = await store_episode(self.store, intake, "stored" if only_kept else "extracting")
            if not stored.replayed:
                await reached("stored")
                async with held(self.store, intake.settings, intake.brain, stored.id, intake.lease):
                    return await self.take_in(intake, stored, watch), False
        return await self._again(intake, stored), True

    async def accept(self, intake: Intake) -> Stored:
        """Stores the episode for later (`wait=false`)."""
        stored = await store_episode(self.store, intake, "pending")
        await reached("stored")
        return stored

    async def take_in(
        self, intake: Intake, stored: Stored, watch: Stopwatch | None = None, *, last_try: bool = True
    ) -> WriteResult:
        """What the brain's settings and the call's say is to happen with a stored episode (S2-9, S2-10, S3-13, S4-10).

        Raises:
            ModelError: it failed, and this is not the `last_try`; the episode is left as it is.
        """
        watch = watch or Stopwatch()
        intake, warnings = replace(intake, episode_id=stored.id).in_brain(stored.settings)
        if stored.late:
            await self._renew_turns_after(intake)
        if intake.course == "extract":
            result = await self.extract(intake, stored, watch, last_try=last_try)
        elif intake.course == "wait":
            result = await self._wait(intake, stored, watch)
        else:
            result = await self._keep(intake, stored, watch)
        return result.model_copy(update={"warnings": (*warnings, *result.warnings)}) if warnings else result

    async def flush(
        self, brain: str, session_id: str, service: Settings, *, threshold: int = 0, failed: bool = True
    ) -> tuple[WriteResult, ...]:
        """Extracts what waits in a session, in its order, each episode by itself, once `threshold` of them sound memorable.

        Nothing that waits is lost (S2-12): what fails stays, marked as failed, and the next flush takes it up again; so does
        it what a process that died had taken.

        Raises:
            DatabaseUnavailable: Neo4j is out of reach; what is left goes on waiting.
        """
        rows = await self.store.write(
            "ingest/claim_waiting",
            brain=brain,
            session=session_id,
            threshold=threshold,
            failed=failed,
            lease=new_lease(),
            seconds=CLAIM_SECONDS,
        )
        return tuple([await self._next(brain, row, service) for row in rows])

    async def _next(self, brain: str, row: dict[str, Any], service: Settings) -> WriteResult:
        """One of those that waited; what cannot be done just now goes on waiting and does not keep the others from it."""
        try:
            return await self.replay(brain, row, service)
        except (CallerError, ConflictError) as error:
            waits = ended(row["id"], row["lease"], {"status": "stored", "lease": None})
            await self.store.write("ingest/finish_episodes", brain=brain, episodes=[waits])
            why = f"{type(error).__name__}: {error.detail}"
            return WriteResult(episode_id=row["id"], status="stored", success=False, error=why)

    async def replay(self, brain: str, row: dict[str, Any], service: Settings) -> WriteResult:
        """Extracts an episode that was taken, as it stands in the graph, with the options that it came with (S1-12)."""
        intake, stored = replayed_intake(brain, row, service)
        intake, warnings = replace(intake, lease=row["lease"]).in_brain(stored.settings)
        if row["late"]:
            await self._renew_turns_after(intake)
        async with held(self.store, service, brain, stored.id, intake.lease):
            result = await self.extract(intake, stored)
        return result.model_copy(update={"warnings": (*warnings, *result.warnings)}) if warnings else result

    async def replay_by_id(self, brain: str, episode_id: str, service: Settings) -> WriteResult:
        """Takes an episode that failed or waits, and extracts it; one that is extracted stays as it is.

        Raises:
            NotFound: there is no such episode. Gone: it was forgotten. InvalidInput: it is a summary, which says nothing of
                its own. ConflictError: somebody is at it.
        """
        row = await claim_one(self.store, service, brain, episode_id, ("stored", "failed", "pending"))
        if row is None:
            if await self.store.read("upkeep/forgotten", brain=brain, id=episode_id, key=None):
                raise Gone(f"The episode {episode_id} has been forgotten.")
            raise NotFound(f"There is no episode {episode_id} in this brain.")
        if row["covers"] is not None:
            raise InvalidInput("A summary is drawn from its session; nothing is extracted from it.")
        if row["mine"]:
            return await self.replay(brain, row, service)
        if row["status"] == "extracted":
            return _answer_of(row) or WriteResult(episode_id=episode_id, status="extracted")
        raise ConflictError("It is being extracted at this moment.", retry_after=1.0)

    async def take_up(self, brain: str, row: dict[str, Any], service: Settings, watch: Stopwatch) -> WriteResult:
        """What a worker does with an episode that it took: as `take_in`, and what had waited in a session is extracted.

        Raises:
            GraphmemError: it failed; the episode is left as it is, to be tried again or given up.
        """
        intake, stored = replayed_intake(brain, row, service)
        intake, stored = replace(intake, lease=row["lease"]), replace(stored, late=bool(row["late"]))
        with self._expected(intake):
            if row["waiting"]:
                return await self.extract(intake.in_brain(stored.settings)[0], stored, watch, last_try=False)
            return await self.take_in(intake, stored, watch, last_try=False)

    def _expected(self, intake: Intake) -> AbstractContextManager[None]:
        """It will be at its brain at once, unless a model reads it first."""
        no_model = intake.extraction is not None and not intake.skip_extraction
        return expected(self.store, intake.brain) if no_model else nullcontext()

    async def extract(
        self, intake: Intake, stored: Stored, watch: Stopwatch | None = None, *, last_try: bool = True
    ) -> WriteResult:
        """Stages 1 to 7 for a stored episode; a model's failure is kept with the episode, which can be replayed.

        Raises:
            ModelError: it failed, and this is not the `last_try`; the episode is left as it is.
        """
        watch = watch or Stopwatch()
        intake = replace(intake, episode_id=stored.id)
        try:
            with bound_contextvars(brain=intake.brain, episode=stored.id), metrics.episode(intake.brain, stored.id):
                return await self._stages(intake, stored.previous, watch, dry_run=False)
        except NotOpen:
            return await self._overtaken(intake, watch)
        except ModelError as error:
            if not last_try:
                raise
            return await self.fail(intake, stored, error, watch)

    async def _overtaken(self, intake: Intake, watch: Stopwatch) -> WriteResult:
        """Nothing was written, because somebody else was faster: extracted it, forgot it, or has it in hand."""
        row = (await self.store.read("queue/state", brain=intake.brain, id=intake.episode_id))[0]
        if row["status"] == "extracted":
            done = _answer_of(row) or WriteResult(episode_id=intake.episode_id, status="extracted")
            return done.model_copy(update={"duration_ms": watch.total})
        if row["status"] is None:
            status, why = "forgotten", "Gone: It was forgotten while it was being extracted; nothing was written."
        else:
            status, why = row["status"], "Another worker has taken it over; nothing was written here."
        return WriteResult(
            episode_id=intake.episode_id, status=status, success=False, error=why, duration_ms=watch.total
        )

    async def rehearse(self, intake: Intake) -> WriteResult:
        """Dry run: all that would happen, found by doing it and rolling back; not even the episode is written."""
        own, warnings = await settings_of(self.store, intake.brain)
        intake = intake.under(own)
        if intake.course != "extract":
            why = "It would only be stored, for now." if intake.course == "wait" else "It would only be stored."
            return WriteResult(episode_id=None, warnings=(*warnings, why))
        result = await self._stages(intake, (), Stopwatch(), dry_run=True)
        nothing = {"episode_id": None, "status": None, "recorded_at": None, "revision": None}
        return result.model_copy(update={**nothing, "warnings": (*warnings, *result.warnings)})

    async def _stages(self, intake: Intake, previous: Sequence[str], watch: Stopwatch, *, dry_run: bool) -> WriteResult:
        extractor = configured(self.extractor, intake.service, intake.settings)
        with watch.stage("context"):
            context = await read_context(intake, previous, extractor, self.store.read, self.vectors)
            await reached("context")
        with watch.stage("entity_extract"):
            intake = await self._worded(intake)
            found = await extract_entities(intake, extractor, context)
            await reached("entity_extract")
        with watch.stage("fact_extract"):
            sourced = await extract_facts(intake, found, extractor, context)
            await reached("fact_extract")
        with watch.stage("embed"):
            batch, findable = await self._embedded(intake, Batch((found,), sourced.claims, {}), previous, context)
            await reached("embed")

        def end(landed: Landed) -> dict[str, Any]:
            sentences = [s.props["text"] for s in landed.plan.changes.statements]
            kept = _extracted(self._result(intake, found, sourced, landed, watch), found.extracted.emotion)
            seeds = {"profiles": seeds_of(found, landed.plan.resolved)}
            links = {**findable, **links_of(landed, intake.settings), **seeds}
            return ended(intake.episode_id, intake.lease, kept, links, sentences)

        fence = Fence(None if dry_run else intake.episode_id, intake.lease)
        with watch.stage("resolve_to_commit"):
            landed = await land(
                self.store,
                intake.brain,
                batch,
                intake.settings,
                configured(self.judge, intake.service, intake.settings),
                fence,
                end,
                dry_run=dry_run,
            )
        await reached("committed")
        return self._result(intake, found, sourced, landed, watch)

    async def _worded(self, intake: Intake) -> Intake:
        """With names where supplied facts have ids or keys."""
        if intake.extraction is None:
            return intake
        facts = await worded(self.store.read, intake.brain, intake.extraction.facts)
        return replace(intake, extraction=intake.extraction.model_copy(update={"facts": facts}))

    def _result(self, intake: Intake, found: Found, sourced: Sourced, landed: Landed, watch: Stopwatch) -> WriteResult:
        calls = (*found.extracted.calls, *sourced.calls, *landed.calls)
        warnings = (*found.extracted.warnings, *sourced.warnings)
        result = write_result(landed, calls, warnings, intake.episode_id)
        return result.model_copy(update={"duration_ms": watch.total, "trace": trace_of(found, landed, calls, watch)})

    async def _embedded(
        self, intake: Intake, batch: Batch, previous: Sequence[str], context: Context = NO_CONTEXT
    ) -> tuple[Batch, dict[str, Any]]:
        pieces = searched_pieces(intake)
        own = [text for one in pieces for text in (one.said, one.context) if text]
        own = own or [intake.turn, context_of(intake.turn, previous)]
        missing = [text for text in (*batch.texts, *own) if text not in context.vectors]
        vectors = {**context.vectors, **await self.vectors(missing)}
        found_by: dict[str, Any] = dict(NOTHING_NEW)
        if pieces:
            found_by["chunks"] = chunk_rows(intake, pieces, vectors)
        else:
            found_by |= {"vector": bolt(vectors.get(own[0])), "contextVector": bolt(vectors.get(own[1]))}
        return replace(batch, vectors=vectors), found_by

    async def vectors(self, texts: Sequence[str]) -> dict[str, Vector]:
        """One vector for every different text."""
        unique = list(dict.fromkeys(texts))
        return dict(zip(unique, await self.embedder.embed(unique), strict=True)) if unique else {}

    async def _keep(self, intake: Intake, stored: Stored, watch: Stopwatch, **marks: bool | None) -> WriteResult:
        """Only stored: no model is asked, and it can be found."""
        _, findable = await self._embedded(intake, Batch((), (), {}), stored.previous)
        result = WriteResult(
            episode_id=stored.id, status="stored", recorded_at=stored.recorded_at, duration_ms=watch.total
        )
        kept = {"status": "stored", "lease": None, "error": None, "result": result.model_dump_json(), **marks}
        return result if await self._kept(intake, kept, findable) else await self._overtaken(intake, watch)

    async def _kept(self, intake: Intake, kept: dict[str, Any], findable: dict[str, Any]) -> bool:
        """Ends an episode without a commit; false where it is not ours any more."""
        only_while = "stored" if intake.lease is None else None  # somebody may have taken what nobody holds
        row = ended(intake.episode_id, intake.lease, kept, findable, only_while=only_while)
        return bool(await self.store.write("ingest/finish_episodes", brain=intake.brain, episodes=[row]))

    async def _wait(self, intake: Intake, stored: Stored, watch: Stopwatch) -> WriteResult:
        """Stored until enough memorable messages of its session are there; then all of them are extracted (S2-9)."""
        signal = intake.is_signal
        kept = await self._keep(intake, stored, watch, waiting=True, signal=signal or None)
        if not signal or not intake.session_id or not kept.success:
            return kept
        threshold, service = intake.settings.extraction_threshold, intake.service or intake.settings
        done = await self.flush(intake.brain, intake.session_id, service, threshold=threshold, failed=False)
        own = next((one for one in done if one.episode_id == stored.id), kept)
        failed = tuple(f"{one.episode_id}: {one.error}" for one in done if not one.success and one is not own)
        flushed = tuple(one.episode_id for one in done if one.success and one.episode_id)
        changes = {"flushed": flushed, "warnings": (*own.warnings, *failed), "duration_ms": watch.total}
        return own.model_copy(update=changes)

    async def _again(self, intake: Intake, stored: Stored) -> WriteResult:
        """The answer to a repeated idempotency key; waits while the first is running, and takes over where that one died."""
        service, state = intake.service or intake.settings, stored.status
        answer = stored.answer
        for pause in _PAUSES:
            if answer is not None or state == "stored":
                break
            row = await claim_one(self.store, service, intake.brain, stored.id)
            if row is None:
                raise Gone("What came under this Idempotency-Key has just been forgotten.")
            if row["mine"]:
                return await self._taken_over(intake.brain, row, service)
            answer, state = _answer_of(row), row["status"]
            await asyncio.sleep(0 if answer else pause)
        if (
            answer is None and state == "stored" and intake.course == "keep"
        ):  # whoever stored it did not come to its end
            return await self.take_in(intake, stored)
        return answer or WriteResult(episode_id=stored.id, status=state)

    async def _taken_over(self, brain: str, row: dict[str, Any], service: Settings) -> WriteResult:
        intake, again = replayed_intake(brain, row, service)
        async with held(self.store, service, brain, again.id, row["lease"]):
            return await self.take_in(replace(intake, lease=row["lease"]), replace(again, late=bool(row["late"])))

    async def fail(self, intake: Intake, stored: Stored, error: Exception, watch: Stopwatch) -> WriteResult:
        """The episode stays, with the error and the stage; it can be found and can be replayed (S1-11, S1-12)."""
        stage, code = stage_of(watch), getattr(error, "code", "internal")
        log.warning("extraction_failed", brain=intake.brain, episode=intake.episode_id, code=code, stage=stage)
        why = reason_of(error) + (f" (stage {stage})" if stage else "")
        result = WriteResult(
            episode_id=intake.episode_id, status="failed", success=False, error=why, duration_ms=watch.total
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
        done = await self._kept(intake, kept, await self._findable(intake, stored))
        return result if done else await self._overtaken(intake, watch)

    async def _findable(self, intake: Intake, stored: Stored) -> dict[str, Any]:
        try:
            return (await self._embedded(intake, Batch((), (), {}), stored.previous))[1]
        except ModelError:  # the embedder is what failed: it is found by its words
            return dict(NOTHING_NEW)

    async def _renew_turns_after(self, intake: Intake) -> None:
        """A turn came late into its session: what is derived for the two that follow it is made anew."""
        turns = await self.store.read(
            "upkeep/turns_after", brain=intake.brain, episode=intake.episode_id, without=False
        )
        contexts = [context_of(one["turn"], one["before"]) for one in turns]
        vectors = await self.vectors([text for text, one in zip(contexts, turns, strict=True) if not one["chunked"]])
        after = [
            {"id": one["id"], "before": one["before"], "vector": bolt(vectors.get(text))}
            for text, one in zip(contexts, turns, strict=True)
        ]
        await self.store.write("queue/renew_turns", brain=intake.brain, episode=intake.episode_id, after=after)


def _extracted(result: WriteResult, emotion: Emotion) -> dict[str, Any]:
    """What is kept with an episode that is extracted."""
    return {
        "status": "extracted",
        "error": None,
        "lease": None,
        "waiting": None,
        "emotion": emotion.emotion,
        "emotionIntensity": emotion.intensity,
        "emotionEnergy": emotion.energy,
        "trace": json.dumps(result.trace, ensure_ascii=False),
        "result": result.model_copy(update={"trace": None}).model_dump_json(),
    }


def stage_of(watch: Stopwatch) -> str | None:
    """The stage that was begun last."""
    return next(reversed(watch.stages), None)


def _answer_of(row: Mapping[str, Any]) -> WriteResult | None:
    """What was answered when it ended; not what it said before it was taken again."""
    ended = row["result"] and row["status"] in ("extracted", "failed", "stored")
    return WriteResult.model_validate_json(row["result"]) if ended else None


_PAUSES = (*(0.05 * 1.2**n for n in range(15)), *(0.75 for _ in range(75)))
"""Seconds between the looks of a repeated request at the first one: a minute in all."""
