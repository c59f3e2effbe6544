"""Message in: the episode is stored, then seven stages lead to one transaction."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import structlog

from graphmem.brain_settings import settings_of
from graphmem.errors import CallerError, ConflictError, GraphmemError, InvalidInput, ModelError
from graphmem.graph.settle import Transaction, run
from graphmem.graph.store import Store
from graphmem.ingest.batch import Batch
from graphmem.ingest.commit import Fence, bolt
from graphmem.ingest.context import NO_CONTEXT, Context, read_context
from graphmem.ingest.entity_extract import Found, extract_entities
from graphmem.ingest.episode import Stored, chunk_rows, context_of, searched_pieces, store_episode
from graphmem.ingest.fact_extract import Sourced, extract_facts
from graphmem.ingest.intake import Intake
from graphmem.ingest.landing import Landed, NotOpen, land
from graphmem.ingest.links import links_of
from graphmem.ingest.profiles import seeds_of
from graphmem.ingest.request import replayed_intake
from graphmem.ingest.results import write_result
from graphmem.ingest.trace import Stopwatch, call_row, trace_of
from graphmem.models.calls import calls_of
from graphmem.models.configured import configured
from graphmem.models.ports import Embedder, Emotion, Extractor, Judge, Vector
from graphmem.records import WriteResult
from graphmem.settings import Settings

log = structlog.get_logger("graphmem.ingest")
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
        """Stores the episode and lands what it says. Gives the result and whether it is an earlier answer again."""
        watch = Stopwatch()
        stored = await store_episode(self.store, intake, "stored" if intake.course == "keep" else "extracting")
        if stored.replayed:
            return await self._again(intake, stored), True
        return await self.take_in(intake, stored, watch), False

    async def accept(self, intake: Intake) -> Stored:
        """Stores the episode for later (`wait=false`)."""
        return await store_episode(self.store, intake, "pending")

    async def take_in(self, intake: Intake, stored: Stored, watch: Stopwatch | None = None) -> WriteResult:
        """What the brain's settings and the call's say is to happen with a stored episode (S2-9, S2-10, S3-13, S4-10)."""
        watch = watch or Stopwatch()
        intake, warnings = replace(intake, episode_id=stored.id).in_brain(stored.settings)
        if intake.course == "extract":
            result = await self.extract(intake, stored, watch)
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
            lease=CLAIM_SECONDS,
        )
        return tuple([await self._next(brain, row, service) for row in rows])

    async def _next(self, brain: str, row: dict[str, Any], service: Settings) -> WriteResult:
        """One of those that waited; what cannot be done just now goes on waiting and does not keep the others from it."""
        try:
            return await self.replay(brain, row, service)
        except (CallerError, ConflictError) as error:
            await self.store.write(
                "ingest/finish_episode",
                brain=brain,
                episode=row["id"],
                set={"status": "stored"},
                facts="",
                vector=None,
                contextVector=None,
                chunks=[],
            )
            why = f"{type(error).__name__}: {error.detail}"
            return WriteResult(episode_id=row["id"], status="stored", success=False, error=why)

    async def replay(self, brain: str, row: dict[str, Any], service: Settings) -> WriteResult:
        """Extracts an episode as it stands in the graph, with the options that it came with (S1-12).

        Raises:
            InvalidInput: it is a summary, which says nothing of its own.
        """
        intake, stored = replayed_intake(brain, row, service)
        if row["covers"] is not None:
            raise InvalidInput("A summary is drawn from its session; nothing is extracted from it.")
        intake, warnings = intake.in_brain(stored.settings)
        result = await self.extract(intake, stored)
        return result.model_copy(update={"warnings": (*warnings, *result.warnings)}) if warnings else result

    async def extract(self, intake: Intake, stored: Stored, watch: Stopwatch | None = None) -> WriteResult:
        """Stages 1 to 7 for a stored episode; a model's failure is kept with the episode, which can be replayed."""
        watch = watch or Stopwatch()
        intake = replace(intake, episode_id=stored.id)
        try:
            return await self._stages(intake, stored.previous, watch, dry_run=False)
        except NotOpen:
            return WriteResult(episode_id=stored.id, status="extracted", duration_ms=watch.total)
        except GraphmemError as error:
            if not isinstance(error, ModelError):
                raise
            return await self._failed(intake, stored, error, watch)

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
        with watch.stage("entity_extract"):
            found = await extract_entities(intake, extractor, context)
        with watch.stage("fact_extract"):
            sourced = await extract_facts(intake, found, extractor, context)
        with watch.stage("embed"):
            batch, findable = await self._embedded(intake, Batch((found,), sourced.claims, {}), previous, context)

        async def finish(tx: Transaction, landed: Landed) -> None:
            if not dry_run:
                sentences = [s.props["text"] for s in landed.plan.changes.statements]
                result = self._result(intake, found, sourced, landed, watch)
                seeds = {"profiles": seeds_of(found, landed.plan.resolved)}
                kept = {**findable, **links_of(landed, intake.settings), **seeds}
                await self._finish(tx, intake, result, found.extracted.emotion, kept, sentences)

        fence = Fence(None, None if dry_run else intake.episode_id, intake.lease)
        with watch.stage("resolve_to_commit"):
            landed = await land(
                self.store,
                intake.brain,
                batch,
                intake.settings,
                configured(self.judge, intake.service, intake.settings),
                fence,
                finish,
                dry_run=dry_run,
            )
        return self._result(intake, found, sourced, landed, watch)

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
        own = own or [intake.turn, context_of(intake, previous)]
        missing = [text for text in (*batch.texts, *own) if text not in context.vectors]
        vectors = {**context.vectors, **await self.vectors(missing)}
        found_by: dict[str, Any] = {"vector": None, "contextVector": None, "chunks": []}
        if pieces:
            found_by["chunks"] = chunk_rows(intake, pieces, vectors)
        else:
            found_by |= {"vector": bolt(vectors.get(own[0])), "contextVector": bolt(vectors.get(own[1]))}
        return replace(batch, vectors=vectors), found_by

    async def vectors(self, texts: Sequence[str]) -> dict[str, Vector]:
        """One vector for every different text."""
        unique = list(dict.fromkeys(texts))
        return dict(zip(unique, await self.embedder.embed(unique), strict=True)) if unique else {}

    async def _finish(
        self,
        tx: Transaction,
        intake: Intake,
        result: WriteResult,
        emotion: Emotion,
        findable: dict[str, Any],
        facts: Sequence[str],
    ) -> None:
        kept = {
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
        await run(
            tx,
            "ingest/finish_episode",
            brain=intake.brain,
            episode=intake.episode_id,
            set=kept,
            facts="\n".join(dict.fromkeys(facts)),
            **findable,
        )

    async def _keep(self, intake: Intake, stored: Stored, watch: Stopwatch, **marks: bool | None) -> WriteResult:
        """Only stored: no model is asked, and it can be found."""
        _, findable = await self._embedded(intake, Batch((), (), {}), stored.previous)
        result = WriteResult(
            episode_id=stored.id, status="stored", recorded_at=stored.recorded_at, duration_ms=watch.total
        )
        kept = {"status": "stored", "result": result.model_dump_json(), **marks}
        await self.store.write(
            "ingest/finish_episode", brain=intake.brain, episode=stored.id, set=kept, facts="", **findable
        )
        return result

    async def _wait(self, intake: Intake, stored: Stored, watch: Stopwatch) -> WriteResult:
        """Stored until enough memorable messages of its session are there; then all of them are extracted (S2-9)."""
        signal = intake.is_signal
        kept = await self._keep(intake, stored, watch, waiting=True, signal=signal or None)
        if not signal or not intake.session_id:
            return kept
        threshold, service = intake.settings.extraction_threshold, intake.service or intake.settings
        done = await self.flush(intake.brain, intake.session_id, service, threshold=threshold, failed=False)
        own = next((one for one in done if one.episode_id == stored.id), kept)
        failed = tuple(f"{one.episode_id}: {one.error}" for one in done if not one.success and one is not own)
        flushed = tuple(one.episode_id for one in done if one.success and one.episode_id)
        changes = {"flushed": flushed, "warnings": (*own.warnings, *failed), "duration_ms": watch.total}
        return own.model_copy(update=changes)

    async def _again(self, intake: Intake, stored: Stored) -> WriteResult:
        """The answer to a repeated idempotency key; waits while the first is running."""
        for _ in range(600):
            if stored.answer is not None:
                return stored.answer
            if stored.status == "stored":
                break
            await asyncio.sleep(0.1)
            stored = await store_episode(self.store, intake, "extracting")
        return WriteResult(episode_id=stored.id, status=stored.status)

    async def _failed(self, intake: Intake, stored: Stored, error: GraphmemError, watch: Stopwatch) -> WriteResult:
        """The episode stays, can be found and can be replayed (S1-11, S1-12)."""
        log.warning("extraction_failed", brain=intake.brain, episode=intake.episode_id, code=error.code)
        result = WriteResult(
            episode_id=intake.episode_id,
            status="failed",
            success=False,
            error=f"{type(error).__name__}: {error.detail}",
            duration_ms=watch.total,
        )
        calls = [call_row(call) for call in calls_of(error)]
        kept = {
            "status": "failed",
            "error": result.error,
            "result": result.model_dump_json(),
            "trace": json.dumps({"stages": [], "calls": calls, "error": result.error}, ensure_ascii=False),
            "lease": None,
        }
        findable = await self._findable(intake, stored)
        await self.store.write(
            "ingest/finish_episode", brain=intake.brain, episode=intake.episode_id, set=kept, facts="", **findable
        )
        return result

    async def _findable(self, intake: Intake, stored: Stored) -> dict[str, Any]:
        try:
            return (await self._embedded(intake, Batch((), (), {}), stored.previous))[1]
        except ModelError:  # the embedder is what failed: it is found by its words
            return {"vector": None, "contextVector": None, "chunks": []}
