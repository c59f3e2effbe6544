"""Stages 2 to 7 against a moving graph: read, decide, commit; if another writer was faster, under the lock.

The first attempt reads without a lock and commits only if the revision is still the one it read. After a conflict the
transaction takes the lock first and reads inside it, so that it cannot lose again; the model's answers are kept, and only
a new ambiguity goes back to the judge, outside the transaction (design §4).
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import accumulate
from logging import INFO, WARNING
from typing import Any

from graphmem import metrics
from graphmem.errors import GraphmemError, RevisionConflict, reason_of
from graphmem.faults import reached
from graphmem.graph.settle import Transaction, run
from graphmem.graph.store import Store
from graphmem.ingest.acquaintance import Acquaintance
from graphmem.ingest.batch import Batch
from graphmem.ingest.commit import Committed, Fence, NotOpen, Part, commit
from graphmem.ingest.contradiction import ChangeSet, plan_changes
from graphmem.ingest.entity_resolve import NameReads, Resolved, resolve_entities, wanted_names
from graphmem.ingest.fact_dedup import FactReads, Placement, dedup_facts, place
from graphmem.ingest.fact_reads import Alike, read_facts
from graphmem.ingest.finishing import finish
from graphmem.ingest.foresight import Foreseen, foresee
from graphmem.ingest.in_turn import Seat, Turn, in_turn
from graphmem.ingest.name_reads import Asked, read_names, with_facts
from graphmem.ingest.news import News, brought, changes_rules, may_mean
from graphmem.ingest.stopwatch import stage, stage_of_all
from graphmem.ingest.temporal import Timed, date_claims
from graphmem.logs import get_logger
from graphmem.models.ports import Call, FactQuestion, FactVerdict, Judge, NameQuestion, NameVerdict
from graphmem.settings import Settings

log = get_logger("graphmem.landing")
Row = dict[str, Any]
Read = Callable[..., Awaitable[list[Row]]]
End = Callable[["Landed"], Row | None]
"""What an episode is kept with when it has landed, for finishing.py; None = there is no episode."""
Then = Callable[[Transaction, "Landed"], Awaitable[None]]
"""What else belongs to the transaction of something that is no episode."""

MOST_TOGETHER = 16
SECONDS_TOGETHER = 1.0
"""Episodes that share a transaction at most, and how long it goes on with the next one: it keeps the brain's lock meanwhile."""

TEXTS_TOGETHER = 200
"""Names and sentences of the episodes that are read for at once."""

LOCKED_SEC = 0.2
"""So long who has the brain's lock waits for what is only good to have."""

STALE = -1
"""The revision of reads that do not fit together: no commit is made on it."""


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
    facts: FactReads
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
    end: End
    then: Then
    dry_run: bool

    async def optimistic(self, tx: Transaction, plan: Plan) -> Landed | None:
        """Commits if the revision is still that of the plan; None where it is not, or the episode is not open."""
        return await self._finished(tx, await self._written(tx, plan, 1, plan.revision))

    async def after_conflict(self, tx: Transaction, attempt: int) -> Landed | None:
        """Commits under the lock; None where the episode is not open."""
        await run(tx, "ingest/take_lock", brain=self.brain)
        plan = await _plan(_within(tx), self)
        return await self._finished(tx, await self._written(tx, plan, attempt))

    async def _written(self, tx: Transaction, plan: Plan, attempt: int, revision: int | None = None) -> Landed | None:
        """Writes a plan; None: the episode is not open or the revision another, and nothing was written."""
        with stage("commit"):
            committed = await commit(tx, self.brain, [self.part(plan)], revision)
            if committed is None:
                return None
            await reached("settled")
        return self.landed(plan, committed[0], attempt)

    def part(self, plan: Plan) -> Part:
        """What it has in a commit."""
        return Part(plan.changes, self.batch.vectors, self.fence, self.batch.records)

    def landed(self, plan: Plan, committed: Committed, attempt: int = 1) -> Landed:
        """What became of it."""
        return Landed(plan, committed, attempt, tuple(self.verdicts.calls))

    async def _finished(self, tx: Transaction, landed: Landed | None) -> Landed | None:
        if landed is not None:
            await self.then(tx, landed)
            await finish(tx, self.brain, [self.row(landed)])
        return landed

    def row(self, landed: Landed) -> Row | None:
        """What is kept with the episode."""
        return None if self.dry_run else self.end(landed)


def _within(tx: Transaction) -> Read:
    """Reads as of a transaction that has the brain's lock."""
    return partial(run, tx)


def no_episode(landed: Landed) -> None:
    """Nothing is kept."""


async def nothing_more(tx: Transaction, landed: Landed) -> None:
    """There is no more to write."""


async def land(
    store: Store,
    brain: str,
    batch: Batch,
    settings: Settings,
    judge: Judge | None,
    fence: Fence,
    end: End = no_episode,
    *,
    then: Then = nothing_more,
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
    one = _Landing(brain, batch, settings, verdicts, alike, fence, end, then, dry_run)
    # Only an episode may be tried again by itself after a transaction of which nobody knows whether it landed: its fence tells.
    seat = Seat(one) if fence.episode_id and not judge and not dry_run else None
    try:
        async with in_turn(store, brain, seat) as verdicts.turn:
            if seat is None:
                return await _by_itself(store, one)
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
            known = isinstance(error, GraphmemError | NotOpen | _Entangled)
            log.log(INFO if known else WARNING, "landing_apart", brain=one.brain, episodes=len(seats) + 1,
                    error=reason_of(error), exc_info=None if known else error)  # fmt: skip
            return None
        for seat, done in landed.items():
            seat.leave(done)
        turn.give_back(seats[company.tried - 1 :])
        return landed.get(own)


@dataclass(frozen=True, slots=True)
class _Planned:
    """An episode that is to be written, in its own seat; `reads` is what was read for it, where others may have written since."""

    seat: Seat
    plan: Plan
    reads: Foreseen | None


class _Entangled(Exception):
    """What one episode of a commit has changed would have concerned another one; all of it is to be undone."""


@dataclass(slots=True)
class _Company:
    """Episodes that land in one transaction, one after the other; those that have nothing in common are written together."""

    brain: str
    turn: Turn
    locked: bool = False
    """Whether it has the brain's lock."""
    tried: int = 0
    """How many have landed or found out that they must not."""
    news: News = field(default_factory=News)
    """What was written, or is about to be, since something was read for those who are next."""
    planned: list[_Planned] = field(default_factory=list)
    landed: dict[Seat, Landed] = field(default_factory=dict)

    async def land(self, tx: Transaction, own: Seat, seats: list[Seat]) -> dict[Seat, Landed]:
        """Lands as many of them, in their order, as may share it; who comes meanwhile is put to the `seats`.

        It ends after SECONDS_TOGETHER, for the brain is locked meanwhile, and so are the leases of those that have landed. It
        ends, too, before a name that may mean an entity which it has brought itself: vector search does not see that yet.
        """
        self.locked, self.tried, self.planned, self.landed = False, 0, [], {}
        await run(tx, "ingest/take_lock", brain=self.brain)
        self.locked, begun = True, time.monotonic()
        fresh: list[Acquaintance] = []
        async for seat, reads in self._in_order(tx, own, seats):
            one = await self._next(tx, seat, reads)
            plan = one.plan
            if seat.work.batch.guesses and may_mean(plan.resolved, fresh, seat.work.settings):
                break
            self.tried += 1
            fresh += brought(plan.resolved)
            self.news.add(plan.changes, plan.resolved, plan.facts)
            self.planned.append(one)
            if changes_rules(plan.changes, plan.facts):
                await self._write(tx)
            if time.monotonic() - begun > SECONDS_TOGETHER:
                break
        await self._write(tx)
        await finish(tx, self.brain, [seat.work.row(landed) for seat, landed in self.landed.items()])
        return self.landed

    async def _next(self, tx: Transaction, seat: Seat, reads: Foreseen) -> _Planned:
        """The plan of an episode, once those before it are written where they concern it or it concerns everybody."""
        one: _Landing = seat.work
        held = None if self.news.concern(reads, one.settings) else reads
        if held is None:
            await self._write(tx)
        planning = asyncio.get_running_loop().create_task(_plan(_within(tx), one, held), context=seat.context)
        plan = await planning
        if self.planned and changes_rules(plan.changes, plan.facts):
            await self._write(tx)
            return await self._next(tx, seat, reads)
        return _Planned(seat, plan, held)

    async def _write(self, tx: Transaction) -> None:
        """Writes what is planned: all at once, or one by one where an episode is not open any more."""
        planned, self.planned = self.planned, []
        if not planned:
            return
        with stage_of_all("commit", [one.seat.context for one in planned]):
            committed = await commit(tx, self.brain, [one.seat.work.part(one.plan) for one in planned])
        if committed is not None:
            await self._keep(planned, committed)
        elif len(planned) > 1:
            for one in planned:
                self.planned = [one]
                await self._write(tx)

    async def _keep(self, planned: Sequence[_Planned], committed: Sequence[Committed]) -> None:
        """What became of each.

        Raises:
            _Entangled: one has changed what another of them had read; nobody knew before that it would.
        """
        since = News()
        for one, done in zip(planned, committed, strict=True):
            if one.reads and since.concern(one.reads, one.seat.work.settings):
                raise _Entangled
            await reached("settled")
            for news in (since, self.news):
                news.settled(one.plan.changes, done.settled)
            self.landed[one.seat] = one.seat.work.landed(one.plan, done)

    async def _in_order(self, tx: Transaction, own: Seat, seats: list[Seat]) -> AsyncIterator[tuple[Seat, Foreseen]]:
        """Each with its reads, which are made for several when it is the first one's turn; who came meanwhile comes last."""
        left, taken = [own, *seats], len(seats)
        while left:
            group = _light(left)
            works = [(seat.work.batch, seat.work.settings) for seat in group]
            await self._write(tx)
            self.news = News()
            for seat, reads in zip(group, await foresee(_within(tx), self.brain, works), strict=True):
                yield seat, reads
            left = left[len(group) :]
            if not left:
                await self._write(tx)
                self.turn.join(seats, MOST_TOGETHER - 1)
                left, taken = seats[taken:], len(seats)


def _light(seats: Sequence[Seat]) -> Sequence[Seat]:
    """So many of the first that their texts are few: reads of which the time is over before all have landed are lost."""
    weights = accumulate(len(seat.work.batch.texts) for seat in seats)
    return seats[: max(1, sum(weight <= TEXTS_TOGETHER for weight in weights))]


async def _by_itself(store: Store, one: _Landing) -> Landed:
    plan = await _plan(store.read, one, may_ask=True)
    landed = await store.transaction(partial(one.optimistic, plan=plan), dry_run=one.dry_run)
    if landed is not None:
        return landed
    metrics.conflict()
    verdicts = one.verdicts
    verdicts.lost |= {norm for norm, ends in plan.resolved.ends.items() if any(end.is_new for end in ends)}
    for attempt in range(2, one.settings.commit_attempts + 1):
        try:
            landed = await store.transaction(partial(one.after_conflict, attempt=attempt), dry_run=one.dry_run)
        except _Ambiguous as open_questions:
            await verdicts.ask(open_questions.names, open_questions.facts)
            continue
        if landed is None:
            raise NotOpen
        return landed
    raise RevisionConflict("Other writers kept changing this brain; send it again.", retry_after=1.0)


async def _plan(read: Read, one: _Landing, seen: Foreseen | None = None, *, may_ask: bool = False) -> Plan:
    """Stages 2 to 6, with what was `seen` for them already where it still holds.

    Raises:
        _Ambiguous: only a judge can say, and it may not be asked here.
    """
    batch, settings, verdicts = one.batch, one.settings, one.verdicts
    with stage("entity_resolve"):
        names, resolved = (seen.names, seen.resolved) if seen else await _resolve(read, one, may_ask=may_ask)
    await reached("entity_resolve")
    with stage("fact_dedup"):
        claims = seen.placement if seen else place(batch.claims, resolved, batch.vectors)
        facts = seen.facts if seen else await _facts(read, one, claims, resolved)
        facts = replace(facts, alike=await one.alike.of(claims.placed, None if may_ask else LOCKED_SEC))
        candidates, twins, questions = dedup_facts(claims.placed, facts, settings, verdicts.facts)
        if questions and verdicts.judge:
            if not may_ask:
                raise _Ambiguous({}, questions)
            await verdicts.ask({}, questions)
            candidates, twins, _ = dedup_facts(claims.placed, facts, settings, verdicts.facts)
    await reached("fact_dedup")
    with stage("temporal"):
        timed = date_claims(candidates)
        timed = Timed(timed.dated, (*claims.unplaced, *twins, *timed.skipped), timed.warnings)
    with stage("contradiction"):
        changes = plan_changes(timed, resolved, facts.taken, claims.aliases, settings.stability_boost)
    await reached("contradiction")
    revision = names.revision if _consistent(names, resolved, facts) else STALE
    return Plan(revision, resolved, facts, timed, changes)


async def _facts(read: Read, one: _Landing, claims: Placement, resolved: Resolved) -> FactReads:
    judged = one.verdicts.judge is not None
    return (await read_facts(read, one.brain, [(claims.placed, resolved)], judged=judged))[0]


def _consistent(names: NameReads, resolved: Resolved, facts: FactReads) -> bool:
    """Whether the names were read as of the revision. A commit's revision can be seen a moment before its names are in the index:
    then a key is taken by somebody whom the names do not know, and everything has to be read again under the lock."""
    known = {one["key"] for near in names.near for one in near}
    return not any(end.is_new and end.key in facts.taken and end.key not in known for end in resolved.entities)


async def _resolve(read: Read, one: _Landing, *, may_ask: bool) -> tuple[NameReads, Resolved]:
    batch, settings, verdicts = one.batch, one.settings, one.verdicts
    wanted = wanted_names(batch.found, batch.claims, settings.relationship_terms)
    reads = (await read_names(read, one.brain, [Asked(wanted, batch.vectors, frozenset(verdicts.lost))]))[0]
    resolved = resolve_entities(wanted, reads, settings, verdicts.names)
    if resolved.questions and verdicts.judge:
        questions = await with_facts(read, one.brain, resolved.questions)
        if not may_ask:
            raise _Ambiguous(questions, {})
        await verdicts.ask(questions, {})
        resolved = resolve_entities(wanted, reads, settings, verdicts.names)
    return reads, resolved
