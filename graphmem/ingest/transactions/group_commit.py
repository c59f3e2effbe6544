"""Episodes that wait for the same brain land in one transaction; those that have nothing in common are written together."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from graphmem.fault_points import reached
from graphmem.graph.settle import Entangled
from graphmem.graph.transaction import Transaction, run
from graphmem.ingest.resolution.candidates import Candidate
from graphmem.ingest.stages.commit import commit
from graphmem.ingest.transactions.attempt import Attempt, within
from graphmem.ingest.transactions.finish import finish
from graphmem.ingest.transactions.plan import plan_stages
from graphmem.ingest.transactions.read_set import ReadSet, prefetch
from graphmem.ingest.transactions.records import CommitResult, Plan
from graphmem.ingest.transactions.write_set import WriteSet, may_resolve_to, must_commit_alone, new_entities
from graphmem.observability.stage_timer import stage_in_contexts
from graphmem.write_queue import Slot, Ticket

MOST_TOGETHER = 16
SECONDS_TOGETHER = 1.0
"""Episodes that share a transaction at most, and how long it goes on with the next one: it keeps the brain's lock meanwhile."""

TEXTS_TOGETHER = 200
"""Names and sentences of the episodes that are read for at once."""


@dataclass(frozen=True, slots=True)
class _Planned:
    """An episode that is to be written, in its own seat; `reads` is what was read for it, where others may have written since."""

    seat: Ticket
    plan: Plan
    reads: ReadSet | None


@dataclass(slots=True)
class GroupCommit:
    """Episodes that land in one transaction, one after the other; those that have nothing in common are written together."""

    brain: str
    turn: Slot
    locked: bool = False
    """Whether it has the brain's lock."""
    tried: int = 0
    """How many have landed or found out that they must not."""
    news: WriteSet = field(default_factory=WriteSet)
    """What was written, or is about to be, since something was read for those who are next."""
    planned: list[_Planned] = field(default_factory=list)
    landed: dict[Ticket, CommitResult] = field(default_factory=dict)

    async def land(self, tx: Transaction, own: Ticket, seats: list[Ticket]) -> dict[Ticket, CommitResult]:
        """Lands as many of them, in their order, as may share it; who comes meanwhile is put to the `seats`.

        It ends after SECONDS_TOGETHER, for the brain is locked meanwhile, and so are the leases of those that have landed. It
        ends, too, before a name that may mean an entity which it has brought itself: vector search does not see that yet.
        """
        self.locked, self.tried, self.planned, self.landed = False, 0, [], {}
        await run(tx, "ingest/take_lock", brain=self.brain)
        self.locked, begun = True, time.monotonic()
        fresh: list[Candidate] = []
        async for seat, reads in self._in_order(tx, own, seats):
            one = await self._next(tx, seat, reads)
            plan = one.plan
            if seat.work.case.batch.guesses and may_resolve_to(plan.resolved, fresh, seat.work.case.settings):
                break
            self.tried += 1
            fresh += new_entities(plan.resolved)
            self.news.add(plan.changes, plan.resolved, plan.facts)
            self.planned.append(one)
            if must_commit_alone(plan.changes, plan.facts):
                await self._write(tx)
            if time.monotonic() - begun > SECONDS_TOGETHER:
                break
        await self._write(tx)
        await finish(tx, self.brain, [seat.work.row(landed) for seat, landed in self.landed.items()])
        return self.landed

    async def _next(self, tx: Transaction, seat: Ticket, reads: ReadSet) -> _Planned:
        """The plan of an episode, once those before it are written where they concern it or it concerns everybody."""
        one: Attempt = seat.work
        held = None if self.news.conflicts_with(reads, one.case.settings) else reads
        if held is None:
            await self._write(tx)
        planning = asyncio.get_running_loop().create_task(plan_stages(within(tx), one.case, held), context=seat.context)
        plan = await planning
        if self.planned and must_commit_alone(plan.changes, plan.facts):
            await self._write(tx)
            return await self._next(tx, seat, reads)
        return _Planned(seat, plan, held)

    async def _write(self, tx: Transaction) -> None:
        """Writes what is planned: all at once, or one by one where an episode is not open any more."""
        planned, self.planned = self.planned, []
        since = WriteSet()
        if planned and not await self._written(tx, planned, since) and len(planned) > 1:
            for one in planned:
                await self._written(tx, [one], since)

    async def _written(self, tx: Transaction, planned: Sequence[_Planned], since: WriteSet) -> bool:
        """Writes them at once; `since` grows by what has become of each. False: nothing was written, one of them is not open.

        Raises:
            Entangled: one has changed what a later one of them had read, or what another's facts rest on too; nobody knew
                before that it would.
        """
        brought_keys = [e.key for one in planned for e in one.plan.changes.entities if e.is_new]
        if len(set(brought_keys)) < len(brought_keys):
            raise Entangled
        with stage_in_contexts("commit", [one.seat.context for one in planned]):
            committed = await commit(tx, self.brain, [one.seat.work.part(one.plan) for one in planned])
        for one, done in zip(planned, committed or (), strict=committed is not None):
            if one.reads and since.conflicts_with(one.reads, one.seat.work.case.settings):
                raise Entangled
            await reached("settled")
            for news in (since, self.news):
                news.settled(one.plan.changes, done.settled)
            self.landed[one.seat] = one.seat.work.landed(one.plan, done)
        return committed is not None

    async def _in_order(
        self, tx: Transaction, own: Ticket, seats: list[Ticket]
    ) -> AsyncIterator[tuple[Ticket, ReadSet]]:
        """Each with its reads, which are made for several when it is the first one's turn; who came meanwhile comes last."""
        left, taken = [own, *seats], len(seats)
        while left:
            group = _light(left)
            works = [(seat.work.case.batch, seat.work.case.settings) for seat in group]
            self.news = WriteSet()
            for seat, reads in zip(group, await prefetch(within(tx), self.brain, works), strict=True):
                yield seat, reads
            await self._write(tx)
            left = left[len(group) :]
            if not left:
                self.turn.join(seats, MOST_TOGETHER - 1)
                left, taken = seats[taken:], len(seats)


def _light(seats: Sequence[Ticket]) -> Sequence[Ticket]:
    """So many of the first that their texts are few: reads of which the time is over before all have landed are lost."""
    weights = accumulate(len(seat.work.case.batch.texts) for seat in seats)
    return seats[: max(1, sum(weight <= TEXTS_TOGETHER for weight in weights))]
