"""Facts without an episode: added by a person or imported in bulk, by the same stages and rules, with no model."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Any

from pydantic import ValidationError

from graphmem.claims import Claim, ClaimSource, claim_of
from graphmem.contract.records import Origin, Record, ResolveMode, SuppliedFact, Time
from graphmem.contract.validation import invalid
from graphmem.errors import InvalidInput
from graphmem.graph.transaction import Transaction
from graphmem.ingest.batch_size import Pace
from graphmem.ingest.ingest_engine import IngestEngine
from graphmem.ingest.stages.batch import Batch, embed_texts
from graphmem.ingest.stages.commit_parts import LeaseFence
from graphmem.ingest.stages.fact_dedup import ANOTHER_NAME
from graphmem.ingest.stages.id_references import with_named_ends
from graphmem.ingest.transactions.attempt import InTransaction
from graphmem.ingest.transactions.commit_batch import commit_batch, nothing_more
from graphmem.ingest.transactions.records import CommitResult
from graphmem.ingest.write_result import doubtful_ends, effects_of, several, value_of
from graphmem.settings import Settings


class ImportLine(Record):
    """What became of one record; `line` counts from 1.

    `error` says why it was left out; `note` why it was kept but does not hold: another value has its start (a tie), or its
    evidence has ended; or that it is no fact but an alias (`effect` is "alias", there is no `id`), or that several entities
    have a name of it.
    """

    line: int
    id: str | None = None
    matched: bool = False
    effect: str | None = None
    recorded_at: Time | None = None
    note: str | None = None
    error: str | None = None


class ImportReport(Record):
    """A finished import."""

    records: int
    added: int
    matched: int
    rejected: int
    lines: tuple[ImportLine, ...]


AT_A_TIME = 50
"""So many records are looked at in one go."""
_ALIAS = "alias"
"""The effect of a record that says two names are one."""
_NOTES = {
    _ALIAS: ANOTHER_NAME,
    "none": "it does not hold at any time: its evidence has ended, was never true, or is no fact of this brain",
    "tied": "another value has the same start and takes precedence",
}


async def add_fact(engine: IngestEngine, brain: str, fact: SuppliedFact, settings: Settings) -> tuple[str, bool]:
    """One fact with confidence 1; gives its id and whether it only confirmed one.

    Raises:
        InvalidInput: it has no usable ends, several entities have the name of one of them, it states another name and no fact,
            its evidence does not hold, or there is nothing that it could end or deny; nothing was written.
    """
    facts = [(1, fact)]

    async def check(tx: Transaction, landed: CommitResult) -> None:
        for end, entity in (one for dated in landed.plan.timed.dated for one in doubtful_ends(dated)):
            raise InvalidInput(several(entity), field=end)
        line = _lines(facts, landed)[0]
        if line.effect == _ALIAS:
            raise InvalidInput(_no_fact(fact), field="relation")
        if line.id is None:
            given = "evidence_ids" if fact.evidence is None else "evidence"
            field = given if fact.evidence_sets and line.effect == "none" else None
            raise InvalidInput(line.error or line.note or "there is nothing that it could end or deny", field=field)

    lines = await _land(engine, brain, await _ready(engine, brain, facts, "full", "manual"), settings, check)
    return lines[0].id or "", lines[0].matched


def _no_fact(fact: SuppliedFact) -> str:
    """Why another name cannot be stated as a fact, and what to do instead."""
    return (
        f"{fact.object!r} would be another name of {fact.subject!r} and no fact; give it to the entity as an alias: "
        "aliases_add of PATCH …/entities/{ref}, or of Brain.change_entity."
    )


async def import_facts(
    engine: IngestEngine,
    brain: str,
    facts: Iterable[SuppliedFact | Mapping[str, Any]],
    settings: Settings,
    *,
    resolve: ResolveMode,
    size: int | None,
    origin: Origin,
) -> ImportReport:
    """All lines of `stream_facts` in one report."""
    lines = [
        line async for line in stream_facts(engine, brain, facts, settings, resolve=resolve, size=size, origin=origin)
    ]
    rejected = sum(1 for line in lines if line.error)
    matched = sum(1 for line in lines if line.matched)
    added = sum(1 for line in lines if line.effect == "added")
    return ImportReport(records=len(lines), added=added, matched=matched, rejected=rejected, lines=tuple(lines))


async def stream_facts(
    engine: IngestEngine,
    brain: str,
    facts: Iterable[SuppliedFact | Mapping[str, Any]],
    settings: Settings,
    *,
    resolve: ResolveMode = "full",
    size: int | None = None,
    origin: Origin = "imported",
) -> AsyncIterator[ImportLine]:
    """Lands facts in batches, in constant memory; every record has a system time of its own, in their order.

    A batch has `size` records, else as many as land in about a second (`Pace`). While one lands, the next is validated and
    embedded.
    """
    numbered, pace = enumerate(facts, 1), Pace.of(resolve, size)

    def begin() -> asyncio.Task[_Ready]:
        return asyncio.create_task(_ready(engine, brain, islice(numbered, pace.size), resolve, origin))

    upcoming = begin()
    try:
        while (ready := await upcoming).records:
            upcoming = begin()
            with pace.landing(ready.records):
                landed = await _land(engine, brain, ready, settings, nothing_more) if ready.facts else []
            for line in sorted((*ready.rejected, *landed), key=lambda line: line.line):
                yield line
    finally:
        upcoming.cancel()
        await asyncio.gather(upcoming, return_exceptions=True)


@dataclass(frozen=True, slots=True)
class _Ready:
    """Records that only have to land: the usable ones with their numbers, and why the others are none."""

    facts: Sequence[tuple[int, SuppliedFact]]
    batch: Batch
    rejected: Sequence[ImportLine] = ()

    @property
    def records(self) -> int:
        return len(self.facts) + len(self.rejected)


async def _ready(
    engine: IngestEngine,
    brain: str,
    numbered: Iterable[tuple[int, SuppliedFact | Mapping[str, Any]]],
    resolve: ResolveMode,
    origin: Origin,
) -> _Ready:
    facts: list[tuple[int, SuppliedFact]] = []
    rejected: list[ImportLine] = []
    for n, (number, raw) in enumerate(numbered):
        if n % AT_A_TIME == AT_A_TIME - 1:
            await asyncio.sleep(0)  # the batch before this one goes first
        try:
            fact = raw if isinstance(raw, SuppliedFact) else SuppliedFact.model_validate(raw)
        except ValidationError as error:
            rejected.append(ImportLine(line=number, error=invalid(error, named=True).detail))
            continue
        facts.append((number, fact))
    now, named = datetime.now(UTC), await with_named_ends(engine.store.read, brain, [fact for _, fact in facts])
    claims = tuple(_claim(n, fact, now, resolve, origin) for n, fact in enumerate(named))
    batch = Batch((), claims, {}, records=len(facts))
    return _Ready(facts, replace(batch, vectors=await embed_texts(engine.models.embedder, batch.texts)), rejected)


def _claim(
    n: int, fact: SuppliedFact, now: datetime, resolve: ResolveMode, origin: Origin
) -> tuple[Claim, ClaimSource]:
    source = ClaimSource(
        n=n,
        episode_id=None,
        occurred_at=now + timedelta(microseconds=n),
        resolve=fact.resolve or resolve,
        episode_ids=fact.episode_ids,
        supplied=True,
        sentence=fact.text or "",
    )
    return claim_of(fact, is_entity=None, confidence=1.0, origin=origin), source


async def _land(
    engine: IngestEngine, brain: str, ready: _Ready, settings: Settings, then: InTransaction
) -> list[ImportLine]:
    landed = await commit_batch(
        engine.store, brain, ready.batch, settings, engine.models.judge, LeaseFence(), then=then
    )
    return _lines(ready.facts, landed)


def _lines(facts: Sequence[tuple[int, SuppliedFact]], landed: CommitResult) -> list[ImportLine]:
    changes, stamp, effects = landed.plan.changes, landed.committed.recorded_at, effects_of(landed)
    stated = {s.n: effects[s.id] for s in reversed(changes.statements)}
    ended = {s.n: s for s in changes.statements if s.props["action"] == "ends"}
    denied = {w.n for w in changes.withdrawals}
    touched = _touched(landed, ended.keys() | denied)
    reasons = {s.source.n: s.reason for s in changes.skipped}
    named = {s.source.n for s in changes.skipped if s.reason == ANOTHER_NAME}
    doubts = {d.candidate.source.n: several(end) for d in landed.plan.timed.dated for _, end in doubtful_ends(d)}
    out = []
    for n, (line, _) in enumerate(facts):
        effect, fact_id = stated.get(n, ("", ""))
        if n in ended or n in denied:
            fact_id = fact_id or touched.get(n, "")
            effect = "ended" if n in ended else "withdrawn"
        elif n in named:
            effect = _ALIAS
        out.append(
            ImportLine(
                line=line,
                id=fact_id or None,
                matched=effect in ("unchanged", "updated"),
                effect=effect or None,
                recorded_at=stamp + timedelta(microseconds=n),
                note=_NOTES.get(effect) or (f"{doubts[n]} The first was taken." if n in doubts else None),
                error=None if effect else reasons.get(n, "it says nothing"),
            )
        )
    return out


def _touched(landed: CommitResult, records: Set[int]) -> dict[int, str]:
    """The facts that the ends and denials of some records changed, by the record."""
    if not records:
        return {}
    rows = landed.committed.settled.changes
    facts = {value_of(landed, row["subjectId"], row["relation"], row["objectId"]): row["factId"] for row in rows}
    told = ((n, value_of(landed, s, r, o)) for s, r, o, n in landed.plan.changes.pairs() if n in records)
    return {n: facts[value] for n, value in told if value in facts}
