"""Commit a batch: stages 2 to 7, in a group with other episodes of the brain or alone (`Attempt.commit`).

The writer that holds a brain's slot commits its episode and up to 15 waiting ones in one transaction. After one second it adds
no more. Episodes that have nothing in common are planned one after the other and written together; one that may have read what
an earlier one writes is read for again after the earlier ones are written.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import accumulate
from logging import INFO, WARNING

from graphmem.fault_points import reached
from graphmem.graph.store import Store
from graphmem.graph.transaction import Row, Transaction, run
from graphmem.ingest.forgetting.hide import hide_texts
from graphmem.ingest.resolution.candidates import Candidate
from graphmem.ingest.stages.batch import Batch
from graphmem.ingest.stages.case import Case, JudgeVerdicts, ReadSet
from graphmem.ingest.stages.change_reading import read_changes
from graphmem.ingest.stages.claim_linking import link_claims
from graphmem.ingest.stages.commit import commit
from graphmem.ingest.stages.commit_parts import LeaseFence, NotOpen
from graphmem.ingest.stages.entity_resolve import read_and_resolve
from graphmem.ingest.stages.known_facts import Alike, Read, read_facts
from graphmem.ingest.transactions.attempt import Attempt, EpisodeRow, InTransaction, MakePlan
from graphmem.ingest.transactions.finish import finish
from graphmem.ingest.transactions.records import CommitResult, Plan
from graphmem.ingest.transactions.write_set import WriteSet, may_resolve_to, must_commit_alone, new_entities
from graphmem.ingest.vectors import vectors_due
from graphmem.models.calls import with_calls
from graphmem.models.ports import Judge
from graphmem.observability.logs import get_logger
from graphmem.observability.stage_timer import stage_in_contexts
from graphmem.settings import Settings
from graphmem.write_queue import Done, Failed, Slot, Ticket, WriteQueues
from graphmem_contract.errors import GraphmemError, reason_of

log = get_logger("graphmem.commit")

MOST_EPISODES = 16
"""Episodes of one transaction."""
MOST_SECONDS = 1.0
"""How long a group goes on with the next episode; it holds the brain's lock for that time."""
MOST_TEXTS = 200
"""Names and sentences that are prefetched at once."""
CommitTicket = Ticket[Attempt, CommitResult]
COMMIT_QUEUES = WriteQueues[Attempt, CommitResult]()
"""The writers of this process that want to commit, by store and brain."""


class Entangled(Exception):
    """An episode changed what a later one of its transaction had read; the caller rolls back."""


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
    ticket = CommitTicket(attempt) if shares else None
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
        own, group = CommitTicket(attempt), GroupCommit(attempt.case.brain, slot)
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


@dataclass(frozen=True, slots=True)
class _Planned:
    """An episode that waits to be written. `reads`: its prefetched reads, where others may have written since."""

    ticket: CommitTicket
    plan: Plan
    reads: ReadSet | None


@dataclass(slots=True)
class GroupCommit:
    """One transaction for the slot holder and the episodes that wait behind it."""

    brain: str
    slot: Slot[Attempt, CommitResult]
    locked: bool = False
    """Whether the transaction holds the brain's lock."""
    tried: int = 0
    """How many episodes were committed or turned out not to be open."""
    written: WriteSet = field(default_factory=WriteSet)
    """What was written, or is about to be, since the next episodes were prefetched."""
    planned: list[_Planned] = field(default_factory=list)
    results: dict[CommitTicket, CommitResult] = field(default_factory=dict)

    async def run(
        self, tx: Transaction, own: CommitTicket, tickets: list[CommitTicket]
    ) -> dict[CommitTicket, CommitResult]:
        """Commit as many episodes, in their order, as may share the transaction; tickets that arrive join `tickets`.

        It ends after MOST_SECONDS, since it holds the brain's lock and the leases of the episodes that it has written. It also
        ends before a name that may resolve to an entity which it has created: vector search does not see that entity yet.
        """
        self.locked, self.tried, self.planned, self.results = False, 0, [], {}
        await run(tx, "ingest/take_lock", brain=self.brain)
        self.locked, begun = True, time.monotonic()
        created: list[Candidate] = []
        async for ticket, reads in self._in_order(tx, own, tickets):
            planned = await self._plan(tx, ticket, reads)
            plan, case = planned.plan, ticket.work.case
            if case.batch.guesses and may_resolve_to(plan.resolved, created, case.settings):
                break
            self.tried += 1
            created += new_entities(plan.resolved)
            self.written.add(plan.changes, plan.resolved, plan.facts)
            self.planned.append(planned)
            if must_commit_alone(plan.changes, plan.facts):
                await self._write(tx)
            if time.monotonic() - begun > MOST_SECONDS:
                break
        await self._write(tx)
        failures = (ticket.work.case.batch.unembedded for ticket in self.results)
        await vectors_due(tx, self.brain, next(filter(None, failures), ""))
        later = await finish(tx, self.brain, [ticket.work.row(result) for ticket, result in self.results.items()])
        if later:
            await self._hide_late(tx, later)
        return self.results

    async def _hide_late(self, tx: Transaction, later: Mapping[str, Sequence[Row]]) -> None:
        """Hide what requests to forget mean that were said after one of the episodes."""
        last = max(ticket.work.last(result) for ticket, result in self.results.items())
        for ticket, result in self.results.items():
            await ticket.work.hide_late(tx, result, later, last)
            await hide_texts(tx, self.brain, result.forgetting)

    async def _plan(self, tx: Transaction, ticket: CommitTicket, reads: ReadSet) -> _Planned:
        """The plan of an episode. Earlier episodes are written first where it may have read what they write."""
        case = ticket.work.case
        valid = None if self.written.conflicts_with(reads, case.settings) else reads
        if valid is None:
            await self._write(tx)
        planning = ticket.work.plan_locked(tx, valid)
        plan = await asyncio.get_running_loop().create_task(planning, context=ticket.context)
        if self.planned and must_commit_alone(plan.changes, plan.facts):
            await self._write(tx)
            return await self._plan(tx, ticket, reads)
        return _Planned(ticket, plan, valid)

    async def _write(self, tx: Transaction) -> None:
        """Write what is planned: all at once, or one by one where an episode is not open any more."""
        planned, self.planned = self.planned, []
        since = WriteSet()
        if planned and not await self._commit(tx, planned, since) and len(planned) > 1:
            for one in planned:
                await self._commit(tx, [one], since)

    async def _commit(self, tx: Transaction, planned: Sequence[_Planned], since: WriteSet) -> bool:
        """Commit plans at once; `since` grows by what each has changed. False: nothing was written, one episode is not open.

        Raises:
            Entangled: an episode changed what a later one had read. That shows only after settling; the caller rolls back and
                each episode is committed alone.
        """
        new_keys = [e.key for one in planned for e in one.plan.changes.entities if e.is_new]
        if len(set(new_keys)) < len(new_keys):
            raise Entangled
        with stage_in_contexts("commit", [one.ticket.context for one in planned]):
            committed = await commit(tx, self.brain, [one.ticket.work.part(one.plan) for one in planned])
        if committed is None:
            return False
        for one, part in zip(planned, committed, strict=True):
            if one.reads and since.conflicts_with(one.reads, one.ticket.work.case.settings):
                raise Entangled
            await reached("settled")
            for write_set in (since, self.written):
                write_set.settled(one.plan.changes, part.settled)
            self.results[one.ticket] = one.ticket.work.result(one.plan, part)
        return True

    async def _in_order(
        self, tx: Transaction, own: CommitTicket, tickets: list[CommitTicket]
    ) -> AsyncIterator[tuple[CommitTicket, ReadSet]]:
        """Each ticket with its reads, which are prefetched for several at once; tickets that arrive come last."""
        left, taken = [own, *tickets], len(tickets)
        while left:
            chunk = _first_few(left)
            self.written = WriteSet()
            reads = await prefetch(partial(run, tx), [ticket.work.case for ticket in chunk])
            for ticket, read_set in zip(chunk, reads, strict=True):
                yield ticket, read_set
            await self._write(tx)
            left = left[len(chunk) :]
            if not left:
                self.slot.take_more(tickets, MOST_EPISODES - 1)
                left, taken = tickets[taken:], len(tickets)


async def prefetch(read: Read, cases: Sequence[Case]) -> list[ReadSet]:
    """Return the reads of each episode of a brain, made by two statements. Whether they hold at its turn is for `WriteSet`."""
    resolved = await read_and_resolve(read, cases)
    linked = [
        read_changes(link_claims(case.batch.claims, entities, case.batch.vectors))
        for case, (_, _, entities) in zip(cases, resolved, strict=True)
    ]
    pairs = [(claims.placed, entities) for claims, (_, _, entities) in zip(linked, resolved, strict=True)]
    facts = await read_facts(read, cases[0].brain, pairs, judged=False)
    return [ReadSet(*names, claims, known) for names, claims, known in zip(resolved, linked, facts, strict=True)]


def _first_few(tickets: Sequence[CommitTicket]) -> Sequence[CommitTicket]:
    """The first tickets, up to MOST_TEXTS texts: prefetched reads are lost when the time is over before their commit."""
    texts = accumulate(len(ticket.work.case.batch.texts) for ticket in tickets)
    return tickets[: max(1, sum(total <= MOST_TEXTS for total in texts))]
