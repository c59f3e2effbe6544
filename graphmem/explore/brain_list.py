"""The list of brains of a graph."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from graphmem.graph.pagination import checked_limit, page_by
from graphmem.graph.store import Store
from graphmem_contract.brains import BrainSummary
from graphmem_contract.errors import NotFound
from graphmem_contract.pagination import Page


async def list_brains(
    store: Store, names: Collection[str] | None, *, query: str | None, limit: int, cursor: str | None
) -> Page[BrainSummary]:
    """Return brains, sorted by name. Raises InvalidInput: limit is not 1 to 1000.

    Args:
        names: only these; None = all brains of the graph.
        query: part of the name, in any case.
        cursor: the last name of the previous page.
    """
    page = {"after": cursor or "", "query": (query or "").strip().lower(), "limit": checked_limit(limit) + 1}
    if names is None:
        rows = await store.read("api/brains", **page)
    else:
        rows = await store.read("access/brains_of_key", brains=sorted(names), **page)
    return page_by("name", [_summary(row) for row in rows], limit)


async def read_brain(store: Store, brain: str) -> BrainSummary:
    """Return one brain. Raises NotFound: nothing was ever written to it."""
    rows = await store.read("api/brain", brain=brain)
    if not rows:
        raise NotFound(f"There is no brain {brain}; it is made by its first write.")
    return _summary({name: value for name, value in rows[0].items() if name != "settings"})


def _summary(row: dict[str, Any]) -> BrainSummary:
    last = row["last_recorded_at"]
    return BrainSummary(**{**row, "last_recorded_at": last if last.year > 1 else None})
