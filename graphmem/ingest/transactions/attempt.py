"""One batch on its way into the graph: an optimistic attempt, then attempts under the lock, or a part of a group commit.

The first attempt reads without a lock and commits only if nobody committed to the brain since (`cypher/ingest/commit.cypher`
compares its state). After a conflict the transaction takes the lock first and reads inside it, so that it cannot lose again. The
models' answers are kept; only a new ambiguity goes back to the judge, outside the transaction.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from graphmem.fault_points import reached
from graphmem.graph.driver import AlreadyThere
from graphmem.graph.store import Store
from graphmem.graph.transaction import Transaction, run
from graphmem.ingest.forgetting.hide import hide_late, hide_statements, hide_texts
from graphmem.ingest.stages.case import Ambiguous, Case, ReadSet
from graphmem.ingest.stages.commit import commit
from graphmem.ingest.stages.commit_parts import CommitPart, Committed, LeaseFence, NotOpen
from graphmem.ingest.transactions.finish import finish
from graphmem.ingest.transactions.records import CommitResult, Plan
from graphmem.ingest.vectors import vectors_due
from graphmem.observability import metrics
from graphmem.observability.stage_timer import stage
from graphmem_contract.errors import RevisionConflict

Row = dict[str, Any]
MakePlan = Callable[[Case], Coroutine[Any, Any, Plan]]
"""Plans a case. A commit may plan it again, under the brain's lock."""
EpisodeRow = Callable[[CommitResult], Row | None]
"""Makes the row that `finish_episodes.cypher` writes to the episode; None: there is no episode."""
InTransaction = Callable[[Transaction, CommitResult], Awaitable[None]]
"""What else a commit without an episode writes, in the same transaction."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A batch with everything that its commit needs."""

    case: Case
    make_plan: MakePlan
    fence: LeaseFence
    episode_row: EpisodeRow
    and_then: InTransaction
    dry_run: bool

    async def commit(self, store: Store) -> CommitResult:
        """Commit optimistically; after a conflict, up to `commit_attempts` times under the lock.

        Raises:
            NotOpen: the episode is extracted already, or its lease has passed on.
            RevisionConflict: `commit_attempts` attempts were not enough.
        """
        plan = await self.make_plan(self.case)
        try:
            result = await store.transaction(partial(self.try_optimistic, plan=plan), dry_run=self.dry_run)
        except AlreadyThere:
            result = None
        if result is not None:
            return result
        metrics.conflict()
        verdicts = self.case.verdicts
        verdicts.lost |= {norm for norm, entities in plan.resolved.ends.items() if any(e.is_new for e in entities)}
        for number in range(2, self.case.settings.commit_attempts + 1):
            try:
                result = await store.transaction(partial(self.retry_locked, attempt=number), dry_run=self.dry_run)
            except Ambiguous as open_questions:
                await verdicts.ask(open_questions.names, open_questions.facts)
                continue
            if result is None:
                raise NotOpen
            return result
        raise RevisionConflict("Other writers kept changing this brain; send it again.", retry_after=1.0)

    async def try_optimistic(self, tx: Transaction, plan: Plan) -> CommitResult | None:
        """Commit if the state is still that of the plan; None: it is not, or the episode is not open."""
        return await self._finished(tx, await self._committed(tx, plan, 1, plan.state))

    async def retry_locked(self, tx: Transaction, attempt: int) -> CommitResult | None:
        """Take the lock, plan again on fresh reads, commit; None: the episode is not open."""
        await run(tx, "ingest/take_lock", brain=self.case.brain)
        plan = await self.plan_locked(tx)
        return await self._finished(tx, await self._committed(tx, plan, attempt))

    def plan_locked(self, tx: Transaction, prefetched: ReadSet | None = None) -> Coroutine[Any, Any, Plan]:
        """Plan it on reads in a transaction that holds the brain's lock."""
        return self.make_plan(self.case.under_lock(partial(run, tx), prefetched))

    async def _committed(
        self, tx: Transaction, plan: Plan, attempt: int, state: str | None = None
    ) -> CommitResult | None:
        """Write a plan; None: nothing was written, as the episode is not open or the brain has changed."""
        with stage("commit"):
            committed = await commit(tx, self.case.brain, [self.part(plan)], state)
            if committed is None:
                return None
            await reached("settled")
        return self.result(plan, committed[0], attempt)

    def part(self, plan: Plan) -> CommitPart:
        """Its part in a commit."""
        batch = self.case.batch
        return CommitPart(plan.changes, batch.vectors, self.fence, batch.records, bool(batch.unembedded))

    def result(self, plan: Plan, committed: Committed, attempt: int = 1) -> CommitResult:
        """The plan and what the graph made of it, with the judge's calls."""
        return CommitResult(plan, committed, attempt, tuple(self.case.verdicts.calls))

    async def _finished(self, tx: Transaction, result: CommitResult | None) -> CommitResult | None:
        if result is not None:
            result = await self._hidden(tx, result)
            await self.and_then(tx, result)
            await vectors_due(tx, self.case.brain, self.case.batch.unembedded)
            later = await finish(tx, self.case.brain, [self.row(result)])
            await self.hide_late(tx, result, later, self.last(result))
            await hide_texts(tx, self.case.brain, result.forgetting)
        return result

    async def hide_late(
        self, tx: Transaction, result: CommitResult, later: Mapping[str, Sequence[Row]], stamp: datetime
    ) -> None:
        """Hide what requests to forget mean that came before its episode and were said after it."""
        requests = later.get(self.fence.episode_id or "", ())
        if not requests:
            return
        stated = [statement.id for statement in result.plan.changes.statements]
        policy = self.case.settings.forget_requests
        await hide_late(tx, self.case.brain, requests, stated, policy, stamp, result.forgetting)

    def last(self, result: CommitResult) -> datetime:
        """The system time of its last record."""
        return result.committed.recorded_at + timedelta(microseconds=self.case.batch.records - 1)

    async def _hidden(self, tx: Transaction, result: CommitResult) -> CommitResult:
        """Hide what its requests to forget mean; the texts follow when its episode is finished."""
        batch = self.case.batch
        if not batch.asks:
            return result
        policy = self.case.settings.forget_requests
        forgetting = await hide_statements(tx, self.case.brain, batch.asks, policy, self.last(result))
        return replace(result, forgetting=forgetting)

    def row(self, result: CommitResult) -> Row | None:
        """The row that finishes the episode; None in a dry run and where there is no episode."""
        return None if self.dry_run else self.episode_row(result)
