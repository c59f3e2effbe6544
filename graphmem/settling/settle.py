"""Settle: read the touched groups, derive their facts (`graphmem.truth`), write the difference, all in one transaction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from graphmem.graph.transaction import Row, Transaction
from graphmem.settling.consequences import Reach, consequences
from graphmem.settling.fact_writer import FactWriter
from graphmem.settling.group_reader import GroupReader, KnownGroups, NewRows
from graphmem.settling.pair import Pair
from graphmem.settling.settle_result import Settled
from graphmem.truth.component import parts_of
from graphmem.truth.derive import derive
from graphmem.truth.difference import Difference, StoredFact, difference
from graphmem.truth.group import GroupRule
from graphmem.truth.periods import Lost
from graphmem.truth.statement import Statement


async def settle(
    tx: Transaction,
    brain: str,
    pairs: Sequence[Pair],
    vectors: Mapping[str, Any] | None = None,
    *,
    rules: Mapping[str, GroupRule] | None = None,
    new: NewRows | None = None,
) -> Settled:
    """Derive the facts of the touched groups and of all that rests on them, and write what changed.

    Several moments of system time are derived one after the other, and each leaves its versions.

    Args:
        vectors: embeddings of the texts of new statements, by statement id. rules: of relations, as far as the caller knows them.
        new: what the present commit has made.
    """
    reader = GroupReader(tx, brain, dict(rules or {}), new or NewRows())
    await reader.reach(pair.triple for pair in pairs)
    while True:
        parts = _parts(reader.known(), pairs)
        unsettled = {id_ for part in parts for one in part.differences for id_ in one.unsettled}
        if not await reader.reach(await reader.dependents(unsettled)):
            break
    writer = FactWriter(tx, brain, vectors or {})
    changes = await writer.write([one for part in parts for one in part.differences], reader.new.entities)
    reached = _reached(parts, changes) if len(reader.down) > len({pair.triple for pair in pairs}) else {}
    lost = {one.said.id: one for part in parts for one in part.lost}
    ties = tuple({"statementId": id_, "why": one.why} for id_, one in lost.items())
    waiting = frozenset(id_ for id_, one in lost.items() if one.why == "waiting")
    return Settled(tuple(changes), ties, reached, waiting)


def _reached(parts: Sequence[_Part], changes: Sequence[Row]) -> dict[str, Reach]:
    statements = [said for part in parts for said in part.statements.values()]
    touched = {said.id for part in parts for said in part.statements.values() if said.group in part.touched}
    return consequences(changes, statements, touched)


@dataclass(slots=True)
class _Part:
    """Groups that conditions and evidence connect, derived at each moment at which one of them was touched."""

    statements: dict[str, Statement]
    facts: list[StoredFact] = field(default_factory=list)
    moments: set[datetime] = field(default_factory=set)
    touched: set[str] = field(default_factory=set)
    differences: list[Difference] = field(default_factory=list)
    lost: Sequence[Lost] = ()

    def settle(self) -> None:
        for step, at in enumerate(sorted(self.moments)):
            derivation = derive([said for said in self.statements.values() if said.is_known(at)])
            found = difference(self.facts, derivation, self.statements, at, step)
            self.differences.append(found)
            self.facts, self.lost = list(found.after), derivation.lost


def _parts(known: KnownGroups, pairs: Iterable[Pair]) -> list[_Part]:
    """Return the connected parts of what was read, each settled at its moments, in the order in which they were touched."""
    found: list[_Part] = []
    part_of: dict[str, _Part] = {}
    for members in parts_of(known.statements):
        part = _Part({said.id: said for said in members})
        found.append(part)
        part_of |= dict.fromkeys((said.group for said in members), part)
    for fact in known.facts:
        if fact.group not in part_of:
            part_of[fact.group] = _Part({})
            found.append(part_of[fact.group])
        part_of[fact.group].facts.append(fact)
    first: dict[int, int] = {}
    for n, pair in enumerate(pairs):
        for group in sorted(known.groups.get(pair.triple, ())):
            if reached := part_of.get(group):
                reached.touched.add(group)
                reached.moments.add(pair.recorded_at)
                first.setdefault(id(reached), n)
    for part in found:
        part.settle()
    return sorted(found, key=lambda part: first.get(id(part), len(first)))
