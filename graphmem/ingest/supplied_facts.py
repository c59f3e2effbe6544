"""Facts without an episode: added by a person or imported in bulk. Same stages and rules, no extractor.

A judge is asked only where the caller asks for it: these facts are exact as they stand.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import islice
from typing import Any

from pydantic import ValidationError

from graphmem.claims import ClaimSource, claim_of
from graphmem.core_engine import CoreEngine
from graphmem.graph.model_quota import model_quota
from graphmem.graph.time_parameters import asked
from graphmem.graph.transaction import Transaction, run
from graphmem.ingest.batch_size import Pace
from graphmem.ingest.episodes.apart import apart, line_error, told
from graphmem.ingest.episodes.screening import record_refusals
from graphmem.ingest.fact_screening import ScreenedFacts, screen_facts
from graphmem.ingest.forgetting.asks import without_asks
from graphmem.ingest.import_keys import DigestCounter, import_key
from graphmem.ingest.pipeline import plan_stages
from graphmem.ingest.stages.batch import Batch
from graphmem.ingest.stages.claim_linking import ANOTHER_NAME
from graphmem.ingest.stages.commit_parts import Committed, LeaseFence
from graphmem.ingest.stages.id_references import (
    names_of_handles,
    no_episode,
    unknown_episodes,
    unknown_id,
    with_named_ends,
)
from graphmem.ingest.transactions.attempt import InTransaction
from graphmem.ingest.transactions.commit_batch import commit_batch
from graphmem.ingest.transactions.records import CommitResult, effects_of
from graphmem.ingest.vectors import embed_texts, warnings_of
from graphmem.ingest.write_result import doubtful_ends, several, value_of
from graphmem.settings import Settings
from graphmem_contract.errors import GraphmemError, InvalidInput, invalid
from graphmem_contract.records import Origin, ResolveMode, SuppliedFact
from graphmem_contract.reports import ImportLine, ImportReport

AT_A_TIME = 50
"""Number of records to validate before other tasks may run."""
_NO_REQUEST = "a request to forget counts in a message; invalidate or forget the fact itself instead"
_ALIAS = "alias"
"""The effect of a record that states another name of an entity."""
_NOTES = {
    _ALIAS: ANOTHER_NAME,
    "none": "it does not hold at any time: its evidence has ended, was never true, or is no fact of this brain",
    "cycle": "it rests on itself, or would undo its own ground",
    "waiting": "it waits for a change, and does not hold yet",
    "tied": "another value has the same start and takes precedence",
}


async def add_fact(
    engine: CoreEngine, brain: str, fact: SuppliedFact, settings: Settings, *, judge: bool = False
) -> tuple[str, bool]:
    """Add one fact with confidence 1. Return its id, and whether it only confirmed a known fact.

    Raises:
        InvalidInput: an end is not usable or is a name of several entities, the fact is an alias, its evidence does not
            hold, or there is nothing that it could end or deny. Nothing is written.
    """
    line, _ = await _add(engine, brain, fact, settings, judge=judge, dry_run=False)
    return line.id or "", line.matched


async def rehearse_fact(
    engine: CoreEngine, brain: str, fact: SuppliedFact, settings: Settings
) -> tuple[str, Committed]:
    """Add a fact as `add_fact` does, and take it back. Return the id that it had, and what adding it changed."""
    line, result = await _add(engine, brain, fact, settings, judge=False, dry_run=True)
    return line.id or "", result.committed


async def _add(
    engine: CoreEngine, brain: str, fact: SuppliedFact, settings: Settings, *, judge: bool, dry_run: bool
) -> tuple[ImportLine, CommitResult]:
    if fact.action == "forget":
        raise InvalidInput(_NO_REQUEST, field="action")
    facts = [(1, fact)]

    async def check(tx: Transaction, result: CommitResult) -> None:
        for end, entity in (doubt for dated in result.plan.timed.dated for doubt in doubtful_ends(dated)):
            raise InvalidInput(several(entity), field=end)
        line = _lines(facts, result)[0]
        if line.effect == _ALIAS:
            raise InvalidInput(_alias_refusal(fact), field="relation")
        if line.id is None:
            evidence_field = "evidence_ids" if fact.evidence is None else "evidence"
            field = evidence_field if fact.evidence_sets and line.effect == "none" else None
            raise InvalidInput(line.error or line.note or "there is nothing that it could end or deny", field=field)
        await _record_redacted(tx, brain, prepared, result)

    prepared = await _prepare(engine, brain, [(1, fact, "")], settings, "full", "manual")
    await record_refusals(engine.store, brain, prepared.screened.refused.values())
    for line in prepared.settled:
        field, _, detail = (line.error or "").partition(": ")
        raise InvalidInput(detail, field=field)
    result = await _commit(engine, brain, prepared, settings, check, judge, dry_run=dry_run)
    return _lines(prepared.facts, result)[0], result


async def _record_redacted(tx: Transaction, brain: str, prepared: _PreparedBatch, result: CommitResult) -> None:
    """Add a line to the audit log for each fact that is stored redacted, in the transaction that stores it."""
    if prepared.screened.redacted:
        ids = {line.line: line.id for line in _lines(prepared.facts, result) if line.id}
        if rows := prepared.screened.redactions(brain, ids):
            await run(tx, "access/write_audit", lines=rows)


def _alias_refusal(fact: SuppliedFact) -> str:
    """Return why an alias cannot be stated as a fact, and what to do instead."""
    return (
        f"{fact.object!r} is another name of {fact.subject!r} and not a fact; add it to the entity as an alias: "
        "aliases_add of PATCH …/entities/{ref}, or of Brain.entities.change."
    )


async def import_facts(
    engine: CoreEngine,
    brain: str,
    facts: Iterable[SuppliedFact | Mapping[str, Any]],
    settings: Settings,
    *,
    resolve: ResolveMode,
    size: int | None,
    origin: Origin,
    keys: Sequence[str] | None = None,
    judge: bool = False,
) -> ImportReport:
    """Import facts and return all lines of `stream_facts` in one report."""
    stream = stream_facts(
        engine, brain, facts, settings, resolve=resolve, size=size, origin=origin, keys=keys, judge=judge
    )
    lines = [line async for line in stream]
    rejected = sum(1 for line in lines if line.error)
    matched = sum(1 for line in lines if line.matched)
    added = sum(1 for line in lines if line.effect == "added")
    return ImportReport(records=len(lines), added=added, matched=matched, rejected=rejected, lines=tuple(lines))


async def stream_facts(
    engine: CoreEngine,
    brain: str,
    facts: Iterable[SuppliedFact | Mapping[str, Any]],
    settings: Settings,
    *,
    resolve: ResolveMode = "full",
    size: int | None = None,
    origin: Origin = "imported",
    keys: Sequence[str] | None = None,
    judge: bool = False,
) -> AsyncIterator[ImportLine]:
    """Commit facts in batches, in constant memory. Each record has its own system time, in the order of the records.

    A batch has `size` records, else as many as commit in about one second (`Pace`). The next batch is validated and
    embedded while one is committed. A record whose key an earlier import stored is not stored again. A batch that fails is
    tried in halves: only the record that fails is left out, with its error.

    Args:
        keys: what identifies each record; default its `import_key`.

    Raises:
        GraphmemError: every record would meet this error: an outage, a limit, a missing set-up. What was yielded is stored.
    """
    pace, counter = Pace.of(resolve, size), DigestCounter()
    numbered = (
        (n, fact, keys[n - 1] if keys else import_key(fact, resolve, counter)) for n, fact in enumerate(facts, 1)
    )

    prepare = partial(_prepare, engine, brain, settings=settings, resolve=resolve, origin=origin)

    def take_next() -> tuple[Sequence[NumberedRecord], asyncio.Task[_PreparedBatch]]:
        records = tuple(islice(numbered, pace.size))
        return records, asyncio.create_task(prepare(records))

    async def store(batch: Awaitable[_PreparedBatch]) -> list[ImportLine]:
        prepared = await batch
        lines = await _commit_new(engine, brain, prepared, prepare, settings, judge)
        await record_refusals(engine.store, brain, prepared.screened.refused.values())
        return lines

    async def store_again(records: Sequence[NumberedRecord]) -> list[ImportLine]:
        return await store(prepare(records))

    records, upcoming = take_next()
    try:
        while records:
            current, batch = records, upcoming
            await asyncio.wait([batch])
            records, upcoming = take_next()
            with pace.measure_commit(len(current)):
                try:
                    lines = await store(batch)
                except Exception as error:  # noqa: BLE001 (no record costs the others)
                    lines = await apart(current, error, store_again, _failed, engine.models.embedder)
            for line in lines:
                yield line
    finally:
        upcoming.cancel()
        await asyncio.gather(upcoming, return_exceptions=True)
        counter.close()


def _failed(record: NumberedRecord, error: GraphmemError) -> ImportLine:
    return ImportLine(line=record[0], error=line_error(error), code=error.code)


NumberedRecord = tuple[int, SuppliedFact | Mapping[str, Any], str]
"""A record with its line number and its import key."""


@dataclass(frozen=True, slots=True)
class _PreparedBatch:
    """A batch that is ready to commit: the valid records with their line numbers, and the lines that are settled already.

    `settled`: lines of rejected records, and of those that an earlier import stored. `numbered`: all records, as they came.
    """

    facts: Sequence[tuple[int, SuppliedFact]]
    batch: Batch
    screened: ScreenedFacts
    settled: Sequence[ImportLine] = ()
    numbered: Sequence[NumberedRecord] = ()


Prepare = Callable[[Sequence[NumberedRecord]], Coroutine[Any, Any, _PreparedBatch]]


def _unknown_source(fact: SuppliedFact, unknown: frozenset[str]) -> InvalidInput | None:
    """Return the refusal of a fact that rests on an episode of no or another brain."""
    wrong = next((id_ for id_ in fact.episode_ids if id_ in unknown), None)
    return None if wrong is None else InvalidInput(no_episode(wrong), field="episode_ids")


async def _prepare(
    engine: CoreEngine,
    brain: str,
    numbered: Sequence[NumberedRecord],
    settings: Settings,
    resolve: ResolveMode,
    origin: Origin,
) -> _PreparedBatch:
    """Validate and screen the records, leave out those stored before, replace ids and keys by names, and embed their texts."""
    facts: list[tuple[int, SuppliedFact]] = []
    settled: list[ImportLine] = []
    keys: dict[int, str] = {}
    for n, (number, raw, key) in enumerate(numbered):
        if n % AT_A_TIME == AT_A_TIME - 1:
            await asyncio.sleep(0)  # lets the commit of the batch before go first
        try:
            fact = raw if isinstance(raw, SuppliedFact) else SuppliedFact.model_validate(raw)
        except ValidationError as error:
            settled.append(ImportLine(line=number, error=invalid(error, named=True).detail, code=InvalidInput.code))
            continue
        except Exception as error:  # noqa: BLE001 (what no fact can be made of is refused, whatever it raises)
            settled.append(_failed((number, raw, key), told(error)))
            continue
        facts.append((number, fact))
        keys[number] = key
    screened = await screen_facts(brain, facts, settings)
    stored = await _stored_before(engine, brain, {number: keys[number] for number, _ in screened.facts})
    facts, settled = [one for one in screened.facts if one[0] not in stored], [*settled, *stored.values()]
    names = await names_of_handles(engine.store.read, brain, [fact for _, fact in facts])
    unknown = await unknown_episodes(engine.store.read, brain, (fact for _, fact in facts))
    refused = {
        number: why
        for number, fact in facts
        if (why := unknown_id(fact, names, resolve) or _unknown_source(fact, unknown))
    }
    refused |= screened.refused
    facts = [one for one in facts if one[0] not in refused]
    settled += [ImportLine(line=n, error=f"{why.field}: {why.detail}", code=why.code) for n, why in refused.items()]
    now, named = datetime.now(UTC), with_named_ends([fact for _, fact in facts], names)
    numbers = [number for number, _ in facts]
    claims = (
        (
            claim_of(fact, is_entity=None, confidence=1.0, origin=origin),
            _source(n, numbers[n], fact, now, resolve, keys[numbers[n]]),
        )
        for n, fact in enumerate(named)
    )
    stated, asks = without_asks(claims, None)
    batch = Batch((), stated, {}, records=len(facts), asks=asks)
    embedded = await embed_texts(engine.models.embedder, batch.texts)
    batch = replace(batch, vectors=embedded.vectors, unembedded=embedded.failure)
    return _PreparedBatch(facts, batch, screened, settled, numbered)


async def _stored_before(engine: CoreEngine, brain: str, keys: Mapping[int, str]) -> dict[int, ImportLine]:
    """Return the lines of records that an earlier import stored, by line number. A fact by hand has no key."""
    asked = [key for key in keys.values() if key]
    rows = await engine.store.read("ingest/read_imported", brain=brain, keys=asked) if asked else []
    known = {row["key"]: row for row in rows}
    return {
        number: ImportLine(
            line=number,
            id=known[key]["factId"],
            matched=True,
            replayed=True,
            effect="unchanged",
            recorded_at=known[key]["recordedAt"],
        )
        for number, key in keys.items()
        if key in known
    }


def _source(n: int, line: int, fact: SuppliedFact, now: datetime, resolve: ResolveMode, key: str) -> ClaimSource:
    """Return the source of a record. Records are said in their order: now, each a microsecond later, or when they say."""
    return ClaimSource(
        n=n,
        episode_id=None,
        occurred_at=fact.said_at or now + timedelta(microseconds=n),
        resolve=fact.resolve or resolve,
        episode_ids=fact.episode_ids,
        supplied=True,
        sentence=fact.text or "",
        import_key=key or None,
        turns_before=line - 1 if fact.said_at else 0,
    )


class _AlreadyImported(Exception):
    """Another import has stored records of this batch since they were looked up."""


async def _commit_new(
    engine: CoreEngine,
    brain: str,
    prepared: _PreparedBatch,
    prepare: Prepare,
    settings: Settings,
    judge: bool,
) -> list[ImportLine]:
    """Commit the records of a batch that are not stored yet, and return the lines of all its records.

    The same import may run twice at once: a client sends it again after a cut while the service still commits the first one.
    """
    while prepared.facts:
        try:
            result = await _commit(engine, brain, prepared, settings, partial(_check_new, brain, prepared), judge)
            lines = _told(_lines(prepared.facts, result), prepared.batch.unembedded)
            return sorted((*prepared.settled, *lines), key=lambda line: line.line)
        except _AlreadyImported:
            prepared = await prepare(prepared.numbered)
    return sorted(prepared.settled, key=lambda line: line.line)


async def _check_new(brain: str, prepared: _PreparedBatch, tx: Transaction, result: CommitResult) -> None:
    """Check, under the lock of the commit, that no record of a batch is stored already; record which were redacted.

    Raises:
        _AlreadyImported: one is. Nothing is written.
    """
    numbers = {number for number, _ in prepared.facts}
    keys = [key for number, _, key in prepared.numbered if key and number in numbers]
    stamp = result.committed.recorded_at
    if keys and await run(tx, "ingest/imported_before", brain=brain, keys=keys, stamp=asked(stamp)):
        raise _AlreadyImported
    await _record_redacted(tx, brain, prepared, result)


async def _commit(
    engine: CoreEngine,
    brain: str,
    prepared: _PreparedBatch,
    settings: Settings,
    then: InTransaction,
    judge: bool,
    *,
    dry_run: bool = False,
) -> CommitResult:
    asked, fence = engine.models.judge if judge else None, LeaseFence()
    async with model_quota(engine.store, settings, brain):
        return await commit_batch(
            engine.store, brain, prepared.batch, plan_stages, settings, asked, fence, and_then=then, dry_run=dry_run
        )


def _lines(facts: Sequence[tuple[int, SuppliedFact]], result: CommitResult) -> list[ImportLine]:
    """Return one line per record; `facts` holds the records with their line numbers."""
    changes, stamp, effects = result.plan.changes, result.committed.recorded_at, effects_of(result)
    stated = {s.n: effects[s.id] for s in reversed(changes.statements)}
    waiting = {s.n: s.id for s in reversed(changes.statements) if effects[s.id][0] == "waiting"}
    ended = {s.n: s for s in changes.statements if s.props["action"] == "ends"}
    denied = {w.n for w in changes.withdrawals}
    touched = _touched(result, ended.keys() | denied)
    reasons = {s.source.n: s.reason for s in changes.skipped}
    asked = dict(zip((ask.n for ask in result.forgetting.asks), result.forgetting.outcomes, strict=False))
    aliases = {s.source.n for s in changes.skipped if s.reason == ANOTHER_NAME}
    doubts = {d.candidate.source.n: several(end) for d in result.plan.timed.dated for _, end in doubtful_ends(d)}
    lines = []
    for n, (line, _) in enumerate(facts):
        effect, fact_id = stated.get(n, ("", ""))
        if n in ended or n in denied:
            fact_id = fact_id or touched.get(n, "")
            effect = "ended" if n in ended else "withdrawn"
        elif n in aliases:
            effect = _ALIAS
        elif n in asked:
            effect = asked[n].status
        lines.append(
            ImportLine(
                line=line,
                id=fact_id or waiting.get(n),
                matched=effect in ("unchanged", "updated"),
                effect=effect or None,
                recorded_at=stamp + timedelta(microseconds=n),
                note=asked[n].reason
                if n in asked
                else _NOTES.get(effect) or (f"{doubts[n]} The first was taken." if n in doubts else None),
                error=None if effect else reasons.get(n, "it says nothing"),
                code=None if effect else InvalidInput.code,
            )
        )
    return lines


def _told(lines: Sequence[ImportLine], failure: str) -> list[ImportLine]:
    """Return the lines of stored records, with a note where the embedder failed."""
    why = warnings_of(failure)
    return [
        line if line.error else line.model_copy(update={"note": " ".join(filter(None, (line.note, *why))) or None})
        for line in lines
    ]


def _touched(result: CommitResult, records: Set[int]) -> dict[int, str]:
    """Return the ids of the facts that the ends and denials of some records changed, by the record's number."""
    if not records:
        return {}
    rows = result.committed.settled.changes
    facts = {value_of(result, row["subjectId"], row["relation"], row["objectId"]): row["factId"] for row in rows}
    values = ((n, value_of(result, s, r, o)) for s, r, o, n in result.plan.changes.pairs() if n in records)
    return {n: facts[value] for n, value in values if value in facts}
