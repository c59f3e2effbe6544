"""Commit a batch: stages 2 to 7, in a group with other episodes of the brain or alone (`Attempt.commit`)."""

from __future__ import annotations

from functools import partial
from logging import INFO, WARNING

from graphmem.graph.store import Store
from graphmem.graph.transaction import Transaction
from graphmem.ingest.stages.batch import Batch
from graphmem.ingest.stages.case import Case, JudgeVerdicts
from graphmem.ingest.stages.commit_parts import LeaseFence, NotOpen
from graphmem.ingest.stages.known_facts import Alike
from graphmem.ingest.transactions.attempt import Attempt, EpisodeRow, InTransaction
from graphmem.ingest.transactions.group_commit import MOST_EPISODES, Entangled, GroupCommit
from graphmem.ingest.transactions.records import CommitResult, MakePlan
from graphmem.models.calls import with_calls
from graphmem.models.ports import Judge
from graphmem.observability.logs import get_logger
from graphmem.settings import Settings
from graphmem.write_queue import Done, Failed, Slot, Ticket, WriteQueues
from graphmem_contract.errors import GraphmemError, reason_of

log = get_logger("graphmem.commit")

COMMIT_QUEUES = WriteQueues[Attempt, CommitResult]()
"""The writers of this process that want to commit, by store and brain."""


def no_episode(result: CommitResult) -> None:
    """There is no episode to finish."""


async def nothing_more(tx: Transaction, result: CommitResult) -> None:
    """There is nothing else to write."""


async def commit_batch(
    store: Store,
    brain: str,
    batch: Batch,
    make_plan: MakePlan,
    settings: Settings,
    judge: Judge | None,
    fence: LeaseFence,
    episode_row: EpisodeRow = no_episode,
    *,
    and_then: InTransaction = nothing_more,
    dry_run: bool = False,
) -> CommitResult:
    """Plan and commit a batch; after a conflict it is planned again.

    Episodes that wait for the same brain share a transaction where no judge can be asked.

    Raises:
        NotOpen: the episode is extracted already, or its lease has passed on.
        RevisionConflict: `commit_attempts` attempts were not enough.
        DatabaseUnavailable: Neo4j cannot be reached; nothing was half-written.
    """
    verdicts = JudgeVerdicts(judge)
    alike = Alike(store.read, brain, batch, settings)
    case = Case(brain, batch, settings, verdicts, alike, store.read)
    attempt = Attempt(case, make_plan, fence, episode_row, and_then, dry_run)
    # Only an episode can be committed again after a transaction with an unknown outcome: its fence tells whether it was written.
    # What a request to forget hides may be told by any other episode, so it goes alone.
    shares = bool(fence.episode_id) and not judge and not dry_run and not batch.asks
    ticket = Ticket[Attempt, CommitResult](attempt) if shares else None
    try:
        async with COMMIT_QUEUES.acquire(store, brain, ticket) as slot:
            verdicts.release_slot = slot.release
            result = None
            if ticket is not None:
                result = await ticket.result() if ticket.taken else await _commit_in_group(store, attempt, slot)
            return result or await attempt.commit(store)
    except Exception as error:
        if verdicts.calls:
            with_calls(error, verdicts.calls)
        raise
    finally:
        alike.end()


async def _commit_in_group(store: Store, attempt: Attempt, slot: Slot[Attempt, CommitResult]) -> CommitResult | None:
    """Commit it together with the episodes that wait for the slot; None: it has to be committed alone."""
    if not slot.expects_others:
        return None
    async with slot.take_waiting(MOST_EPISODES - 1) as tickets:
        own, group = Ticket[Attempt, CommitResult](attempt), GroupCommit(attempt.case.brain, slot)
        try:
            results = await store.transaction(partial(group.run, own=own, tickets=tickets))
        except Exception as error:
            if not group.locked:  # none of them could have taken the lock
                for ticket in tickets:
                    ticket.resolve(Failed(error))
                raise
            known = isinstance(error, GraphmemError | NotOpen | Entangled)
            log.log(INFO if known else WARNING, "group_commit_failed", brain=attempt.case.brain, episodes=len(tickets) + 1,
                    error=reason_of(error), exc_info=None if known else error)  # fmt: skip
            return None
        for ticket, result in results.items():
            ticket.resolve(Done(result))
        slot.give_back(tickets[group.tried - 1 :])
        return results.get(own)
