"""Facts without an episode: added by a person or imported in bulk, by the same stages and rules, with no model (S3-12)."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Any

from pydantic import ValidationError

from graphmem.errors import InvalidInput
from graphmem.graph.settle import Transaction
from graphmem.ingest.batch import Batch
from graphmem.ingest.commit import Fence
from graphmem.ingest.entity_extract import Source, claim_of
from graphmem.ingest.landing import Finish, Landed, land
from graphmem.ingest.pipeline import Pipeline
from graphmem.ingest.results import Outcome, outcome
from graphmem.models.ports import Claim
from graphmem.records import Origin, Record, ResolveMode, SuppliedFact, Time
from graphmem.settings import Settings


class ImportLine(Record):
    """What became of one record; `line` counts from 1.

    `error` says why it was left out; `note` why it was kept but does not hold: another value has its start (a tie), or its
    evidence has ended.
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


_DOES_NOT_HOLD = {
    "none": "it does not hold at any time: its evidence has ended or was never true",
    "tied": "another value has the same start and takes precedence",
}


async def add_fact(pipeline: Pipeline, brain: str, fact: SuppliedFact, settings: Settings) -> tuple[str, bool]:
    """One fact with confidence 1; gives its id and whether it only confirmed one.

    Raises:
        InvalidInput: it has no usable ends, its evidence does not hold, or there is nothing that it could end or deny;
            nothing was written.
    """
    facts = [(1, fact)]

    async def check(tx: Transaction, landed: Landed) -> None:
        line = _lines(facts, landed, outcome(landed))[0]
        if line.id is None:
            raise InvalidInput(line.error or line.note or "there is nothing that it could end or deny")

    lines = await _land(pipeline, brain, facts, settings, fact.resolve or "full", "manual", check)
    return lines[0].id or "", lines[0].matched


async def import_facts(
    pipeline: Pipeline,
    brain: str,
    facts: Iterable[SuppliedFact | Mapping[str, Any]],
    settings: Settings,
    *,
    resolve: ResolveMode,
    size: int,
    origin: Origin,
) -> ImportReport:
    """All lines of `stream_facts` in one report."""
    lines = [
        line async for line in stream_facts(pipeline, brain, facts, settings, resolve=resolve, size=size, origin=origin)
    ]
    rejected = sum(1 for line in lines if line.error)
    matched = sum(1 for line in lines if line.matched)
    added = sum(1 for line in lines if line.effect == "added")
    return ImportReport(records=len(lines), added=added, matched=matched, rejected=rejected, lines=tuple(lines))


async def stream_facts(
    pipeline: Pipeline,
    brain: str,
    facts: Iterable[SuppliedFact | Mapping[str, Any]],
    settings: Settings,
    *,
    resolve: ResolveMode = "full",
    size: int = 200,
    origin: Origin = "imported",
) -> AsyncIterator[ImportLine]:
    """Lands facts in batches of `size`, in constant memory; every record has a system time of its own, in their order."""
    numbered = enumerate(facts, 1)
    while batch := list(islice(numbered, size)):
        good: list[tuple[int, SuppliedFact]] = []
        lines: dict[int, ImportLine] = {}
        for number, raw in batch:
            try:
                good.append((number, raw if isinstance(raw, SuppliedFact) else SuppliedFact.model_validate(raw)))
            except ValidationError as error:
                first = error.errors()[0]
                where = ".".join(map(str, first["loc"]))
                lines[number] = ImportLine(line=number, error=f"{where}: {first['msg']}" if where else first["msg"])
        if good:
            landed = await _land(pipeline, brain, good, settings, resolve, origin, _nothing_more)
            lines |= {line.line: line for line in landed}
        for number in sorted(lines):
            yield lines[number]


async def _land(
    pipeline: Pipeline,
    brain: str,
    facts: Sequence[tuple[int, SuppliedFact]],
    settings: Settings,
    resolve: ResolveMode,
    origin: Origin,
    finish: Finish,
) -> list[ImportLine]:
    now = datetime.now(UTC)
    claims: list[tuple[Claim, Source]] = []
    for n, (_, fact) in enumerate(facts):
        source = Source(
            n=n,
            episode_id=None,
            occurred_at=now + timedelta(microseconds=n),
            resolve=fact.resolve or resolve,
            episode_ids=fact.episode_ids,
            supplied=True,
            sentence=fact.text or "",
        )
        claims.append((claim_of(fact, is_entity=None, confidence=1.0, origin=origin), source))
    batch = Batch((), tuple(claims), {}, records=len(facts))
    batch = Batch((), batch.claims, await pipeline.vectors(batch.texts), batch.records)
    landed = await land(pipeline.store, brain, batch, settings, pipeline.judge, Fence(None), finish)
    return _lines(facts, landed, outcome(landed))


async def _nothing_more(tx: Transaction, landed: Landed) -> None:
    """There is no episode to finish."""


def _lines(facts: Sequence[tuple[int, SuppliedFact]], landed: Landed, told: Outcome) -> list[ImportLine]:
    changes, stamp = landed.plan.changes, landed.committed.recorded_at
    stated = {s.n: told.effects[s.id] for s in reversed(changes.statements)}
    ended = {s.n: s for s in changes.statements if s.props["action"] == "ends"}
    denied = {w.n for w in changes.withdrawals}
    reasons = {s.source.n: s.reason for s in changes.skipped}
    out = []
    for n, (line, _) in enumerate(facts):
        effect, fact_id = stated.get(n, ("", ""))
        if n in ended or n in denied:
            fact_id = fact_id or _touched(landed, n)
            effect = "ended" if n in ended else "withdrawn"
        out.append(
            ImportLine(
                line=line,
                id=fact_id or None,
                matched=effect in ("unchanged", "updated"),
                effect=effect or None,
                recorded_at=stamp + timedelta(microseconds=n),
                note=_DOES_NOT_HOLD.get(effect),
                error=None if effect else reasons.get(n, "it says nothing"),
            )
        )
    return out


def _touched(landed: Landed, n: int) -> str:
    """The fact that a record's end or denial changed."""
    pairs = {(s, r, o) for s, r, o, number in landed.plan.changes.pairs() if number == n}
    rows = landed.committed.settled.changes
    return next((r["factId"] for r in reversed(rows) if (r["subjectId"], r["relation"], r["objectId"]) in pairs), "")


__all__ = ["ImportLine", "ImportReport", "add_fact", "import_facts", "stream_facts"]
