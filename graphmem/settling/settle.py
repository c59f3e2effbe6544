"""Settle: read the touched groups, derive their facts (`graphmem.truth`), write the difference, all in one transaction."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from graphmem.graph.transaction import Row, Transaction
from graphmem.settling.consequences import Reach, consequences
from graphmem.settling.fact_writer import FactWriter
from graphmem.settling.group_reader import GroupReader, KnownGroups, NewRows
from graphmem.settling.pair import Pair
from graphmem.settling.settle_result import Settled
from graphmem.truth.derive import Moments
from graphmem.truth.group import GroupRule


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
        known = reader.known()
        moments = Moments(known.statements, known.facts, _touched(known, pairs))
        differences = moments.differences()
        unsettled = {id_ for one in differences for id_ in one.unsettled}
        if not await reader.reach(await reader.dependents(unsettled)):
            break
    writer = FactWriter(tx, brain, vectors or {})
    changes = await writer.write(differences, reader.new.entities)
    reached = _reached(known, pairs, changes) if len(reader.down) > len({pair.triple for pair in pairs}) else {}
    lost = {one.said.id: one for some in moments.lost.values() for one in some}
    ties = tuple({"statementId": id_, "why": one.why} for id_, one in lost.items())
    waiting = frozenset(id_ for id_, one in lost.items() if one.why == "waiting")
    return Settled(tuple(changes), ties, reached, waiting)


def _touched(known: KnownGroups, pairs: Iterable[Pair]) -> dict[datetime, list[str]]:
    """Return the groups that were touched at each moment, in the order in which they were."""
    found: dict[datetime, list[str]] = defaultdict(list)
    for pair in pairs:
        found[pair.recorded_at] += sorted(known.groups.get(pair.triple, ()))
    return found


def _reached(known: KnownGroups, pairs: Iterable[Pair], changes: Sequence[Row]) -> dict[str, Reach]:
    touched = {group for groups in _touched(known, pairs).values() for group in groups}
    return consequences(changes, known.statements, {said.id for said in known.statements if said.group in touched})
