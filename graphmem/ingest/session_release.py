"""Extract the waiting episodes of a session: claim them under one lease and let a model read them together.

Each is committed by itself (`transcripts.py`).
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Protocol

from graphmem.core_engine import CoreEngine
from graphmem.graph.model_quota import day_quota
from graphmem.ingest.episodes.apart import is_of_record, told
from graphmem.ingest.episodes.input import EpisodeInput
from graphmem.ingest.episodes.queue import held, lease_ms, new_lease, requeue
from graphmem.ingest.episodes.rows import Stored, spent_in
from graphmem.ingest.quotas import count_in_vain, quota_of
from graphmem.ingest.transactions.finish import ended
from graphmem.ingest.transcripts import WaitingEpisode, readers_of, transcripts_of
from graphmem.models.ports import Extractor
from graphmem.observability.stage_timer import StageTimer
from graphmem.processes.quota import within
from graphmem_contract.episode_state import EpisodeState
from graphmem_contract.errors import CallerError, ConflictError, ModelError, QuotaSpent, reason_of
from graphmem_contract.records import WriteResult

Row = dict[str, Any]
Retry = Callable[[Row, Exception], Awaitable[WriteResult]]
TOGETHER: Final = 2
"""Attempts of an episode up to which a worker takes over its session as a whole. The first one stored it."""


class ReplaysClaimed(Protocol):
    """What extracts one claimed episode; `graphmem.ingest.process.EpisodeProcessor` is one."""

    @property
    def engine(self) -> CoreEngine: ...
    def claimed(self, brain: str, row: Row) -> tuple[EpisodeInput, Stored, tuple[str, ...]]: ...
    async def replay_claimed(
        self, brain: str, row: Row, reader: Extractor | None, timer: StageTimer | None, *, last_try: bool
    ) -> WriteResult: ...


@dataclass(frozen=True, slots=True)
class SessionRelease:
    """Extracts the episodes of a session that wait for it."""

    processor: ReplaysClaimed

    @property
    def engine(self) -> CoreEngine:
        """Return the store, models and settings."""
        return self.processor.engine

    async def flush(
        self, brain: str, session_id: str, *, threshold: int = 0, failed: bool = True
    ) -> tuple[WriteResult, ...]:
        """Extract the waiting episodes of a session in their order, once `threshold` of them sound memorable.

        A model reads those with equal settings together, as many as fit into `chunk_chars`, with one call
        (`transcripts.py`). Each is then committed by itself. One lease covers all of them.

        No waiting episode is lost: one that fails is marked as failed, and the next flush takes it up again, as it does
        with episodes that a dead process had claimed.

        Raises:
            DatabaseUnavailable: Neo4j cannot be reached; the remaining episodes go on waiting.
        """
        lease = new_lease()
        rows = await self._claim_waiting(brain, session_id, lease, threshold=threshold, stored=True, failed=failed)
        async with held(self.engine.store, self.engine.settings, brain, [row["id"] for row in rows], lease):
            return tuple([result async for result in self._released(brain, rows)])

    async def _claim_waiting(
        self, brain: str, session_id: str | None, lease: str, *, threshold: int = 0, stored: bool, failed: bool
    ) -> list[Row]:
        return await self.engine.store.write(
            "ingest/claim_waiting",
            brain=brain,
            session=session_id,
            threshold=threshold,
            stored=stored,
            failed=failed,
            lease=lease,
            leaseMs=lease_ms(self.engine.settings),
        )

    async def take_over(self, brain: str, row: Row) -> WriteResult:
        """Extract an episode that a dead process had claimed in its session, and the others that it had claimed.

        After TOGETHER attempts it is extracted alone, so that an episode that ends processes does not take others with it.

        Raises:
            GraphmemError: this episode was not extracted; the worker tries it again. The others are in the queue by then.
        """
        store, settings, lease = self.engine.store, self.engine.settings, row["lease"]
        if row["attempts"] > TOGETHER:
            return await self.processor.replay_claimed(brain, row, None, None, last_try=False)
        others = await self._claim_waiting(brain, row["sessionId"], lease, stored=False, failed=False)
        failure: list[Exception] = []

        async def retry(failed: Row, error: Exception) -> WriteResult:
            if failed is row:
                failure.append(error)
            else:
                delay = settings.queue_backoff_sec
                await requeue(store, brain, failed["id"], lease, delay=delay, error=reason_of(error))
                await count_in_vain(store, brain, error)
            return WriteResult(
                episode_id=failed["id"], status=EpisodeState.PENDING, success=False, error=reason_of(error)
            )

        rows = sorted((row, *others), key=lambda one: (one["occurredAt"], one["recordedAt"]))
        async with held(store, settings, brain, [one["id"] for one in others], lease):
            done = [result async for result in self._released(brain, rows, retry)]
        if failure:
            raise failure[0]
        return next(result for result in done if result.episode_id == row["id"])

    async def _released(
        self, brain: str, rows: Sequence[Row], retry: Retry | None = None
    ) -> AsyncIterator[WriteResult]:
        """Extract claimed episodes in their order; those that fit together are read together.

        Args:
            retry: what happens to an episode that fails and may be tried again; without it, it is marked as failed.
        """
        done = 0
        waiting = [WaitingEpisode(*self.processor.claimed(brain, row)[:2]) for row in rows]
        for group in transcripts_of(waiting, self.processor.engine):
            timer, claimed = StageTimer(), rows[done : done + (len(group) or 1)]
            if done:
                await self._renew_spent(brain, claimed, waiting[done])
            readers = await self._readers(claimed[0], group, timer) if len(group) > 1 else [None]
            done += len(claimed)
            for n, (row, reader) in enumerate(zip(claimed, readers, strict=True)):
                yield await self._next(brain, row, reader, timer if n == 0 else StageTimer(), retry)

    async def _renew_spent(self, brain: str, rows: Sequence[Row], first: WaitingEpisode) -> None:
        """Read again what the brain has spent, if it has a quota. The messages that were claimed with these have spent since."""
        if day_quota(first.episode.settings, first.stored.spent).is_limited:
            read = await self.engine.store.read("api/quota", brain=brain)
            for row in rows:
                row["spent"] = read[0]["spent"] if read else row["spent"]

    async def _readers(
        self, row: Row, group: Sequence[WaitingEpisode], timer: StageTimer
    ) -> Sequence[Extractor | None]:
        """Return what reads each episode of a group. If the quota is spent nothing reads them: each is put off by itself."""
        try:
            with within(quota_of(group[0].episode, replace(group[0].stored, spent=spent_in(row)))):
                return await readers_of(group, self.engine, timer)
        except QuotaSpent:
            return [None] * len(group)

    async def _unusable(self, brain: str, row: Row, error: Exception) -> WriteResult:
        """Mark an episode as failed that cannot be extracted, so that it does not hold up the others."""
        why = reason_of(error)
        result = WriteResult(episode_id=row["id"], status=EpisodeState.FAILED, success=False, error=why)
        kept = {"status": EpisodeState.FAILED, "error": why, "result": result.model_dump_json(), "lease": None}
        failed = ended(row["id"], row["lease"], kept)
        await self.engine.store.write("ingest/finish_episodes", brain=brain, episodes=[failed])
        return result

    async def _next(
        self, brain: str, row: Row, reader: Extractor | None, timer: StageTimer, retry: Retry | None
    ) -> WriteResult:
        """Extract one waiting episode. One that cannot be extracted goes on waiting or fails, and holds up no other."""
        try:
            return await self.processor.replay_claimed(brain, row, reader, timer, last_try=retry is None)
        except (CallerError, ConflictError, ModelError) as error:
            if retry and isinstance(error, ModelError):
                return await retry(row, error)
            return await self._waits_on(brain, row, error)
        except Exception as error:
            if not await is_of_record(error, self.engine.models.embedder):
                raise
            told(error)
            return await (retry(row, error) if retry else self._unusable(brain, row, error))

    async def _waits_on(self, brain: str, row: Row, error: CallerError | ConflictError | ModelError) -> WriteResult:
        """Let an episode that cannot be extracted now go on waiting."""
        waits = ended(row["id"], row["lease"], {"status": EpisodeState.STORED, "lease": None})
        await self.engine.store.write("ingest/finish_episodes", brain=brain, episodes=[waits])
        await count_in_vain(self.engine.store, brain, error)
        why = f"{type(error).__name__}: {error.detail}"
        return WriteResult(episode_id=row["id"], status=EpisodeState.STORED, success=False, error=why)
