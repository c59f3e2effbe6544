"""Workers claim episodes from the queue, extract them, and try failed ones again after a delay.

A pool starts at once on episodes that were stored through it (`hand`). A pool opened with `serving` also polls for episodes of
other processes: stored and never extracted, begun and never finished, or due to be tried again.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
import weakref
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from graphmem.core_engine import CoreEngine
from graphmem.fault_points import reached
from graphmem.ingest.episodes.input import EpisodeInput
from graphmem.ingest.episodes.queue import ClaimedEpisode, Gate, claim, held, requeue
from graphmem.ingest.episodes.request import replayed_input
from graphmem.ingest.episodes.rows import Stored
from graphmem.ingest.quotas import count_in_vain
from graphmem.observability.logs import get_logger
from graphmem.observability.stage_timer import StageTimer
from graphmem.processes.owners import working_for
from graphmem.settings import Settings
from graphmem_contract.errors import CallerError, GraphmemError, SetupError, reason_of
from graphmem_contract.records import WriteResult

log = get_logger("graphmem.worker")

SHORTEST_PAUSE = 0.1
LONGEST_PAUSE = 2.0
"""Seconds between two polls of an empty queue: doubled from SHORTEST_PAUSE up to LONGEST_PAUSE."""
SETUP_PAUSE = 60.0
"""Seconds between two attempts while something is missing on the machine. They do not count: no message is at fault."""
LONGEST_BACKOFF = 300.0
"""Most seconds between two attempts, unless the provider asks for more."""


class Processor(Protocol):
    """What extracts a claimed episode; `graphmem.ingest.process.EpisodeProcessor` is one."""

    @property
    def engine(self) -> CoreEngine: ...
    async def process_claimed(self, brain: str, row: dict[str, Any], timer: StageTimer) -> WriteResult: ...
    async def fail(self, episode: EpisodeInput, stored: Stored, error: Exception, timer: StageTimer) -> WriteResult: ...


@dataclass(eq=False, slots=True)
class _Lane:
    """The due episodes of one brain, or of all brains (None), and what extracts them.

    `fresh`: an episode was stored since the last claim.
    """

    processor: Processor
    brain: str | None
    fresh: bool = True
    running: int = 0

    async def next(self) -> ClaimedEpisode | None:
        """Claim the episode that is due longest."""
        self.fresh = False
        claimed = await claim(self.processor.engine.store, self.processor.engine.settings, self.brain)
        return claimed[0] if claimed else None


_POOLS: weakref.WeakSet[Workers] = weakref.WeakSet()


@dataclass(eq=False)
class Workers:
    """Extracts up to `size` episodes of this process at a time; 0 extracts none."""

    size: int
    gate: Gate = field(default_factory=Gate)
    _lanes: dict[tuple[str, int], _Lane] = field(default_factory=dict)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)
    _jobs: set[asyncio.Task[float | None]] = field(default_factory=set)
    _pollers: set[asyncio.Task[None]] = field(default_factory=set)
    _waiting: set[asyncio.Task[None]] = field(default_factory=set)
    _idle: int = 0
    _stopping: bool = False

    def __post_init__(self) -> None:
        self._room = asyncio.Semaphore(max(self.size, 1))
        self._wake = asyncio.Event()
        _POOLS.add(self)

    @property
    def busy(self) -> int:
        """The number of episodes that are being extracted."""
        return len(self._jobs)

    # ------------------------------------------------------------------ episodes of this process

    def hand(self, processor: Processor, brain: str) -> None:
        """Start on an episode that was just stored in a brain."""
        if self._pollers:
            self._wake.set()
            return
        if self.size == 0 or self._stopping:
            return
        lane = self._lanes.setdefault((brain, id(processor.engine)), _Lane(processor, brain))
        lane.fresh = True
        if lane.running < self.size:
            self._spawn(lane)

    @contextmanager
    def takes_up(self, processor: Processor, brain: str) -> Iterator[None]:
        """Start on an episode that an error inside returns to the queue: another process may never come by."""
        try:
            yield
        except CallerError:
            raise
        except Exception:
            self.hand(processor, brain)
            raise

    def _spawn(self, lane: _Lane) -> None:
        lane.running += 1
        self._keep(asyncio.create_task(self._follow(lane)))

    def _keep(self, task: asyncio.Task[None]) -> None:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _follow(self, lane: _Lane) -> None:
        """Extract the due episodes of a lane until there are none."""
        try:
            while not self._stopping:
                async with self._room:
                    claimed, delay = await self._one(lane)
                if delay is not None:
                    self._hand_later(lane, delay)
                if claimed is None and not lane.fresh:
                    return
        finally:
            lane.running -= 1
            if not lane.running:
                self._lanes.pop((lane.brain or "", id(lane.processor.engine)), None)

    def _hand_later(self, lane: _Lane, delay: float) -> None:
        async def wait() -> None:
            await asyncio.sleep(delay)
            self.hand(lane.processor, lane.brain or "")

        task = asyncio.create_task(wait())
        self._waiting.add(task)
        task.add_done_callback(self._waiting.discard)

    async def _one(self, lane: _Lane) -> tuple[ClaimedEpisode | None, float | None]:
        """Extract one episode of a lane. Returns it, and the seconds until it is due again."""
        claimed: ClaimedEpisode | None = None
        try:
            claimed = await lane.next()
            if claimed is None:
                return None, None
            await reached("claimed")
            job = asyncio.ensure_future(work(lane.processor, claimed))
            self._jobs.add(job)
            job.add_done_callback(self._jobs.discard)
            return claimed, await job
        except GraphmemError as error:
            log.warning("worker_waits", code=error.code, detail=error.detail)
            return claimed, error.retry_after or lane.processor.engine.settings.queue_backoff_sec
        except Exception as error:
            log.exception("worker_stumbled", error=type(error).__name__)
            return claimed, lane.processor.engine.settings.queue_backoff_sec

    # ------------------------------------------------------------------ episodes of any process

    @asynccontextmanager
    async def serving(self, processor: Processor, brain: str | None = None) -> AsyncIterator[None]:
        """Extract due episodes of all brains, or of one, from any process; at the end finish those begun, within `drain_sec`."""
        lane = _Lane(processor, brain)
        self._pollers = {asyncio.create_task(self._poll(lane)) for _ in range(self.size)}
        try:
            yield
        finally:
            await self.stop(processor.engine.settings.drain_sec)

    async def _poll(self, lane: _Lane) -> None:
        pause = SHORTEST_PAUSE
        while not self._stopping:
            self._wake.clear()  # before the claim: an episode stored after it sets the event again
            async with self._room:
                claimed, delay = await self._one(lane)
            if claimed is not None:
                pause = SHORTEST_PAUSE
                continue
            self._idle += 1
            try:
                async with asyncio.timeout(delay or pause * random.uniform(0.8, 1.2)):  # noqa: S311
                    await self._wake.wait()
                pause = SHORTEST_PAUSE
            except TimeoutError:
                pause = min(pause * 2, LONGEST_PAUSE)
            finally:
                self._idle -= 1

    async def once(self, processor: Processor, brain: str | None = None) -> None:
        """Extract every episode that is due now, in all brains or in one, and return. Episodes due later stay."""
        lane = _Lane(processor, brain)

        async def follow() -> None:
            while not self._stopping:
                async with self._room:
                    claimed, delay = await self._one(lane)
                if claimed is None and delay is None:
                    return

        await asyncio.gather(*(follow() for _ in range(self.size)))

    # ------------------------------------------------------------------ ending

    async def drain(self, seconds: float, *, tries: bool = True) -> bool:
        """Wait until every handed episode is done, at most `seconds`. Returns whether all were.

        Args:
            tries: wait also for failed episodes that are due to be tried again.
        """
        end = time.monotonic() + seconds
        while self._is_busy() or (tries and self._waiting):
            if time.monotonic() >= end:
                return False
            await asyncio.sleep(0.01)
        return True

    def _is_busy(self) -> bool:
        return bool(self._tasks) or (bool(self._pollers) and (self._wake.is_set() or self._idle < len(self._pollers)))

    async def stop(self, seconds: float) -> None:
        """Claim nothing more, finish begun episodes within `seconds`, put the rest back. The pool can be used again."""
        self._stopping = True
        try:
            if self._jobs:
                await asyncio.wait(set(self._jobs), timeout=seconds)
            left = {*self._jobs, *self._tasks, *self._waiting, *self._pollers}
            for task in left:
                task.cancel()
            await asyncio.gather(*left, return_exceptions=True)
        finally:
            self._pollers = set()
            self._lanes.clear()
            self._stopping = False


async def work(processor: Processor, claimed: ClaimedEpisode) -> float | None:
    """Extract a claimed episode. Returns the seconds until it is due again; None: it has ended, extracted or failed.

    Raises:
        DatabaseUnavailable: its state could not be written; its lease will pass on.
    """
    timer = StageTimer()
    engine, brain = processor.engine, claimed.brain
    store, settings = engine.store, engine.settings
    try:
        if claimed.attempts > settings.queue_attempts:
            await _failed(processor, claimed, _GaveUp(claimed), timer)
            return None
        async with held(store, settings, brain, claimed.id, claimed.lease):
            with working_for(brain):
                await processor.process_claimed(brain, claimed.row, timer)
        return None
    except asyncio.CancelledError:
        with contextlib.suppress(Exception):  # if this fails too, the lease passes on
            await asyncio.shield(requeue(store, brain, claimed.id, claimed.lease))
        raise
    except Exception as error:  # noqa: BLE001 (no error may lose the episode)
        return await _broken(processor, claimed, error, timer)


class _GaveUp(GraphmemError):
    """Every attempt began and none ended."""

    def __init__(self, claimed: ClaimedEpisode) -> None:
        why = claimed.row.get("error") or "each began and none ended; the process may have died of it"
        super().__init__(f"given up after {claimed.attempts - 1} attempts: {why}")


async def _broken(processor: Processor, claimed: ClaimedEpisode, error: Exception, timer: StageTimer) -> float | None:
    known = isinstance(error, GraphmemError)
    missing = isinstance(error, SetupError)
    log.warning(
        "attempt_failed",
        brain=claimed.brain,
        episode=claimed.id,
        attempt=claimed.attempts,
        stage=timer.last,
        error=reason_of(error) if missing else type(error).__name__,  # others may quote the message
        exc_info=None if known else error,
    )
    if missing:  # a worker that polls comes back to it; a process that ends does not wait for that
        store, why = processor.engine.store, reason_of(error)
        await requeue(store, claimed.brain, claimed.id, claimed.lease, delay=SETUP_PAUSE, error=why, waits_for="setup")
        return None
    passing = error.retryable if isinstance(error, GraphmemError) else True
    if isinstance(error, CallerError) or not passing or claimed.attempts >= processor.engine.settings.queue_attempts:
        await _failed(processor, claimed, error, timer)
        return None
    delay = backoff(processor.engine.settings, claimed.attempts, getattr(error, "retry_after", None))
    await requeue(processor.engine.store, claimed.brain, claimed.id, claimed.lease, delay=delay, error=reason_of(error))
    await count_in_vain(processor.engine.store, claimed.brain, error)
    return delay


def backoff(settings: Settings, attempts: int, asked: float | None = None) -> float:
    """Seconds until the next attempt: doubled each time, with jitter, and never sooner than the provider asks for."""
    longest = min(settings.queue_backoff_sec * 2.0 ** (attempts - 1), LONGEST_BACKOFF)
    return max(longest * random.uniform(0.5, 1.0), asked or 0.0)  # noqa: S311


async def _failed(processor: Processor, claimed: ClaimedEpisode, error: Exception, timer: StageTimer) -> None:
    episode, stored = replayed_input(claimed.brain, claimed.row, processor.engine.settings)
    await processor.fail(replace(episode, lease=claimed.lease), stored, error, timer)


async def drain(seconds: float = 30.0) -> None:
    """Wait for the extractions of this process, at most `seconds`. The rest stays in the queue."""
    await asyncio.gather(*(pool.drain(seconds) for pool in list(_POOLS)))
