"""Stages 2, 4, 5 and 6 of a batch, decided on reads of the graph, without writing: resolve, link, dedup, date, contradict."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from itertools import chain, repeat
from typing import Any

from graphmem.claims import Call, FactQuestion, FactVerdict, NameQuestion, NameVerdict
from graphmem.fault_points import reached
from graphmem.ingest.resolution.candidate_search import NameQuery, read_names, with_facts
from graphmem.ingest.resolution.entity_ref import NameReads
from graphmem.ingest.resolution.resolved import Resolved
from graphmem.ingest.stages.batch import Batch
from graphmem.ingest.stages.change_reading import read_changes, unread_changes
from graphmem.ingest.stages.claim_linking import link_claims
from graphmem.ingest.stages.contradiction import plan_changes
from graphmem.ingest.stages.entity_resolve import mentions_of_batch, resolve_batch
from graphmem.ingest.stages.fact_dedup import dedup_facts
from graphmem.ingest.stages.known_facts import Alike, read_facts
from graphmem.ingest.stages.records import ChangeSet, DatedClaims, DistinctClaim, FactReads, LinkedClaims, Skipped
from graphmem.ingest.stages.temporal import date_claims
from graphmem.ingest.transactions.read_set import ReadSet
from graphmem.ingest.transactions.records import Plan
from graphmem.models.ports import Judge
from graphmem.observability.stage_timer import stage
from graphmem.settings import Settings

Read = Callable[..., Awaitable[list[dict[str, Any]]]]

LOCKED_SEC = 0.2
"""How long a transaction that holds the brain's lock waits for reads that are not required."""
STALE = "stale"
"""The state of reads that contradict each other: no commit is made on it."""


class Ambiguous(Exception):
    """Under the lock a question came up that only the judge can answer."""

    def __init__(self, names: dict[str, NameQuestion], facts: dict[str, FactQuestion]) -> None:
        self.names, self.facts = names, facts


@dataclass(slots=True)
class JudgeVerdicts:
    """The judge's answers so far, kept across attempts, and the calls that they took."""

    judge: Judge | None
    release_slot: Callable[[], None] | None = None
    """Gives the brain's slot away before a model is asked."""
    names: dict[str, NameVerdict] = field(default_factory=dict)
    facts: dict[str, FactVerdict] = field(default_factory=dict)
    calls: list[Call] = field(default_factory=list)
    lost: set[str] = field(default_factory=set)
    """Names that were new in an attempt which another writer overtook."""

    async def ask(self, names: dict[str, NameQuestion], facts: dict[str, FactQuestion]) -> None:
        """Ask at most one call for names and one for facts.

        Without an answer the judge chose none of the candidates, and every fact is new.
        """
        if self.release_slot:
            self.release_slot()
        if names:
            answer = await self.judge.names(tuple(names.values())) if self.judge else None
            verdicts = chain(answer.names if answer else (), repeat(NameVerdict(None, "the judge gave no answer")))
            self.names |= dict(zip(names, verdicts, strict=False))
            self.calls += answer.calls if answer else ()
        if facts:
            answer = await self.judge.facts(tuple(facts.values())) if self.judge else None
            fact_verdicts = chain(
                answer.facts if answer else (), repeat(FactVerdict("new", None, "the judge gave no answer"))
            )
            self.facts |= dict(zip(facts, fact_verdicts, strict=False))
            self.calls += answer.calls if answer else ()


@dataclass(frozen=True, slots=True)
class Case:
    """A batch to be planned in a brain, with the judge's answers so far and the reads of similar facts."""

    brain: str
    batch: Batch
    settings: Settings
    verdicts: JudgeVerdicts
    alike: Alike


async def plan_stages(read: Read, case: Case, prefetched: ReadSet | None = None, *, may_ask: bool = False) -> Plan:
    """The change set of a batch, with the revision and the state at which its reads were made.

    Args:
        prefetched: reads that were made for it already and still hold.
        may_ask: the judge may be asked; False under the lock.

    Raises:
        Ambiguous: only the judge can decide, and it may not be asked here.
    """
    names, resolved = await _resolve(read, case, prefetched, may_ask=may_ask)  # 2
    linked = (
        prefetched.linked if prefetched else read_changes(link_claims(case.batch.claims, resolved, case.batch.vectors))
    )
    facts, distinct, twins = await _dedup(read, case, linked, resolved, prefetched, may_ask=may_ask)  # 4
    dated = _date(distinct, linked, twins, facts)  # 5
    await asyncio.sleep(0)  # the work on thousands of claims is done in pieces: others are answered between them
    changes = await _contradict(case, dated, resolved, facts, linked)  # 6
    state = names.state if _consistent(names, resolved, facts) else STALE
    return Plan(names.revision, resolved, facts, dated, changes, state)


async def _resolve(read: Read, case: Case, prefetched: ReadSet | None, *, may_ask: bool) -> tuple[NameReads, Resolved]:
    """Stage 2: the entity of each mention."""
    with stage("entity_resolve"):
        if prefetched:
            names, resolved = prefetched.names, prefetched.resolved
        else:
            names, resolved = await _resolved(read, case, may_ask=may_ask)
    await reached("entity_resolve")
    return names, resolved


async def _resolved(read: Read, case: Case, *, may_ask: bool) -> tuple[NameReads, Resolved]:
    batch, settings, verdicts = case.batch, case.settings, case.verdicts
    mentions = await mentions_of_batch(case.brain, batch.found, batch.claims, settings)
    query = NameQuery(mentions, batch.vectors, frozenset(verdicts.lost))
    names = (await read_names(read, case.brain, [query]))[0]
    resolved = await resolve_batch(case.brain, mentions, names, settings, verdicts.names)
    if resolved.questions and verdicts.judge:
        questions = await with_facts(read, case.brain, resolved.questions)
        if not may_ask:
            raise Ambiguous(questions, {})
        await verdicts.ask(questions, {})
        resolved = await resolve_batch(case.brain, mentions, names, settings, verdicts.names)
    return names, resolved


async def _dedup(
    read: Read, case: Case, linked: LinkedClaims, resolved: Resolved, prefetched: ReadSet | None, *, may_ask: bool
) -> tuple[FactReads, tuple[DistinctClaim, ...], tuple[Skipped, ...]]:
    """Stage 4: what is known, the claims that are distinct, and those that repeat another claim of the batch."""
    settings, verdicts = case.settings, case.verdicts
    with stage("fact_dedup"):
        await asyncio.sleep(0)
        facts = prefetched.facts if prefetched else await _known_facts(read, case, linked, resolved)
        facts = replace(facts, alike=await case.alike.of(linked.placed, None if may_ask else LOCKED_SEC))
        distinct, twins, questions = dedup_facts(linked.placed, facts, settings, verdicts.facts)
        if questions and verdicts.judge:
            if not may_ask:
                raise Ambiguous({}, questions)
            await verdicts.ask({}, questions)
            distinct, twins, _ = dedup_facts(linked.placed, facts, settings, verdicts.facts)
        await asyncio.sleep(0)
    await reached("fact_dedup")
    return facts, distinct, twins


async def _known_facts(read: Read, case: Case, linked: LinkedClaims, resolved: Resolved) -> FactReads:
    judged = case.verdicts.judge is not None
    return (await read_facts(read, case.brain, [(linked.placed, resolved)], judged=judged))[0]


def _date(
    distinct: tuple[DistinctClaim, ...], linked: LinkedClaims, twins: tuple[Skipped, ...], facts: FactReads
) -> DatedClaims:
    """Stage 5: the claims with their dates; every claim that was left out so far is told with its reason."""
    with stage("temporal"):
        dated = date_claims(distinct)
        return DatedClaims(
            dated.dated,
            (*linked.unplaced, *twins, *dated.skipped),
            (*unread_changes(linked, facts.learnt), *(n for one in distinct for n in one.notes), *dated.warnings),
        )


async def _contradict(
    case: Case, dated: DatedClaims, resolved: Resolved, facts: FactReads, linked: LinkedClaims
) -> ChangeSet:
    """Stage 6: the statements to add and to withdraw."""
    with stage("contradiction"):
        changes = plan_changes(dated, resolved, facts.taken, linked.aliases, case.settings.stability_boost)
        await asyncio.sleep(0)
    await reached("contradiction")
    return changes


def _consistent(names: NameReads, resolved: Resolved, facts: FactReads) -> bool:
    """Whether the names were read as of the revision.

    The revision of a commit is visible a moment before its names are in the index. Then an entity has a key that the names do
    not know, and everything has to be read again under the lock.
    """
    known = {row["key"] for near in names.near for row in near}
    return not any(end.is_new and end.key in facts.taken and end.key not in known for end in resolved.entities)
