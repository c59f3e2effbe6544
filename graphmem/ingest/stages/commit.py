"""Stage 7: change set → graph, all of it or nothing, in one write transaction. No model is asked here."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from graphmem.fault_points import reached
from graphmem.graph.settle import Pair, settle_apart
from graphmem.graph.settle_result import Settled
from graphmem.graph.transaction import Row, Transaction, run
from graphmem.graph.vectors import bolt
from graphmem.ingest.stages.commit_parts import CommitPart, Committed, NumberedParts
from graphmem.ingest.stages.commit_rows import _parameters
from graphmem.ingest.stages.records import NewStatement
from graphmem.ingest.stages.settle_order import TouchedPair, pairs_to_settle, settle_order

MOST_AT_ONCE = 200
"""So many pairs are settled with the commit; more, as imports have them, in statements of their own."""
_TICK = timedelta(microseconds=1)


async def commit(
    tx: Transaction, brain: str, parts: Sequence[CommitPart], revision: int | None = None
) -> list[Committed] | None:
    """Writes and settles the parts as if each came after the one before it; what the graph made of each.

    Parts that go together have no entity in common, and none says how many values a relation has (news.py).

    Args:
        revision: the one that the reads were made at; None = they were made under the lock.

    Returns:
        None = nothing was written: another writer was faster, or one of the episodes is extracted already.
    """
    numbered = NumberedParts.of(parts)
    waves = settle_order(numbered)
    at_once = waves[0] if waves and len(waves[0]) <= MOST_AT_ONCE else []
    vectors = {s.id: bolt(s.vector) for s in numbered.statements if s.vector is not None}
    written = _parameters(brain, parts, numbered, revision)
    settled_here = {"pairs": pairs_to_settle(numbered, at_once), "vectors": vectors, "deferred": True}
    rows = await run(tx, "ingest/commit", **written, **settled_here)
    if not rows:
        return None
    row = rows[0]
    for _ in parts:
        await reached("commit_begun")
    stamp: datetime = row["recordedAt"]
    settled = await _settled(tx, brain, numbered, waves, vectors, row, row["groups"] if at_once else None)
    earlier = len(parts) - 1
    return [
        Committed(
            row["revision"] - earlier + i,
            stamp + timedelta(microseconds=numbered.firsts[i]),
            one,
            numbered.withdrawn(i, row["withdrawn"]),
        )
        for i, one in enumerate(settled)
    ]


async def _settled(
    tx: Transaction,
    brain: str,
    numbered: NumberedParts,
    waves: Sequence[Sequence[TouchedPair]],
    vectors: Mapping[str, Any],
    row: Row,
    at_once: Sequence[Row] | None,
) -> list[Settled]:
    """What each part came to: what was a fact as it was said, and what had to be derived.

    Args:
        at_once: what the first wave came to, where it was settled with the commit.
    """
    stamp, alone = row["recordedAt"], _settled_alone(numbered, row["settled"])
    stood = {(one["subjectId"], one["relation"], one["objectId"]) for one in alone.values()}
    pairs = [[_pair(one, stamp) for one in wave if one[:3] not in stood] for wave in waves]
    begun = [stamp + timedelta(microseconds=first) for first in numbered.firsts]
    last = stamp + timedelta(microseconds=numbered.records - 1)
    again = await _recomputed(tx, brain, row["recomputed"], last)
    if again := [*again, *_reopened(row["reopened"], [*begun[1:], last + _TICK])]:
        pairs.append(again)
    left = {id_: vector for id_, vector in vectors.items() if id_ not in alone}
    derived = await _in_order(tx, brain, pairs, begun, left, at_once)
    as_said = [tuple(alone[s.id] for s in changes.statements if s.id in alone) for changes in numbered.changes]
    return [replace(one, changes=(*said, *one.changes)) for said, one in zip(as_said, derived, strict=True)]


def _reopened(rows: Sequence[Row], ended: Sequence[datetime]) -> list[Pair]:
    """What a denied fact had closed, settled at the end of the part that denied it.

    Args:
        ended: when each part was over.
    """
    over = [ended[bisect_right(ended, row["at"])] - _TICK for row in rows]
    return [Pair(r["subjectId"], r["relation"], r["objectId"], at) for r, at in zip(rows, over, strict=True)]


def _pair(touched: TouchedPair, stamp: datetime) -> Pair:
    subject, relation, object_, n = touched
    return Pair(subject, relation, object_, stamp + timedelta(microseconds=n))


def _settled_alone(numbered: NumberedParts, settled: Sequence[Sequence[str]]) -> dict[str, Row]:
    """The facts that were written as they were said, each as settle.cypher would tell it."""
    by_id = {s.id: s for s in numbered.statements} if settled else {}
    return {id_: _added(by_id[id_], subject, object_) for id_, subject, object_ in settled}


def _added(one: NewStatement, subject: str, object_: str) -> Row:
    said = one.props
    return {
        **{name: said[name] for name in ("subjectId", "relation", "objectId", "text", "confidence", "origin")},
        "factId": one.id,
        "statementIds": [one.id],
        "subject": subject,
        "object": object_,
        "change": "added",
        "confirmed": True,
        "tValid": said["at"],
        "tInvalid": said["until"],
        "before": None,
        "reason": None,
        "because": None,
        "supersedes": None,
        "stale": False,
    }


async def _in_order(
    tx: Transaction,
    brain: str,
    waves: Sequence[Sequence[Pair]],
    begun: Sequence[datetime],
    vectors: Mapping[str, Any],
    at_once: Sequence[Row] | None,
) -> list[Settled]:
    """Settles a group once for every record that touched it, in their order: each leaves its own version.

    Args:
        begun: when each part began; what became of each comes back.
        at_once: what the first wave came to, where that is known already.
    """
    found: list[list[Settled]] = [[] for _ in begun]
    for number, wave in enumerate(waves):
        sets: list[list[Pair]] = [[] for _ in begun]
        for pair in wave:
            sets[bisect_right(begun, pair.recorded_at) - 1].append(pair)
        rows = at_once if number == 0 else None
        for settled, one in zip(found, await settle_apart(tx, brain, sets, vectors, rows), strict=True):
            settled.append(one)
    return [_joined(settled) for settled in found]


def _joined(settled: Sequence[Settled]) -> Settled:
    """What became of a part in all its waves."""
    changes = tuple(row for one in settled for row in one.changes)
    depths = {id_: depth for one in settled for id_, depth in one.depths.items()}
    return Settled(changes, depths, tuple(tie for one in settled for tie in one.ties))


async def _recomputed(tx: Transaction, brain: str, relations: Sequence[str], stamp: datetime) -> list[Pair]:
    """Every group of a relation whose cardinality has just been stated (docs/time.md, R5)."""
    if not relations:
        return []
    rows = await run(tx, "ingest/groups_of_relations", brain=brain, relations=list(relations))
    groups = dict.fromkeys((row["subjectId"], row["relation"]) for row in rows)
    return [Pair(subject, relation, None, stamp) for subject, relation in groups]
