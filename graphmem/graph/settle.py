"""Settle: derive the periods of touched facts and of all that rests on them, inside the caller's transaction.

It runs the same `.cypher` files as `CALL graphmem.settle`; Python only loops them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from graphmem.errors import DatabaseError
from graphmem.graph.settle_result import Settled
from graphmem.graph.transaction import Row, Transaction, run


class Entangled(Exception):
    """One episode's change affects facts of another episode in the same commit; the caller rolls back."""


MOST_ROUNDS = 10_000
"""Rounds of the cascade: as many as the evidence has levels. More than this is a defect."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A touched group. `recorded_at` is the system time of the change; `object_id` None means all values."""

    subject_id: str
    relation: str
    object_id: str | None
    recorded_at: datetime
    among: tuple[str, ...] | None = None
    """The connected component of a symmetric relation of one; `settle` finds it where it is needed."""

    @property
    def ends(self) -> tuple[str, ...]:
        """The ids of its ends, as far as they are known."""
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
    """Derive the periods of the touched groups, and of all facts that rest on them."""
    return (await settle_apart(tx, brain, [pairs], vectors))[0]


async def settle_apart(
    tx: Transaction,
    brain: str,
    sets: Sequence[Sequence[Pair]],
    vectors: Mapping[str, Any] | None = None,
    rows: Sequence[Row] | None = None,
) -> list[Settled]:
    """`settle` for several sets of pairs with different system times; the result has one entry a set.

    Args:
        rows: the rows of settle.cypher for the pairs, where another statement has settled them already.

    Raises:
        Entangled: facts rest on changes of several sets, or one set changed what rests on another. Each change would need a
            version at its own time, and the version of the earlier time does not exist any more.
    """
    vectors = vectors or {}
    pairs = [pair for own in sets for pair in own]
    if rows is None:
        rows = await _settle(tx, brain, pairs, vectors, deferred=True) if pairs else []
    if len(sets) == 1:
        return [await _with_dependents(tx, brain, pairs, rows, frozenset(), vectors)]
    times = [{pair.recorded_at for pair in own} for own in sets]
    of_each = [[row for row in rows if row["stamp"] in own] for own in times]
    if sum(any(row["resting"] or row["dependents"] for row in some) for some in of_each) > 1:
        raise Entangled
    settled = []
    for pairs_of_it, own, some in zip(sets, times, of_each, strict=True):
        others = frozenset((p.relation, end) for p in pairs if p.recorded_at not in own for end in p.ends)
        settled.append(await _with_dependents(tx, brain, pairs_of_it, some, others, vectors))
    return settled


async def _with_dependents(
    tx: Transaction,
    brain: str,
    pairs: Sequence[Pair],
    rows: Sequence[Row],
    others: frozenset[tuple[str, str]],
    vectors: Mapping[str, Any],
) -> Settled:
    """The changes of these pairs, with those of their components and of the facts that rest on them.

    Args:
        others: relation and end of every pair that other sets touched.
    """
    if opened := [row["open"] for row in rows if row["open"]]:
        together = await _components(tx, brain, opened)
        pairs = [*pairs, *together]
        rows = [*rows, *await _settle(tx, brain, together, vectors, deferred=True)]
    resting = [fact for row in rows for fact in row["resting"]]
    changes = [change for row in rows for change in row["changes"]]
    ties = tuple(tie for row in rows for tie in row["ties"])
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
        resting=[fact["factId"] for fact in resting],
    )
    await _rounds(tx, brain, [fact["factId"] for fact in fallen])
    if any((fact["relation"], fact[end]) in others for fact in fallen for end in ("subjectId", "objectId")):
        raise Entangled
    stamp = max(pair.recorded_at for pair in pairs)
    again = [Pair(fact["subjectId"], fact["relation"], fact["objectId"], stamp) for fact in fallen if fact["subjectId"]]
    changes += await _limited(tx, brain, again, vectors)
    return Settled(tuple(changes), {fact["factId"]: fact["depth"] for fact in fallen}, ties)


def _statements(changes: Sequence[Row]) -> list[str]:
    """The statement ids by which changed facts may be named as evidence; a fact's id is that of its first statement."""
    return list(dict.fromkeys(id_ for change in changes for id_ in (change["factId"], *change["statementIds"])))


async def _limited(tx: Transaction, brain: str, pairs: Sequence[Pair], vectors: Mapping[str, Any]) -> list[Row]:
    """Settle the facts that rest on evidence, now that their limits are known."""
    rows = await _settle(tx, brain, pairs, vectors, deferred=False)
    if opened := [row["open"] for row in rows if row["open"]]:
        rows += await _settle(tx, brain, await _components(tx, brain, opened), vectors, deferred=False)
    return [change for row in rows for change in row["changes"]]


async def _components(tx: Transaction, brain: str, opened: Sequence[Row]) -> list[Pair]:
    """One pair for a whole component of a symmetric relation of one; otherwise one pair for each two ends."""
    found: dict[tuple[str, tuple[str, ...]], Pair] = {}
    for group in opened:
        relation = group["relation"]
        if not group["one"]:
            found |= await _directions(tx, brain, group)
            continue
        for among in await _around(tx, brain, group):
            known = found.get((relation, among))
            stamp = max(group["recordedAt"], known.recorded_at) if known else group["recordedAt"]
            found[relation, among] = Pair(among[0], relation, among[-1], stamp, among)
    return list(found.values())


async def _directions(tx: Transaction, brain: str, group: Row) -> dict[tuple[str, tuple[str, ...]], Pair]:
    subject, relation = group["subjectId"], group["relation"]
    rows = await run(tx, "procedures/component", brain=brain, relation=relation, ids=[subject])
    ends = [tuple(sorted((subject, row["id"]))) for row in rows]
    return {(relation, pair): Pair(pair[0], relation, pair[1], group["recordedAt"]) for pair in ends}


async def _around(tx: Transaction, brain: str, group: Row) -> list[tuple[str, ...]]:
    """The components of both ends; two components where no statement joins them any more."""
    first = await _component(tx, brain, group["relation"], group["subjectId"])
    if group["objectId"] is None or group["objectId"] in first:
        return [first]
    return [first, await _component(tx, brain, group["relation"], group["objectId"])]


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
