"""A batch on its way into the graph, and what has become of it: one transaction by itself, or a part in that of a company."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from graphmem.fault_points import reached
from graphmem.graph.transaction import Transaction, run
from graphmem.ingest.stages.commit import commit
from graphmem.ingest.stages.commit_parts import CommitPart, Committed, LeaseFence
from graphmem.ingest.transactions.finish import finish
from graphmem.ingest.transactions.plan import Case, Read, plan_stages
from graphmem.ingest.transactions.records import CommitResult, Plan
from graphmem.observability.stage_timer import stage

Row = dict[str, Any]
EpisodeRow = Callable[[CommitResult], Row | None]
"""What an episode is kept with when it has landed, for finishing.py; None = there is no episode."""
InTransaction = Callable[[Transaction, CommitResult], Awaitable[None]]
"""What else belongs to the transaction of something that is no episode."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A batch on its way into the graph, with all that its landing needs."""

    case: Case
    fence: LeaseFence
    end: EpisodeRow
    then: InTransaction
    dry_run: bool

    async def optimistic(self, tx: Transaction, plan: Plan) -> CommitResult | None:
        """Commits if the revision is still that of the plan; None where it is not, or the episode is not open."""
        return await self._finished(tx, await self._written(tx, plan, 1, plan.revision))

    async def after_conflict(self, tx: Transaction, attempt: int) -> CommitResult | None:
        """Commits under the lock; None where the episode is not open."""
        await run(tx, "ingest/take_lock", brain=self.case.brain)
        plan = await plan_stages(within(tx), self.case)
        return await self._finished(tx, await self._written(tx, plan, attempt))

    async def _written(
        self, tx: Transaction, plan: Plan, attempt: int, revision: int | None = None
    ) -> CommitResult | None:
        """Writes a plan; None: the episode is not open or the revision another, and nothing was written."""
        with stage("commit"):
            committed = await commit(tx, self.case.brain, [self.part(plan)], revision)
            if committed is None:
                return None
            await reached("settled")
        return self.landed(plan, committed[0], attempt)

    def part(self, plan: Plan) -> CommitPart:
        """What it has in a commit."""
        return CommitPart(plan.changes, self.case.batch.vectors, self.fence, self.case.batch.records)

    def landed(self, plan: Plan, committed: Committed, attempt: int = 1) -> CommitResult:
        """What became of it."""
        return CommitResult(plan, committed, attempt, tuple(self.case.verdicts.calls))

    async def _finished(self, tx: Transaction, landed: CommitResult | None) -> CommitResult | None:
        if landed is not None:
            await self.then(tx, landed)
            await finish(tx, self.case.brain, [self.row(landed)])
        return landed

    def row(self, landed: CommitResult) -> Row | None:
        """What is kept with the episode."""
        return None if self.dry_run else self.end(landed)


def within(tx: Transaction) -> Read:
    """Reads as of a transaction that has the brain's lock."""
    return partial(run, tx)
