"""Stages 2 to 6: what a batch means against the graph as it is read, decided without writing."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import Any

from graphmem.claims import Call, FactQuestion, FactVerdict, NameQuestion, NameVerdict
from graphmem.fault_points import reached
from graphmem.ingest.resolution.candidate_search import NameQuery, read_names, with_facts
from graphmem.ingest.resolution.entity_ref import NameReads
from graphmem.ingest.resolution.mentions import mentions_of
from graphmem.ingest.resolution.resolved import Resolved
from graphmem.ingest.stages.batch import Batch
from graphmem.ingest.stages.contradiction import plan_changes
from graphmem.ingest.stages.entity_resolve import resolve_entities
from graphmem.ingest.stages.fact_dedup import dedup_facts, link_claims
from graphmem.ingest.stages.known_facts import Alike, read_facts
from graphmem.ingest.stages.records import DatedClaims, FactReads, LinkedClaims
from graphmem.ingest.stages.temporal import date_claims
from graphmem.ingest.transactions.read_set import ReadSet
from graphmem.ingest.transactions.records import Plan
from graphmem.models.ports import Judge
from graphmem.observability.stage_timer import stage
from graphmem.settings import Settings
from graphmem.write_queue import Slot

Read = Callable[..., Awaitable[list[dict[str, Any]]]]

LOCKED_SEC = 0.2
"""So long who has the brain's lock waits for what is only good to have."""

STALE = -1
"""The revision of reads that do not fit together: no commit is made on it."""


class Ambiguous(Exception):
    """Under the lock a question came up that only the judge can answer."""

    def __init__(self, names: dict[str, NameQuestion], facts: dict[str, FactQuestion]) -> None:
        self.names, self.facts = names, facts


@dataclass(slots=True)
class JudgeVerdicts:
    """The judge's answers so far, kept across attempts, and what they cost. Who asks it gives its turn away."""

    judge: Judge | None
    turn: Slot | None = None
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
class Case:
    """A batch that is to be planned in a brain, with the answers so far and what is like it."""

    brain: str
    batch: Batch
    settings: Settings
    verdicts: JudgeVerdicts
    alike: Alike


async def plan_stages(read: Read, case: Case, seen: ReadSet | None = None, *, may_ask: bool = False) -> Plan:
    """Stages 2 to 6, with what was `seen` for them already where it still holds.

    Raises:
        Ambiguous: only a judge can say, and it may not be asked here.
    """
    batch, settings, verdicts = case.batch, case.settings, case.verdicts
    with stage("entity_resolve"):
        names, resolved = (seen.names, seen.resolved) if seen else await _resolve(read, case, may_ask=may_ask)
    await reached("entity_resolve")
    with stage("fact_dedup"):
        claims = seen.linked if seen else link_claims(batch.claims, resolved, batch.vectors)
        facts = seen.facts if seen else await _facts(read, case, claims, resolved)
        facts = replace(facts, alike=await case.alike.of(claims.placed, None if may_ask else LOCKED_SEC))
        candidates, twins, questions = dedup_facts(claims.placed, facts, settings, verdicts.facts)
        if questions and verdicts.judge:
            if not may_ask:
                raise Ambiguous({}, questions)
            await verdicts.ask({}, questions)
            candidates, twins, _ = dedup_facts(claims.placed, facts, settings, verdicts.facts)
    await reached("fact_dedup")
    with stage("temporal"):
        timed = date_claims(candidates)
        timed = DatedClaims(timed.dated, (*claims.unplaced, *twins, *timed.skipped), timed.warnings)
    with stage("contradiction"):
        changes = plan_changes(timed, resolved, facts.taken, claims.aliases, settings.stability_boost)
    await reached("contradiction")
    revision = names.revision if _consistent(names, resolved, facts) else STALE
    return Plan(revision, resolved, facts, timed, changes)


async def _facts(read: Read, case: Case, claims: LinkedClaims, resolved: Resolved) -> FactReads:
    judged = case.verdicts.judge is not None
    return (await read_facts(read, case.brain, [(claims.placed, resolved)], judged=judged))[0]


def _consistent(names: NameReads, resolved: Resolved, facts: FactReads) -> bool:
    """Whether the names were read as of the revision. A commit's revision can be seen a moment before its names are in the index:
    then a key is taken by somebody whom the names do not know, and everything has to be read again under the lock."""
    known = {one["key"] for near in names.near for one in near}
    return not any(end.is_new and end.key in facts.taken and end.key not in known for end in resolved.entities)


async def _resolve(read: Read, case: Case, *, may_ask: bool) -> tuple[NameReads, Resolved]:
    batch, settings, verdicts = case.batch, case.settings, case.verdicts
    wanted = mentions_of(batch.found, batch.claims, settings.relationship_terms)
    reads = (await read_names(read, case.brain, [NameQuery(wanted, batch.vectors, frozenset(verdicts.lost))]))[0]
    resolved = resolve_entities(wanted, reads, settings, verdicts.names)
    if resolved.questions and verdicts.judge:
        questions = await with_facts(read, case.brain, resolved.questions)
        if not may_ask:
            raise Ambiguous(questions, {})
        await verdicts.ask(questions, {})
        resolved = resolve_entities(wanted, reads, settings, verdicts.names)
    return reads, resolved
