"""Stage 7: write change sets to the graph, all or nothing, in one write transaction. No model is asked here."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from graphmem.fault_points import reached
from graphmem.graph.settle import Pair, settle_apart
from graphmem.graph.settle_result import Settled, joined
from graphmem.graph.transaction import Row, Transaction, run
from graphmem.graph.vectors.bolt import bolt
from graphmem.ingest.stages.commit_parts import CommitPart, Committed, NumberedParts
from graphmem.ingest.stages.commit_rows import CommitRows
from graphmem.ingest.stages.records import NewStatement
from graphmem.ingest.stages.settle_order import TouchedPair, pairs_to_settle, settle_order

MOST_AT_ONCE = 200
"""Pairs that the commit's own statement settles; more, as imports have them, take statements of their own."""
_TICK = timedelta(microseconds=1)


async def commit(
    tx: Transaction, brain: str, parts: Sequence[CommitPart], revision: int | None = None
) -> list[Committed] | None:
    """Write and settle the parts as if each came after the one before it; returns what the graph made of each.

    Parts that are committed together have no entity in common, and none states the cardinality of a relation
    (`transactions/write_set.py`).

    Args:
        revision: the revision at which the reads were made; None: they were made under the lock.

    Returns:
        None: nothing was written; another writer was faster, or an episode is extracted already.
    """
    numbered = NumberedParts.of(parts)
    waves = settle_order(numbered)
    at_once = waves[0] if waves and len(waves[0]) <= MOST_AT_ONCE else []
    vectors = {s.id: bolt(s.vector) for s in numbered.statements if s.vector is not None}
    rows = CommitRows.of(brain, parts, numbered, revision).parameters()
    settling = {"pairs": pairs_to_settle(numbered, at_once), "vectors": vectors, "deferred": True, "limits": {}}
    answer = await run(tx, "ingest/commit", **rows, **settling)
    if not answer:
        return None
    row = answer[0]
    for _ in parts:
        await reached("commit_begun")
    stamp: datetime = row["recordedAt"]
    settled = await _settle(tx, brain, numbered, waves, vectors, row, row["groups"] if at_once else None)
    first_revision = row["revision"] - (len(parts) - 1)
    return [
        Committed(
            first_revision + i,
            stamp + timedelta(microseconds=numbered.firsts[i]),
            part,
            numbered.withdrawn(i, row["withdrawn"]),
        )
        for i, part in enumerate(settled)
    ]


async def _settle(
    tx: Transaction,
    brain: str,
    numbered: NumberedParts,
    waves: Sequence[Sequence[TouchedPair]],
    vectors: Mapping[str, Any],
    row: Row,
    first_wave: Sequence[Row] | None,
) -> list[Settled]:
    """What each part changed: facts that were written as stated, and facts that had to be derived.

    Args:
        row: the answer of the commit's statement.
        first_wave: the rows of the first wave, where that statement has settled it.
    """
    stamp, as_stated = row["recordedAt"], _written_as_stated(numbered, row["settled"])
    done = {(fact["subjectId"], fact["relation"], fact["objectId"]) for fact in as_stated.values()}
    pairs = [[_pair(pair, stamp) for pair in wave if pair[:3] not in done] for wave in waves]
    begun = [stamp + timedelta(microseconds=first) for first in numbered.firsts]
    last = stamp + timedelta(microseconds=numbered.records - 1)
    again = await _recomputed(tx, brain, row["recomputed"], last)
    linked = [Pair(r["subjectId"], r["relation"], r["objectId"], r["at"]) for r in row["linked"]]
    if again := [*again, *_reopened(row["reopened"], [*begun[1:], last + _TICK]), *linked]:
        pairs.append(again)
    left = {id_: vector for id_, vector in vectors.items() if id_ not in as_stated}
    derived = await _settle_waves(tx, brain, pairs, begun, left, first_wave)
    stated = [tuple(as_stated[s.id] for s in changes.statements if s.id in as_stated) for changes in numbered.changes]
    return [replace(part, changes=(*facts, *part.changes)) for facts, part in zip(stated, derived, strict=True)]


def _reopened(rows: Sequence[Row], ended: Sequence[datetime]) -> list[Pair]:
    """Pairs of facts that a denied fact had closed, settled at the last moment of the part that denied it.

    Args:
        ended: the moment after the last one of each part.
    """
    moments = [ended[bisect_right(ended, row["at"])] - _TICK for row in rows]
    return [Pair(r["subjectId"], r["relation"], r["objectId"], at) for r, at in zip(rows, moments, strict=True)]


def _pair(touched: TouchedPair, stamp: datetime) -> Pair:
    subject, relation, object_, n = touched
    return Pair(subject, relation, object_, stamp + timedelta(microseconds=n))


def _written_as_stated(numbered: NumberedParts, settled: Sequence[Sequence[str]]) -> dict[str, Row]:
    """By statement id, the facts that were written as they were stated, as rows of settle.cypher."""
    by_id = {s.id: s for s in numbered.statements} if settled else {}
    return {id_: _added(by_id[id_], subject, object_) for id_, subject, object_ in settled}


def _added(statement: NewStatement, subject: str, object_: str) -> Row:
    props = statement.props
    return {
        **{name: props[name] for name in ("subjectId", "relation", "objectId", "text", "confidence", "origin")},
        "factId": statement.id,
        "statementIds": [statement.id],
        "subject": subject,
        "object": object_,
        "change": "added",
        "confirmed": True,
        "tValid": props["at"],
        "tInvalid": props["until"],
        "before": None,
        "reason": None,
        "because": None,
        "supersedes": None,
        "stale": False,
    }


async def _settle_waves(
    tx: Transaction,
    brain: str,
    waves: Sequence[Sequence[Pair]],
    begun: Sequence[datetime],
    vectors: Mapping[str, Any],
    first_wave: Sequence[Row] | None,
) -> list[Settled]:
    """Settle a group once for every record that touched it, in their order: each leaves a version of its own.

    Args:
        begun: when each part began; the result has one entry a part.
        first_wave: the rows of the first wave, where they are known already.
    """
    parts: list[list[Settled]] = [[] for _ in begun]
    floors: list[datetime | None] = [None] * len(begun)
    for number, wave in enumerate(waves):
        sets: list[list[Pair]] = [[] for _ in begun]
        for pair in wave:
            sets[bisect_right(begun, pair.recorded_at) - 1].append(pair)
        rows = first_wave if number == 0 else None
        for part, settled in zip(parts, await settle_apart(tx, brain, sets, vectors, rows, floors), strict=True):
            part.append(settled)
        latest = [max((pair.recorded_at for pair in own), default=None) for own in sets]
        floors = [max(filter(None, both), default=None) for both in zip(floors, latest, strict=True)]
    return [joined(*part) for part in parts]


async def _recomputed(tx: Transaction, brain: str, relations: Sequence[str], stamp: datetime) -> list[Pair]:
    """Every group of the relations whose cardinality was stated by this commit (docs/time.md, R5)."""
    if not relations:
        return []
    rows = await run(tx, "ingest/groups_of_relations", brain=brain, relations=list(relations))
    groups = dict.fromkeys((row["subjectId"], row["relation"]) for row in rows)
    return [Pair(subject, relation, None, stamp) for subject, relation in groups]
