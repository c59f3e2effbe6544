"""Message in: the episode is stored, then seven stages lead to one transaction."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import structlog

from graphmem.errors import GraphmemError, ModelError
from graphmem.graph.settle import Transaction, run
from graphmem.graph.store import Store
from graphmem.ingest.batch import Batch
from graphmem.ingest.commit import Fence, bolt
from graphmem.ingest.entity_extract import Found, extract_entities
from graphmem.ingest.episode import Stored, chunk_rows, context_of, searched_pieces, store_episode
from graphmem.ingest.fact_extract import Sourced, extract_facts
from graphmem.ingest.intake import Intake
from graphmem.ingest.landing import Landed, NotOpen, land
from graphmem.ingest.results import write_result
from graphmem.ingest.trace import Stopwatch, call_row, trace_of
from graphmem.models.calls import calls_of
from graphmem.models.ports import Embedder, Emotion, Extractor, Judge, Vector
from graphmem.records import WriteResult

log = structlog.get_logger("graphmem.ingest")


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
        if intake.skip_extraction:
            return await self._only_store(intake, watch)
        stored = await store_episode(self.store, intake, "extracting")
        if stored.replayed:
            return await self._again(intake, stored), True
        return await self.extract(intake, stored, watch), False

    async def accept(self, intake: Intake) -> Stored:
        """Stores the episode for later (`wait=false`)."""
        return await store_episode(self.store, intake, "pending")

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
            return await self._failed(intake, error, watch)

    async def rehearse(self, intake: Intake) -> WriteResult:
        """Dry run: all that would happen, found by doing it and rolling back; not even the episode is written."""
        result = await self._stages(intake, (), Stopwatch(), dry_run=True)
        return result.model_copy(update={"episode_id": None, "status": None, "recorded_at": None, "revision": None})

    async def _stages(self, intake: Intake, previous: Sequence[str], watch: Stopwatch, *, dry_run: bool) -> WriteResult:
        with watch.stage("entity_extract"):
            found = await extract_entities(intake, self.extractor)
        with watch.stage("fact_extract"):
            sourced = await extract_facts(intake, found, self.extractor)
        with watch.stage("embed"):
            batch, findable = await self._embedded(intake, Batch((found,), sourced.claims, {}), previous)

        async def finish(tx: Transaction, landed: Landed) -> None:
            if not dry_run:
                sentences = [s.props["text"] for s in landed.plan.changes.statements]
                result = self._result(intake, found, sourced, landed, watch)
                await self._finish(tx, intake, result, found.extracted.emotion, findable, sentences)

        fence = Fence(None, None if dry_run else intake.episode_id, intake.lease)
        with watch.stage("resolve_to_commit"):
            landed = await land(
                self.store, intake.brain, batch, intake.settings, self.judge, fence, finish, dry_run=dry_run
            )
        return self._result(intake, found, sourced, landed, watch)

    def _result(self, intake: Intake, found: Found, sourced: Sourced, landed: Landed, watch: Stopwatch) -> WriteResult:
        calls = (*found.extracted.calls, *sourced.calls, *landed.calls)
        warnings = (*found.extracted.warnings, *sourced.warnings)
        result = write_result(landed, calls, warnings, intake.episode_id)
        return result.model_copy(update={"duration_ms": watch.total, "trace": trace_of(found, landed, calls, watch)})

    async def _embedded(self, intake: Intake, batch: Batch, previous: Sequence[str]) -> tuple[Batch, dict[str, Any]]:
        pieces = searched_pieces(intake)
        own = pieces or [intake.turn, context_of(intake, previous)]
        vectors = await self.vectors((*batch.texts, *own))
        found_by: dict[str, Any] = {"vector": None, "contextVector": None, "chunks": []}
        if pieces:
            found_by["chunks"] = chunk_rows(intake, pieces, [vectors.get(p) for p in pieces])
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

    async def _only_store(self, intake: Intake, watch: Stopwatch) -> tuple[WriteResult, bool]:
        stored = await store_episode(self.store, intake, "stored")
        result = WriteResult(episode_id=stored.id, status="stored", recorded_at=stored.recorded_at)
        if stored.replayed:
            return stored.answer or result, True
        _, findable = await self._embedded(replace(intake, episode_id=stored.id), Batch((), (), {}), stored.previous)
        result = result.model_copy(update={"duration_ms": watch.total})
        kept = {"result": result.model_dump_json()}
        await self.store.write(
            "ingest/finish_episode", brain=intake.brain, episode=stored.id, set=kept, facts="", **findable
        )
        return result, False

    async def _again(self, intake: Intake, stored: Stored) -> WriteResult:
        """The answer to a repeated idempotency key; waits while the first is running."""
        for _ in range(600):
            if stored.answer is not None:
                return stored.answer
            await asyncio.sleep(0.1)
            stored = await store_episode(self.store, intake, "extracting")
        return WriteResult(episode_id=stored.id, status=stored.status)

    async def _failed(self, intake: Intake, error: GraphmemError, watch: Stopwatch) -> WriteResult:
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
        await self.store.write(
            "ingest/finish_episode",
            brain=intake.brain,
            episode=intake.episode_id,
            set=kept,
            facts="",
            vector=None,
            contextVector=None,
            chunks=[],
        )
        return result
