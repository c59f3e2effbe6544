"""Stages 2 to 7 against a moving graph: read, decide, commit; if another writer was faster, under the lock.

The first attempt reads without a lock and commits only if the revision is still the one it read. After a conflict the
transaction takes the lock first and reads inside it, so that it cannot lose again; the model's answers are kept, and only
a new ambiguity goes back to the judge, outside the transaction (design §4).
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from logging import INFO, WARNING
from typing import Any

from graphmem import metrics
from graphmem.errors import GraphmemError, RevisionConflict, reason_of
from graphmem.faults import reached
from graphmem.graph.settle import Transaction, run
from graphmem.graph.store import Store
from graphmem.ingest.acquaintance import Acquaintance
from graphmem.ingest.batch import Batch
from graphmem.ingest.commit import Committed, Fence, commit
from graphmem.ingest.contradiction import ChangeSet, plan_changes
from graphmem.ingest.entity_resolve import NameReads, Resolved, brought, may_mean, resolve_entities, wanted_names
from graphmem.ingest.fact_dedup import FactReads, dedup_facts, place
from graphmem.ingest.fact_reads import Alike, read_facts
from graphmem.ingest.in_turn import Seat, Turn, in_turn
from graphmem.ingest.name_reads import read_names, with_facts
from graphmem.ingest.stopwatch import stage
from graphmem.ingest.temporal import Timed, date_claims
from graphmem.logs import get_logger
from graphmem.models.ports import Call, FactQuestion, FactVerdict, Judge, NameQuestion, NameVerdict
from graphmem.settings import Settings

log = get_logger("graphmem.landing")
Read = Callable[..., Awaitable[list[dict[str, Any]]]]
Finish = Callable[[Transaction, "Landed"], Awaitable[None]]

MOST_TOGETHER = 16
SECONDS_TOGETHER = 1.0
"""Episodes that share a transaction at most, and how long it goes on with the next one: it keeps the brain's lock meanwhile."""

LOCKED_SEC = 0.2
"""So long who has the brain's lock waits for what is only good to have."""

STALE = -1
"""The revision of reads that do not fit together: no commit is made on it."""


class NotOpen(Exception):
    """The episode is extracted already, or another worker holds it: nothing is to be done."""


class _Ambiguous(Exception):
    """Under the lock a question came up that only the judge can answer."""

    def __init__(self, names: dict[str, NameQuestion], facts: dict[str, FactQuestion]) -> None:
        self.names, self.facts = names, facts


@dataclass(slots=True)
class Verdicts:
    """The judge's answers so far, kept across attempts, and what they cost. Who asks it gives its turn away."""

    judge: Judge | None
    turn: Turn | None = None
    names: dict[str, NameVerdict] = field(default_factory=dict)
    facts: dict[str, FactVerdict] = field(default_factory=dict)
    calls: list[Call] = field(default_factory=list)
    lost: set[str] = field(default_factory=set)
    """Names that were new in an attempt which another writer overtook."""

    async def ask(self, names: dict[str, NameQuestion], facts: dict[str, FactQuestion]) -> None:
        """At most one call for names and one for facts; without a judge every name is new and every fact too."""
        if self.turn:
            self.turn.end()
        if names:
            answer = await self.judge.names(tuple(names.values())) if self.judge else None
            self.names |= dict(zip(names, answer.names if answer else [NameVerdict(None)] * len(names), strict=False))
            self.calls += answer.calls if answer else ()
        if facts:
            answer = await self.judge.facts(tuple(facts.values())) if self.judge else None
            self.facts |= dict(zip(facts, answer.facts if answer else [FactVerdict("new")] * len(facts), strict=False))
            self.calls += answer.calls if answer else ()


@dataclass(frozen=True, slots=True)
class Plan:
    """Stages 2 to 6, decided at a revision."""

    revision: int
    resolved: Resolved
    timed: Timed
    changes: ChangeSet


@dataclass(frozen=True, slots=True)
class Landed:
    """What was planned, and what the graph made of it. `attempts` counts tries against other writers."""

    plan: Plan
    committed: Committed
    attempts: int
    calls: tuple[Call, ...]


@dataclass(frozen=True, slots=True)
class _Landing:
    """A batch on its way into the graph, with all that its landing needs."""

    brain: str
    batch: Batch
    settings: Settings
    verdicts: Verdicts
    alike: Alike
    fence: Fence
    finish: Finish

    async def planned(self, read: Read, *, may_ask: bool) -> Plan:
        return await _plan(read, self.brain, self.batch, self.settings, self.verdicts, self.alike, may_ask=may_ask)

    async def optimistic(self, tx: Transaction, plan: Plan) -> Landed | None:
        """Commits if the revision is still that of the plan; None where it is not, or the episode is not open."""
        fence = replace(self.fence, revision=plan.revision)
        with stage("commit"):
            committed = await commit(tx, self.brain, plan.changes, self.batch.vectors, fence, self.batch.records)
            if committed is None:
                return None
            landed = Landed(plan, committed, 1, tuple(self.verdicts.calls))
            await self.finish(tx, landed)
        return landed

    async def planned_within(self, tx: Transaction) -> Plan:
        """The plan as of a transaction that has the brain's lock."""

        async def read(name: str, /, **parameters: Any) -> list[dict[str, Any]]:
            return await run(tx, name, **parameters)

        return await self.planned(read, may_ask=False)

    async def committed(self, tx: Transaction, plan: Plan, attempt: int) -> Landed | None:
        """Commits a plan that was made under the lock; None: the episode is not open, and nothing was written."""
        with stage("commit"):
            committed = await commit(tx, self.brain, plan.changes, self.batch.vectors, self.fence, self.batch.records)
            if committed is None:
                return None
            landed = Landed(plan, committed, attempt, tuple(self.verdicts.calls))
            await self.finish(tx, landed)
        return landed


async def land(
    store: Store,
    brain: str,
    batch: Batch,
    settings: Settings,
    judge: Judge | None,
    fence: Fence,
    finish: Finish,
    *,
    dry_run: bool = False,
) -> Landed:
    """Brings a batch into the graph.

    Episodes that wait for the same brain land in one transaction, one after the other, where no judge may have to be asked.

    Raises:
        NotOpen: the episode is extracted already, or its lease has passed on.
        RevisionConflict: it could not be settled in `commit_attempts` tries.
        DatabaseUnavailable: Neo4j is out of reach; nothing was half-written.
    """
    verdicts = Verdicts(judge)
    alike = Alike(store.read, brain, batch, settings)
    one = _Landing(brain, batch, settings, verdicts, alike, fence, finish)
    # Only an episode may be tried again by itself after a transaction of which nobody knows whether it landed: its fence tells.
    seat = Seat(one) if fence.episode_id and not judge and not dry_run else None
    try:
        async with in_turn(store, brain, seat) as verdicts.turn:
            if seat is None:
                return await _by_itself(store, one, dry_run=dry_run)
            landed = await seat.result() if seat.taken else await _with_company(store, one, verdicts.turn)
            return landed or await _by_itself(store, one)
    finally:
        alike.end()


async def _with_company(store: Store, one: _Landing, turn: Turn) -> Landed | None:
    """Lands it together with those who wait and those who come meanwhile; None: it has to go by itself."""
    if not turn.expects:
        return None
    async with turn.company(MOST_TOGETHER - 1) as seats:
        own, company = Seat(one), _Company(one.brain, turn)
        try:
            landed = await store.transaction(partial(company.land, own=own, seats=seats))
        except Exception as error:
            if not company.locked:  # that none of them could have
                for seat in seats:
                    seat.leave(error)
                raise
            known = isinstance(error, GraphmemError | NotOpen)
            log.log(INFO if known else WARNING, "landing_apart", brain=one.brain, episodes=len(seats) + 1,
                    error=reason_of(error), exc_info=None if known else error)  # fmt: skip
            return None
        for seat, done in landed.items():
            seat.leave(done)
        turn.give_back(seats[company.tried - 1 :])
        return landed.get(own)


@dataclass(slots=True)
class _Company:
    """Episodes that land in one transaction, one after the other."""

    brain: str
    turn: Turn
    locked: bool = False
    """Whether it has the brain's lock."""
    tried: int = 0
    """How many have landed or found out that they must not."""

    async def land(self, tx: Transaction, own: Seat, seats: list[Seat]) -> dict[Seat, Landed]:
        """Lands as many of them, in their order, as may share it; who comes meanwhile is put to the `seats`.

        It ends after SECONDS_TOGETHER, for the brain is locked meanwhile, and so are the leases of those that have landed. It
        ends, too, before a name that may mean an entity which it has brought itself: vector search does not see that yet.
        """
        self.locked, self.tried = False, 0
        await run(tx, "ingest/take_lock", brain=self.brain)
        self.locked, begun, loop = True, time.monotonic(), asyncio.get_running_loop()
        landed: dict[Seat, Landed] = {}
        fresh: list[Acquaintance] = []
        for seat in self._in_order(own, seats):
            one: _Landing = seat.work
            plan = await loop.create_task(one.planned_within(tx), context=seat.context)
            if one.batch.guesses and may_mean(plan.resolved, fresh, one.settings):
                break
            self.tried += 1
            if done := await loop.create_task(one.committed(tx, plan, 1), context=seat.context):
                landed[seat] = done
                fresh += brought(plan.resolved)
            if time.monotonic() - begun > SECONDS_TOGETHER:
                break
        return landed

    def _in_order(self, own: Seat, seats: list[Seat]) -> Iterator[Seat]:
        yield own
        for position in range(MOST_TOGETHER - 1):
            if position == len(seats):
                self.turn.join(seats, MOST_TOGETHER - 1)
            if position == len(seats):
                return
            yield seats[position]


async def _by_itself(store: Store, one: _Landing, *, dry_run: bool = False) -> Landed:
    plan = await one.planned(store.read, may_ask=True)
    landed = await store.transaction(partial(one.optimistic, plan=plan), dry_run=dry_run)
    if landed is not None:
        return landed
    metrics.conflict()
    verdicts = one.verdicts
    verdicts.lost |= {norm for norm, ends in plan.resolved.ends.items() if any(end.is_new for end in ends)}
    for attempt in range(2, one.settings.commit_attempts + 1):
        try:
            return await store.transaction(partial(_after_conflict, one=one, attempt=attempt), dry_run=dry_run)
        except _Ambiguous as open_questions:
            await verdicts.ask(open_questions.names, open_questions.facts)
    raise RevisionConflict("Other writers kept changing this brain; send it again.", retry_after=1.0)


async def _after_conflict(tx: Transaction, one: _Landing, attempt: int) -> Landed:
    await run(tx, "ingest/take_lock", brain=one.brain)
    landed = await one.committed(tx, await one.planned_within(tx), attempt)
    if landed is None:
        raise NotOpen
    return landed


async def _plan(
    read: Read, brain: str, batch: Batch, settings: Settings, verdicts: Verdicts, alike: Alike, *, may_ask: bool
) -> Plan:
    with stage("entity_resolve"):
        names, resolved = await _resolve(read, brain, batch, settings, verdicts, may_ask=may_ask)
    await reached("entity_resolve")
    with stage("fact_dedup"):
        placed, unplaced, aliases = place(batch.claims, resolved, batch.vectors)
        facts = await read_facts(read, brain, placed, resolved, judged=verdicts.judge is not None)
        facts = replace(facts, alike=await alike.of(placed, None if may_ask else LOCKED_SEC))
        candidates, twins, questions = dedup_facts(placed, facts, settings, verdicts.facts)
        if questions and verdicts.judge:
            if not may_ask:
                raise _Ambiguous({}, questions)
            await verdicts.ask({}, questions)
            candidates, twins, _ = dedup_facts(placed, facts, settings, verdicts.facts)
    await reached("fact_dedup")
    with stage("temporal"):
        timed = date_claims(candidates)
        timed = Timed(timed.dated, (*unplaced, *twins, *timed.skipped), timed.warnings)
    with stage("contradiction"):
        changes = plan_changes(timed, resolved, facts.taken, aliases, settings.stability_boost)
    await reached("contradiction")
    return Plan(names.revision if _consistent(names, resolved, facts) else STALE, resolved, timed, changes)


def _consistent(names: NameReads, resolved: Resolved, facts: FactReads) -> bool:
    """Whether the names were read as of the revision. A commit's revision can be seen a moment before its names are in the index:
    then a key is taken by somebody whom the names do not know, and everything has to be read again under the lock."""
    known = {one["key"] for near in names.near for one in near}
    return not any(end.is_new and end.key in facts.taken and end.key not in known for end in resolved.entities)


async def _resolve(
    read: Read, brain: str, batch: Batch, settings: Settings, verdicts: Verdicts, *, may_ask: bool
) -> tuple[NameReads, Resolved]:
    wanted = wanted_names(batch.found, batch.claims, settings.relationship_terms)
    reads = await read_names(read, brain, wanted, batch.vectors, frozenset(verdicts.lost))
    resolved = resolve_entities(wanted, reads, settings, verdicts.names)
    if resolved.questions and verdicts.judge:
        questions = await with_facts(read, brain, resolved.questions)
        if not may_ask:
            raise _Ambiguous(questions, {})
        await verdicts.ask(questions, {})
        resolved = resolve_entities(wanted, reads, settings, verdicts.names)
    return reads, resolved
