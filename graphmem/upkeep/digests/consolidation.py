"""A part of the job `decay`: tell facts that fade and say much the same in one observation, which keeps them as its sources."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256

from uuid_utils import uuid7

from graphmem.graph.transaction import Row
from graphmem.graph.vectors.bolt import bolt
from graphmem.models.digests.writer import DigestRequest, DigestWriter
from graphmem.models.profiles.writer import ToldFact
from graphmem.recall.decay import retention
from graphmem.settings import Settings
from graphmem.upkeep.clusters.matching import matched
from graphmem.upkeep.digests.alike import alike_groups
from graphmem.upkeep.digests.asking import asked_digest
from graphmem.upkeep.job_run import JobRun

FADED = 0.20
"""A fact fades below this retention."""
MOST_FADING = 2_000
"""Fading facts that one run compares: those that are consolidated already, and those that were used last."""


@dataclass(frozen=True, slots=True)
class FadingFact:
    """A fact that fades, and when it was confirmed or used last, UTC."""

    id: str
    last: datetime


@dataclass(frozen=True, slots=True)
class _Group:
    """Facts that are consolidated, and the stored row that they continue; None = it is new."""

    facts: tuple[Row, ...]
    known: Row | None

    @property
    def basis(self) -> str:
        """A hash of the versions."""
        lines = sorted(f"{fact['id']} {fact['recorded']}" for fact in self.facts)
        return sha256("\n".join(lines).encode()).hexdigest()

    @property
    def is_stored(self) -> bool:
        known = self.known
        return known is not None and known["status"] == "active" and bool(known["basis"] == self.basis)


def fading(rows: Iterable[Row], now: datetime) -> Iterator[FadingFact]:
    """Yield the facts of rows of upkeep/ageing_row whose retention is low."""
    for row in rows:
        age = int((now - row["last"]).total_seconds() * 1000)
        if retention(age, row["tier"] or row["category"], row["importance"], row["stability"]) < FADED:
            yield FadingFact(row["factId"], row["last"])


async def consolidate(run: JobRun, settings: Settings, facts: Sequence[FadingFact]) -> bool:
    """Consolidate fading facts. The facts stay as they are. Return whether everything was written.

    An observation follows its facts: with other facts it is told again, and without enough of them it is retired.
    """
    known = await run.read("upkeep/consolidations")
    groups = await _groups(run, known, facts)
    kept = {one.known["id"] for one in groups if one.known}
    lost = [{"id": row["id"]} for row in known if row["status"] == "active" and row["id"] not in kept]
    await run.change("upkeep/retire_observations", lost)
    changed = [one for one in groups if not one.is_stored]
    if run.dry_run:
        run.tally.done += len(changed)
        return True
    writer = run.configured(run.engine.models.digest_writer, settings)
    whole = True
    for one in changed[: settings.digests_per_run]:
        if run.is_cut:
            return False
        whole &= await _write(run, writer, settings, one)
    return whole and len(changed) <= settings.digests_per_run


async def _groups(run: JobRun, known: Sequence[Row], facts: Sequence[FadingFact]) -> list[_Group]:
    told = {id_ for row in known if row["status"] == "active" for id_ in row["factIds"]}
    ordered = sorted(facts, key=lambda one: (one.id not in told, -one.last.timestamp(), one.id))
    ids = [one.id for one in ordered[:MOST_FADING]]
    rows = {row["id"]: row for row in await run.read("upkeep/fading_facts", ids=ids, now=run.now)} if ids else {}
    found = alike_groups({id_: row["vector"] for id_, row in rows.items()})
    stored = {row["id"]: row for row in known}
    continued = matched(found, {id_: row["factIds"] for id_, row in stored.items()})
    return [
        _Group(tuple(rows[id_] for id_ in ids), stored.get(continued.get(number, "")))
        for number, ids in enumerate(found)
    ]


async def _write(run: JobRun, writer: DigestWriter, settings: Settings, group: _Group) -> bool:
    """Write one observation, in a transaction of its own. Return whether it was written."""
    names = tuple(dict.fromkeys(fact["subject"] for fact in group.facts))
    told = tuple(ToldFact(fact["id"], fact["text"]) for fact in group.facts)
    id_ = group.known["id"] if group.known else str(uuid7())
    request = DigestRequest("faded", names, told, settings.instructions)
    digest = await asked_digest(run, writer, request, f"The observation {id_}")
    if digest is None:
        return False
    (vector,) = await run.engine.models.embedder.embed([digest.text])
    row = {
        "id": id_,
        "key": f"consolidated {id_}",
        "title": digest.title.strip(),
        "text": digest.text.strip(),
        "confidence": round(sum(fact["confidence"] for fact in group.facts) / len(group.facts), 2),
        "importance": max(fact["importance"] for fact in group.facts),
        "facts": [[fact["id"], fact["recorded"], fact["text"]] for fact in group.facts],
        "episodeIds": list(dict.fromkeys(id_ for fact in group.facts for id_ in fact["episodeIds"])),
        "vector": bolt(vector),
        "basis": group.basis,
        "at": run.now,
    }
    before = run.tally.done
    await run.change("upkeep/store_consolidations", [row])
    return run.tally.done > before
