"""What a fact rests on, and what rests on it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from datetime import UTC, datetime

from graphmem.explore.explorer import Explorer
from graphmem.graph.row_mapping import fact_of
from graphmem.graph.store import Store
from graphmem_contract.history import FactSupport
from graphmem_contract.records import Fact

MOST_DEPENDENTS = 200


async def facts_by_ids(store: Store, brain: str, ids: Iterable[str]) -> dict[str, Fact]:
    """Return facts by their ids, as they are now, wait or were last believed. An unknown id is left out."""
    wanted = sorted(set(ids))
    rows = await store.read("explore/fact", brain=brain, ids=wanted) if wanted else []
    known = {row["row"]["factId"]: row["row"] for row in rows if row["row"].get("factId") is not None}
    if gone := [id_ for id_ in wanted if id_ not in known or known[id_]["expiredAt"] is not None]:
        waiting = await store.read("explore/waiting_facts", brain=brain, ids=gone)
        known |= {row["row"]["factId"]: row["row"] for row in waiting}
    now = datetime.now(UTC)
    return {id_: fact_of(row, now) for id_, row in known.items()}


async def fact_support(store: Store, brain: str, id_: str) -> FactSupport:
    """Return the evidence of a fact and the first 200 facts that rest on it. Raises NotFound."""
    fact = await Explorer(store, brain).fact(id_)
    known, rows = await asyncio.gather(
        facts_by_ids(store, brain, (one for facts in fact.evidence for one in facts)),
        store.read("explore/dependents", brain=brain, id=id_, limit=MOST_DEPENDENTS),
    )
    now = datetime.now(UTC)
    return FactSupport(
        fact=fact,
        evidence=tuple(tuple(known[one] for one in facts if one in known) for facts in fact.evidence),
        dependents=tuple(fact_of(row["row"], now) for row in rows),
    )
