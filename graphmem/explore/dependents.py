"""What rests on a fact and what waits for it, over any number of steps, as a graph."""

from __future__ import annotations

import asyncio

from graphmem.explore.explorer import Explorer
from graphmem.explore.fact_support import facts_by_ids
from graphmem.graph.store import Store
from graphmem.graph.transaction import Row
from graphmem_contract.history import Dependency, Dependents
from graphmem_contract.records import StatedCondition

MOST_FACTS = 1000
"""Facts of one graph. The step that passes this number is the last one."""


async def dependents(store: Store, brain: str, id_: str) -> Dependents:
    """Return the graph of what rests on a fact or waits for it. Raises NotFound."""
    root, (rows, truncated) = await asyncio.gather(Explorer(store, brain).fact(id_), dependent_rows(store, brain, id_))
    facts = {root.id: root} | await facts_by_ids(store, brain, {row["factId"] for row in rows} - {root.id})
    links = {(row["factId"], row["restsOn"], row["kind"]): row for row in reversed(rows)}
    known = [row for key, row in reversed(links.items()) if key[0] in facts and key[1] in facts]
    order = dict.fromkeys((root.id, *(row["factId"] for row in rows)))
    return Dependents(
        fact=root,
        nodes=tuple(facts[id_] for id_ in order if id_ in facts),
        edges=tuple(_dependency(row) for row in known),
        truncated=truncated,
    )


async def dependent_rows(store: Store, brain: str, id_: str, most: int = MOST_FACTS) -> tuple[list[Row], bool]:
    """Return the links of procedures/dependents, nearest first, each with its `depth`, and whether some were left out."""
    found: list[Row] = []
    known, ring, depth = {id_}, [id_], 0
    while ring and len(known) <= most:
        depth += 1
        rows = await store.read("procedures/dependents", brain=brain, facts=ring)
        found += ({**row, "depth": depth} for row in rows)
        ring = sorted({row["factId"] for row in rows} - known)
        known.update(ring)
    return found, bool(ring)


def _dependency(row: Row) -> Dependency:
    condition = StatedCondition(**row["condition"]) if row["condition"] else None
    return Dependency(
        dependent=row["factId"], ground=row["restsOn"], kind=row["kind"], depth=row["depth"], condition=condition
    )
