"""Settle: derive the periods of touched facts and of all that rests on them, inside the caller's transaction.

It runs the same `.cypher` files as `CALL graphmem.settle`; Python only loops them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from graphmem.errors import DatabaseError
from graphmem.graph.condition_cascade import ConditionCascade, Triple, has_conditions
from graphmem.graph.evidence_limits import EvidenceLimits
from graphmem.graph.settle_result import Settled
from graphmem.graph.transaction import Row, Transaction, run


class Entangled(Exception):
    """One episode's change affects facts of another episode in the same commit; the caller rolls back."""


MOST_ROUNDS = 100
"""Rounds of the cascade: as many as values alternate with their evidence. More than this is a defect."""


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


PORTION = 500
"""Pairs that one statement settles, where a call touches any number of them."""


async def settle_in_portions(tx: Transaction, brain: str, pairs: Sequence[Pair], portion: int = PORTION) -> Settled:
    """`settle` for any number of pairs with one system time, in statements of bounded size.

    The cascade comes after all of them: what rests on touched facts is derived when each of these is known.
    """
    ordered = sorted(pairs, key=lambda pair: (pair.relation, pair.subject_id, pair.object_id or ""))
    rows: list[Row] = []
    for start in range(0, len(ordered), portion):
        rows += await _settle(tx, brain, ordered[start : start + portion], {}, deferred=True, limits={})
    return (await settle_apart(tx, brain, [ordered], None, rows))[0]


async def settle_apart(
    tx: Transaction,
    brain: str,
    sets: Sequence[Sequence[Pair]],
    vectors: Mapping[str, Any] | None = None,
    rows: Sequence[Row] | None = None,
    floors: Sequence[datetime | None] = (),
) -> list[Settled]:
    """`settle` for several sets of pairs with different system times; the result has one entry a set.

    Args:
        rows: the rows of settle.cypher for the pairs, where another statement has settled them already.
        floors: of each set, the latest system time at which it was settled before in this transaction. The cascade reaches
            groups with statements of that time.

    Raises:
        Entangled: facts rest on changes of several sets, or one set changed what rests on another. Each change would need a
            version at its own time, and the version of the earlier time does not exist any more.
    """
    vectors = vectors or {}
    pairs = [pair for own in sets for pair in own]
    if rows is None:
        rows = await _settle(tx, brain, pairs, vectors, deferred=True, limits={}) if pairs else []
    if len(sets) == 1:
        floor = floors[0] if floors else None
        return [await _with_dependents(tx, brain, pairs, rows, frozenset(), vectors, floor)]
    times = [{pair.recorded_at for pair in own} for own in sets]
    of_each = [[row for row in rows if row["stamp"] in own] for own in times]
    if sum(any(row["held"] or row["dependents"] for row in some) for some in of_each) > 1:
        raise Entangled
    settled = []
    for pairs_of_it, own, some, floor in zip(sets, times, of_each, floors or [None] * len(sets), strict=True):
        others = frozenset((p.relation, end) for p in pairs if p.recorded_at not in own for end in p.ends)
        settled.append(await _with_dependents(tx, brain, pairs_of_it, some, others, vectors, floor))
    return settled


async def _with_dependents(
    tx: Transaction,
    brain: str,
    pairs: Sequence[Pair],
    rows: Sequence[Row],
    others: frozenset[tuple[str, str]],
    vectors: Mapping[str, Any],
    floor: datetime | None,
) -> Settled:
    """The changes of these pairs, with those of their components and of the facts that rest on them.

    Args:
        others: relation and end of every pair that other sets touched.
    """
    rows = [*rows, *await _opened(tx, brain, rows, vectors)]
    changes = [change for row in rows for change in row["changes"]]
    ties = [tie for row in rows if not row["held"] for tie in row["ties"]]
    if not any(row["held"] or row["dependents"] for row in rows):
        return Settled(tuple(changes), {}, tuple(ties))
    stamps = [pair.recorded_at for pair in pairs]
    cascade = _Cascade(tx, brain, vectors, max([*stamps, floor] if floor else stamps))
    more, lost = await cascade.run(rows)
    if any((fact["relation"], fact[end]) in others for fact in cascade.reached for end in ("subjectId", "objectId")):
        raise Entangled
    roots = [id_ for change in changes for id_ in (change["factId"], *change["statementIds"])]
    roots += [fact["id"] for row in rows for fact in row["resting"]]
    found, depths = (*changes, *more), cascade.limits.depths(roots)
    if (conditions := cascade.conditions) is None:
        return Settled(found, depths, (*ties, *lost))
    reached = conditions.reached(found, {*roots, *(row["factId"] for row in found if _is_of(row, pairs))})
    return Settled(found, depths, (*ties, *lost), reached, frozenset(conditions.waiting))


def _is_of(row: Row, pairs: Iterable[Pair]) -> bool:
    """Whether a fact is the value that a pair names; a pair of a withdrawn statement names a value without statements."""
    ends = {row["subjectId"], row["objectId"]}
    return any(pair.relation == row["relation"] and ends == {pair.subject_id, pair.object_id} for pair in pairs)


@dataclass
class _Cascade:
    """Settles the groups that were held back, and all groups with statements that rest on what changed.

    A group is derived without being written until it is known how long the evidence of its statements stands. That depends on
    periods of other groups, and these may depend on the group.
    """

    tx: Transaction
    brain: str
    vectors: Mapping[str, Any]
    stamp: datetime
    limits: EvidenceLimits = field(default_factory=EvidenceLimits)
    held: dict[tuple[Any, ...], Pair] = field(default_factory=dict)
    changes: list[Row] = field(default_factory=list)
    ties: list[Row] = field(default_factory=list)
    reached: list[Row] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    conditions: ConditionCascade | None = None
    """The groups that conditions connect, if any do."""

    async def run(self, rows: Sequence[Row]) -> tuple[list[Row], list[Row]]:
        """Return the changes and the lost ties of these groups. `rows`: of the groups that were touched."""
        await self._reach(rows)
        if has_conditions(self.rows) and await self._walk():
            return self.changes, self.ties
        await self._read_evidence()
        for _ in range(MOST_ROUNDS):
            if self.limits.solve():
                written = await self._settle(list(self.held.values()), deferred=False)
                self.changes += [change for row in written for change in row["changes"]]
                self.ties += [tie for row in written for tie in row["ties"]]
                return self.changes, self.ties
            self._keep(await self._settle(list(self.held.values()), deferred=True))
        raise DatabaseError("The evidence of these facts does not come to rest; please report this.")

    async def _walk(self) -> bool:
        """Settle the groups by their conditions. Return False if no condition is connected with them."""

        async def derive(triples: Sequence[Triple]) -> list[Row]:
            return await self._settle([Pair(*triple, self.stamp) for triple in triples], deferred=True)

        cascade = ConditionCascade(self.tx, self.brain, self.stamp, derive)
        if not await cascade.reach(self.rows):
            return False
        resting, unknown = cascade.evidence()
        outside = await self._evidence_outside(resting, unknown) if resting else {}
        limits, self.conditions = cascade.outcomes(outside), cascade
        groups = [cascade.rows[name]["held"] for name in sorted(cascade.written)]
        pairs = [
            Pair(g["subjectId"], g["relation"], g["objectId"], self.stamp, tuple(g["among"]) if g["among"] else None)
            for g in groups
        ]
        written = await _settle(self.tx, self.brain, pairs, self.vectors, deferred=False, limits=limits)
        self.reached += [pair.row() for pair in pairs]
        self.changes += [*cascade.changes, *(change for row in written for change in row["changes"])]
        self.ties += [*cascade.ties, *(tie for row in written for tie in row["ties"])]
        return True

    async def _reach(self, rows: Sequence[Row]) -> None:
        """Derive all groups that rest on what changed, over any number of steps."""
        known: set[tuple[str, str, str]] = set()
        while True:
            self._keep(rows)
            found = [row for group in rows for row in group["dependents"]]
            fresh = {(row["subjectId"], row["relation"], row["objectId"]): row for row in found}
            fresh = {key: row for key, row in fresh.items() if key not in known}
            if not fresh:
                return
            known |= fresh.keys()
            self.reached += fresh.values()
            pairs = [Pair(*key, self.stamp) for key in fresh]
            rows = await self._settle(pairs, deferred=True)
            self.changes += [change for row in rows for change in row["changes"]]
            self.ties += [tie for row in rows if not row["held"] for tie in row["ties"]]

    def _keep(self, rows: Sequence[Row]) -> None:
        for row in rows:
            if pair := row["held"]:
                among = tuple(pair["among"]) if pair["among"] else None
                key = (pair["subjectId"], pair["relation"], pair["objectId"], among)
                self.held[key] = Pair(*key[:3], self.stamp, among)
                self.limits.add(row["resting"])
                self.rows.append(row)

    async def _read_evidence(self) -> None:
        resting = [fact for fact in self.limits.rows.values() if fact["sets"]]
        if resting:
            self.limits.outside = await self._evidence_outside(resting, self.limits.unknown())

    async def _evidence_outside(self, resting: Sequence[Mapping[str, Any]], ids: Sequence[str]) -> dict[str, datetime]:
        given = {"resting": [_rest(row) for row in resting], "outside": list(ids)}
        found = await run(self.tx, "procedures/cascade_rest", brain=self.brain, stamp=self.stamp, **given)
        return {row["id"]: row["until"] for row in found}

    async def _settle(self, pairs: Sequence[Pair], *, deferred: bool) -> list[Row]:
        if not pairs:
            return []
        limits = {id_: limit.row() for id_, limit in self.limits.found.items()}
        rows = await _settle(self.tx, self.brain, pairs, self.vectors, deferred=deferred, limits=limits)
        if opened := [row["open"] for row in rows if row["open"]]:
            together = await _components(self.tx, self.brain, opened)
            rows += await _settle(self.tx, self.brain, together, self.vectors, deferred=deferred, limits=limits)
        return rows


def _rest(row: Mapping[str, Any]) -> Row:
    return {name: row[name] for name in ("id", "sets", "subjectId", "relation", "objectId")}


async def _opened(tx: Transaction, brain: str, rows: Sequence[Row], vectors: Mapping[str, Any]) -> list[Row]:
    """The rows of the groups of symmetric relations, which are settled as a whole."""
    if not (opened := [row["open"] for row in rows if row["open"]]):
        return []
    return await _settle(tx, brain, await _components(tx, brain, opened), vectors, deferred=True, limits={})


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
    tx: Transaction,
    brain: str,
    pairs: Sequence[Pair],
    vectors: Mapping[str, Any],
    *,
    deferred: bool,
    limits: Mapping[str, Row],
) -> list[Row]:
    given = {"pairs": [p.row() for p in pairs], "vectors": dict(vectors), "deferred": deferred, "limits": limits}
    return await run(tx, "procedures/settle", brain=brain, **given)
