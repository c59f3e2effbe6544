"""`JobRun`: one run of a job over one brain: its clock, its limits, its queries, its watermark."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, TypeVar

from graphmem.brain_settings import layered, read_settings
from graphmem.claims import Call
from graphmem.core_engine import CoreEngine
from graphmem.fault_points import reached
from graphmem.graph.settings_store import settings_of
from graphmem.graph.transaction import Row, Transaction, run
from graphmem.models.configured import configured
from graphmem.settings import Settings
from graphmem_contract.errors import DatabaseTimeout, NotFound
from graphmem_contract.upkeep import JobName, JobReport

BATCH = 500
"""Rows that one transaction writes under the brain's lock."""
PAGE = 2_000
"""Rows that one query reads."""
LEAST_PAGE = 10
"""Rows of a query that is too slow for more: it is not cut further."""
OVERLAP = timedelta(minutes=2)
"""A use or a change may become visible this much later than the time that it carries."""
T = TypeVar("T")
M = TypeVar("M")
Progress = Callable[[str, JobName, int], None]
"""Called with the brain, the job and the number of changes so far, after each transaction."""


@dataclass(frozen=True, slots=True)
class Watermark:
    """How far a job has come. `day`, `seen`: day and revision of its last complete run. `since`: later uses and changes are new.

    None = it never ran. `options`: what the settings of the brain asked of that run, if anything. `position`: where the next run
    continues, if the last one was stopped (JSON). `left_at`: when a write left something to the job last. `revision`, `clock` and
    `settings` (JSON) are those of the brain and of the database now.
    """

    day: str | None
    seen: int | None
    since: datetime | None
    revision: int
    clock: datetime
    options: str | None = None
    settings: str | None = None
    position: str | None = None
    left_at: datetime | None = None

    @property
    def is_same_revision(self) -> bool:
        """Whether nothing was written to the brain since the last complete run."""
        return self.seen == self.revision

    @property
    def is_left_something(self) -> bool:
        """Whether a write has left something to the job since its last complete run."""
        return self.left_at is not None and (self.since is None or self.left_at > self.since)


@dataclass(slots=True)
class Tally:
    """What a run has counted so far."""

    done: int = 0
    skipped: int = 0
    sent: int = 0
    model_calls: int = 0
    tokens: int = 0
    proposals: int = 0
    warnings: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class JobRun:
    """One run of a job.

    `now`: the time that ages are counted to, UTC. `limit`: the most changes; None = no limit. With `dry_run` nothing is written.
    """

    engine: CoreEngine
    brain: str
    job: JobName
    now: datetime
    limit: int | None = None
    dry_run: bool = False
    progress: Progress = lambda *_: None
    tally: Tally = field(default_factory=Tally)

    @property
    def today(self) -> str:
        """The day of the run in UTC, as in 2026-03-01."""
        return self.now.date().isoformat()

    @property
    def is_cut(self) -> bool:
        """Whether the run has reached its limit. It then leaves the watermark, so that the next run continues."""
        return self.limit is not None and self.tally.done >= self.limit

    def report(self) -> JobReport:
        """The report of what was done so far."""
        t = self.tally
        return JobReport(
            job=self.job, done=t.done, skipped=t.skipped, model_calls=t.model_calls, tokens=t.tokens, statements=t.sent,
            proposals=t.proposals, warnings=tuple(t.warnings),
        )  # fmt: skip

    def settings_at(self, mark: Watermark) -> Settings:
        """Return the settings of the service with those that the brain had when its watermark was read."""
        return layered(self.engine.settings, read_settings(mark.settings)[0], {})

    async def settings(self) -> Settings:
        """Return the settings of the service with those of the brain over them."""
        own, _ = await settings_of(self.engine.store, self.brain)
        return layered(self.engine.settings, own, {})

    def configured(self, model: M, settings: Settings) -> M:
        """Return a model of the engine with the settings of the brain."""
        return configured(model, self.engine.settings, settings)

    def count(self, calls: Sequence[Call]) -> None:
        """Count model calls and their tokens."""
        self.tally.model_calls += len(calls)
        self.tally.tokens += sum(call.tokens.total for call in calls)

    async def read(self, name: str, /, **parameters: Any) -> list[Row]:
        """Return the rows of a reading query."""
        self.tally.sent += 1
        return await self.engine.store.read(name, brain=self.brain, **parameters)

    async def pages(self, name: str, key: str, /, **parameters: Any) -> AsyncIterator[list[Row]]:
        """Yield the rows of a query page by page, in the order of `key`, until the limit of the run is reached.

        A page that takes longer than the time limit of a statement is asked for again with a quarter of its rows, and so are
        those after it: a large brain may be slow, and so is a busy machine.

        Raises:
            DatabaseTimeout: even LEAST_PAGE rows take too long.
        """
        after, size = "", PAGE
        while not self.is_cut:
            try:
                page = await self.read(name, after=after, limit=size, **parameters)
            except DatabaseTimeout as error:
                size = _smaller(size, error)
                continue
            yield page
            if len(page) < size:
                return
            after = page[-1][key]

    async def looked_up(
        self, name: str, ids: Sequence[str], first: int, /, **parameters: Any
    ) -> AsyncIterator[tuple[Sequence[str], list[Row]]]:
        """Yield the ids in order, some at a time, with the rows that a query has about them.

        After a query that takes longer than the time limit of a statement, a quarter as many are asked for at a time.

        Args:
            first: ids of the first query.

        Raises:
            DatabaseTimeout: even LEAST_PAGE ids take too long.
        """
        start, size = 0, first
        while some := ids[start : start + size]:
            try:
                rows = await self.read(name, ids=list(some), **parameters)
            except DatabaseTimeout as error:
                size = _smaller(size, error)
                continue
            yield some, rows
            start += len(some)

    async def watermark(self) -> Watermark:
        """Return how far the job has come.

        Raises:
            NotFound: nothing was ever written to the brain.
        """
        rows = await self.read("upkeep/watermark", job=self.job)
        if not rows:
            raise NotFound(f"There is no brain {self.brain}; it is made by its first write.")
        (row,) = rows
        since = row["seenAt"] - OVERLAP if row["seenAt"] else None
        return Watermark(
            row["day"],
            row["seen"],
            since,
            row["revision"],
            row["clock"],
            row["options"],
            row["settings"],
            row["position"],
            row.get("leftAt"),
        )

    async def finish(self, mark: Watermark, options: str | None = None) -> None:
        """Store that everything up to `mark.clock` was seen, unless the run was cut or is a rehearsal.

        Args:
            options: what the settings of the brain asked of this run, if the next one has to know.
        """
        if not (self.dry_run or self.is_cut):
            self.tally.sent += 1
            await self.engine.store.write(
                "upkeep/store_watermark",
                brain=self.brain,
                job=self.job,
                day=self.today,
                revision=mark.revision,
                seenAt=mark.clock,
                options=options,
            )

    async def keep_position(self, position: str) -> None:
        """Store where the next run continues, should this one stop here. A rehearsal stores nothing."""
        if not self.dry_run:
            self.tally.sent += 1
            await self.engine.store.write("upkeep/store_position", brain=self.brain, job=self.job, position=position)

    async def change(self, name: str, rows: Sequence[Row], **parameters: Any) -> None:
        """Write rows in batches, each a transaction under the brain's lock, up to the limit of the run."""
        for batch in self._batches(rows):
            changed = len(batch) if self.dry_run else await self._write(name, batch, parameters)
            self.tally.done += changed
            self.tally.skipped += len(batch) - changed
            self.progress(self.brain, self.job, self.tally.done)

    def _batches(self, rows: Sequence[Row]) -> Iterator[Sequence[Row]]:
        for start in range(0, len(rows), BATCH):
            batch = rows[start : start + BATCH]
            room = len(batch) if self.limit is None else self.limit - self.tally.done
            if room <= 0:
                return
            yield batch[:room]

    async def _write(self, name: str, rows: Sequence[Row], parameters: dict[str, Any]) -> int:
        """Write one batch. Returns how many of its rows were still as they had been read."""
        self.tally.sent += 2

        async def locked(tx: Transaction) -> int:
            if not await run(tx, "upkeep/lock", brain=self.brain):
                return 0  # the brain was forgotten since the read
            found = await run(tx, name, brain=self.brain, rows=list(rows), **parameters)
            await reached("upkeep_written")
            return int(found[0]["changed"])

        changed = await self.engine.store.transaction(locked)
        await reached("upkeep_committed")
        return changed


def _smaller(size: int, error: DatabaseTimeout) -> int:
    """A quarter of the rows that took too long. Raises the error if they were few."""
    if size <= LEAST_PAGE:
        raise error
    return max(LEAST_PAGE, size // 4)


def batches(items: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    """Yield the items in order, at most `size` at a time."""
    return (items[start : start + size] for start in range(0, len(items), size))
