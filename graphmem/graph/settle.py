"""The thin Python door to `settle` and its cascade: the same `.cypher` files that `CALL graphmem.settle` runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from graphmem.errors import DatabaseError
from graphmem.graph.settle_result import Settled
from graphmem.graph.transaction import Row, Transaction, run


class Entangled(Exception):
    """What one episode of a commit has changed would have concerned another one; all of it is to be undone."""


MOST_ROUNDS = 10_000
"""A fixpoint takes as many rounds as the evidence has levels; more than this is a defect."""


@dataclass(frozen=True, slots=True)
class Pair:
    """What was touched. `recorded_at` is the system time of the change; `object_id` None = all values."""

    subject_id: str
    relation: str
    object_id: str | None
    recorded_at: datetime
    among: tuple[str, ...] | None = None
    """All that hang together through a symmetric relation of cardinality one; found by `settle` where it is needed."""

    @property
    def ends(self) -> tuple[str, ...]:
        """Whom it joins, as far as that is said."""
        return (self.subject_id, *(self.among or ()), *((self.object_id,) if self.object_id else ()))

    def row(self) -> Row:
        return {
            "subjectId": self.subject_id,
            "relation": self.relation,
            "objectId": self.object_id,
            "recordedAt": self.recorded_at,
            "among": list(self.among) if self.among else None,
        }


async def settle(
    tx: Transaction, brain: str, pairs: Sequence[Pair], vectors: Mapping[str, Any] | None = None
) -> Settled:
    """Derives the periods of what was touched and of all that rests on it, inside the caller's transaction."""
    return (await settle_apart(tx, brain, [pairs], vectors))[0]


async def settle_apart(
    tx: Transaction,
    brain: str,
    sets: Sequence[Sequence[Pair]],
    vectors: Mapping[str, Any] | None = None,
    rows: Sequence[Row] | None = None,
) -> list[Settled]:
    """As `settle`, for several sets of pairs that have no time in common; what became of each, in their order.

    Args:
        rows: what settle.cypher made of the pairs, where another statement has settled them already.

    Raises:
        Entangled: facts rest on what several of them have changed, or another set has changed what rests on one: each change
            would have a time of its own, and the version at the earlier one is not there any more.
    """
    vectors = vectors or {}
    pairs = [pair for own in sets for pair in own]
    if rows is None:
        rows = await _settle(tx, brain, pairs, vectors, deferred=True) if pairs else []
    if len(sets) == 1:
        return [await _with_the_rest(tx, brain, pairs, rows, frozenset(), vectors)]
    times = [{pair.recorded_at for pair in own} for own in sets]
    of_each = [[row for row in rows if row["stamp"] in own] for own in times]
    if sum(any(row["resting"] or row["dependents"] for row in some) for some in of_each) > 1:
        raise Entangled
    settled = []
    for pairs_of_it, own, some in zip(sets, times, of_each, strict=True):
        others = frozenset((p.relation, end) for p in pairs if p.recorded_at not in own for end in p.ends)
        settled.append(await _with_the_rest(tx, brain, pairs_of_it, some, others, vectors))
    return settled


async def _with_the_rest(
    tx: Transaction,
    brain: str,
    pairs: Sequence[Pair],
    rows: Sequence[Row],
    others: frozenset[tuple[str, str]],
    vectors: Mapping[str, Any],
) -> Settled:
    """What the groups of these pairs came to, with all that hangs together with them and all that rests on them.

    Args:
        others: relations and ends that other sets of pairs have touched.
    """
    if opened := [row["open"] for row in rows if row["open"]]:
        together = await _components(tx, brain, opened)
        pairs = [*pairs, *together]
        rows = [*rows, *await _settle(tx, brain, together, vectors, deferred=True)]
    resting = [one for row in rows for one in row["resting"]]
    changes = [one for row in rows for one in row["changes"]]
    ties = tuple(one for row in rows for one in row["ties"])
    if not resting and not any(row["dependents"] for row in rows):
        return Settled(tuple(changes), {}, ties)
    touched = _statements(changes)
    await run(
        tx, "procedures/cascade_rest", brain=brain, pairs=[p.row() for p in pairs], resting=resting, touched=touched
    )
    fallen = await run(
        tx,
        "procedures/cascade_reset",
        brain=brain,
        roots=touched,
        resting=[one["factId"] for one in resting],
    )
    await _rounds(tx, brain, [one["factId"] for one in fallen])
    if any((one["relation"], one[end]) in others for one in fallen for end in ("subjectId", "objectId")):
        raise Entangled
    stamp = max(pair.recorded_at for pair in pairs)
    again = [Pair(one["subjectId"], one["relation"], one["objectId"], stamp) for one in fallen if one["subjectId"]]
    changes += await _limited(tx, brain, again, vectors)
    return Settled(tuple(changes), {one["factId"]: one["depth"] for one in fallen}, ties)


def _statements(changes: Sequence[Row]) -> list[str]:
    """All the names under which changed facts may be known as evidence: each fact is named by its first statement."""
    return list(dict.fromkeys(id_ for one in changes for id_ in (one["factId"], *one["statementIds"])))


async def _limited(tx: Transaction, brain: str, pairs: Sequence[Pair], vectors: Mapping[str, Any]) -> list[Row]:
    """Settles what rests on evidence, once its limits are known."""
    rows = await _settle(tx, brain, pairs, vectors, deferred=False)
    if opened := [row["open"] for row in rows if row["open"]]:
        rows += await _settle(tx, brain, await _components(tx, brain, opened), vectors, deferred=False)
    return [one for row in rows for one in row["changes"]]


async def _components(tx: Transaction, brain: str, opened: Sequence[Row]) -> list[Pair]:
    """One pair for all that hang together through a relation of cardinality one; else one for each two."""
    found: dict[tuple[str, tuple[str, ...]], Pair] = {}
    for one in opened:
        if not one["one"]:
            found |= await _ways(tx, brain, one)
            continue
        for among in await _around(tx, brain, one):
            known = found.get((one["relation"], among))
            stamp = max(one["recordedAt"], known.recorded_at) if known else one["recordedAt"]
            found[one["relation"], among] = Pair(among[0], one["relation"], among[-1], stamp, among)
    return list(found.values())


async def _ways(tx: Transaction, brain: str, one: Row) -> dict[tuple[str, tuple[str, ...]], Pair]:
    subject, relation = one["subjectId"], one["relation"]
    rows = await run(tx, "procedures/component", brain=brain, relation=relation, ids=[subject])
    ends = [tuple(sorted((subject, row["id"]))) for row in rows]
    return {(relation, pair): Pair(pair[0], relation, pair[1], one["recordedAt"]) for pair in ends}


async def _around(tx: Transaction, brain: str, one: Row) -> list[tuple[str, ...]]:
    """What hangs together with either end; two where no statement joins them any longer."""
    first = await _component(tx, brain, one["relation"], one["subjectId"])
    if one["objectId"] is None or one["objectId"] in first:
        return [first]
    return [first, await _component(tx, brain, one["relation"], one["objectId"])]


async def _component(tx: Transaction, brain: str, relation: str, end: str) -> tuple[str, ...]:
    ring = {end}
    known = set(ring)
    while ring:
        rows = await run(tx, "procedures/component", brain=brain, relation=relation, ids=sorted(ring))
        ring = {row["id"] for row in rows} - known
        known |= ring
    return tuple(sorted(known))


async def _settle(
    tx: Transaction, brain: str, pairs: Sequence[Pair], vectors: Mapping[str, Any], *, deferred: bool
) -> list[Row]:
    rows = [p.row() for p in pairs]
    return await run(tx, "procedures/settle", brain=brain, pairs=rows, vectors=dict(vectors), deferred=deferred)


async def _rounds(tx: Transaction, brain: str, refs: list[str]) -> None:
    for _ in range(MOST_ROUNDS):
        found = await run(tx, "procedures/cascade_round", brain=brain, refs=refs)
        if not found or not found[0]["changed"]:
            return
    raise DatabaseError("The evidence of these facts does not come to rest; please report this.")
