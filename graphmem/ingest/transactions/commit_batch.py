"""Stages 2 to 7 against a moving graph: read, decide, commit; if another writer was faster, under the lock.

The first attempt reads without a lock and commits only if the revision is still the one it read. After a conflict the
transaction takes the lock first and reads inside it, so that it cannot lose again; the model's answers are kept, and only
a new ambiguity goes back to the judge, outside the transaction.
"""

from __future__ import annotations

from functools import partial
from logging import INFO, WARNING

from graphmem.errors import GraphmemError, RevisionConflict, reason_of
from graphmem.graph.settle import Entangled
from graphmem.graph.store import Store
from graphmem.graph.transaction import Transaction
from graphmem.ingest.stages.batch import Batch
from graphmem.ingest.stages.commit_parts import LeaseFence, NotOpen
from graphmem.ingest.stages.known_facts import Alike
from graphmem.ingest.transactions.attempt import Attempt, EpisodeRow, InTransaction
from graphmem.ingest.transactions.group_commit import MOST_TOGETHER, GroupCommit
from graphmem.ingest.transactions.plan import Ambiguous, Case, JudgeVerdicts, plan_stages
from graphmem.ingest.transactions.records import CommitResult
from graphmem.models.ports import Judge
from graphmem.observability import metrics
from graphmem.observability.logs import get_logger
from graphmem.settings import Settings
from graphmem.write_queue import Slot, Ticket, acquire

log = get_logger("graphmem.landing")


def no_episode(landed: CommitResult) -> None:
    """Nothing is kept."""


async def nothing_more(tx: Transaction, landed: CommitResult) -> None:
    """There is no more to write."""


async def commit_batch(
    store: Store,
    brain: str,
    batch: Batch,
    settings: Settings,
    judge: Judge | None,
    fence: LeaseFence,
    end: EpisodeRow = no_episode,
    *,
    then: InTransaction = nothing_more,
    dry_run: bool = False,
) -> CommitResult:
    """Brings a batch into the graph.

    Episodes that wait for the same brain land in one transaction, one after the other, where no judge may have to be asked.

    Raises:
        NotOpen: the episode is extracted already, or its lease has passed on.
        RevisionConflict: it could not be settled in `commit_attempts` tries.
        DatabaseUnavailable: Neo4j is out of reach; nothing was half-written.
    """
    verdicts = JudgeVerdicts(judge)
    alike = Alike(store.read, brain, batch, settings)
    one = Attempt(Case(brain, batch, settings, verdicts, alike), fence, end, then, dry_run)
    # Only an episode may be tried again by itself after a transaction of which nobody knows whether it landed: its fence tells.
    seat = Ticket(one) if fence.episode_id and not judge and not dry_run else None
    try:
        async with acquire(store, brain, seat) as verdicts.turn:
            if seat is None:
                return await _commit_alone(store, one)
            landed = await seat.result() if seat.taken else await _commit_in_group(store, one, verdicts.turn)
            return landed or await _commit_alone(store, one)
    finally:
        alike.end()


async def _commit_in_group(store: Store, one: Attempt, turn: Slot) -> CommitResult | None:
    """Lands it together with those who wait and those who come meanwhile; None: it has to go by itself."""
    if not turn.expects:
        return None
    async with turn.company(MOST_TOGETHER - 1) as seats:
        own, company = Ticket(one), GroupCommit(one.case.brain, turn)
        try:
            landed = await store.transaction(partial(company.land, own=own, seats=seats))
        except Exception as error:
            if not company.locked:  # that none of them could have
                for seat in seats:
                    seat.leave(error)
                raise
            known = isinstance(error, GraphmemError | NotOpen | Entangled)
            log.log(INFO if known else WARNING, "landing_apart", brain=one.case.brain, episodes=len(seats) + 1,
                    error=reason_of(error), exc_info=None if known else error)  # fmt: skip
            return None
        for seat, done in landed.items():
            seat.leave(done)
        turn.give_back(seats[company.tried - 1 :])
        return landed.get(own)


async def _commit_alone(store: Store, one: Attempt) -> CommitResult:
    plan = await plan_stages(store.read, one.case, may_ask=True)
    landed = await store.transaction(partial(one.optimistic, plan=plan), dry_run=one.dry_run)
    if landed is not None:
        return landed
    metrics.conflict()
    verdicts = one.case.verdicts
    verdicts.lost |= {norm for norm, ends in plan.resolved.ends.items() if any(end.is_new for end in ends)}
    for attempt in range(2, one.case.settings.commit_attempts + 1):
        try:
            landed = await store.transaction(partial(one.after_conflict, attempt=attempt), dry_run=one.dry_run)
        except Ambiguous as open_questions:
            await verdicts.ask(open_questions.names, open_questions.facts)
            continue
        if landed is None:
            raise NotOpen
        return landed
    raise RevisionConflict("Other writers kept changing this brain; send it again.", retry_after=1.0)
