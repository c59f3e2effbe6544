"""Read and search items."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any

from graphmem.graph.store import Store
from graphmem.graph.transaction import Row
from graphmem.graph.vectors.bolt import bolt
from graphmem.items.item_filter import fits
from graphmem.items.item_paths import ANY, begins_with, ends_with, path_labels, path_text
from graphmem.items.write_items import key_row
from graphmem.models.ports import Embedder
from graphmem_contract.items import ItemKey, ItemOrder, StoredItem

PAGE = 200
"""Items that one statement reads while a filter is applied."""


@dataclass(frozen=True, slots=True)
class ItemSearch:
    """What is asked about the items under a path."""

    path: Sequence[str] = ()
    query: str | None = None
    filter: Mapping[str, Any] = field(default_factory=dict)
    order: ItemOrder = "updated"
    limit: int = 10
    offset: int = 0


async def get_items(
    store: Store, brain: str, keys: Sequence[ItemKey], *, refresh: bool
) -> tuple[StoredItem | None, ...]:
    """Return the items at some places, in their order; None where there is none.

    Args:
        refresh: their time to live begins again.
    """
    rows = await store.read("items/get", brain=brain, items=[key_row(key) for key in keys]) if keys else []
    found = {row["i"]: row for row in rows}
    items = await _used(store, brain, list(found.values()), refresh=refresh)
    by_place = dict(zip(found, items, strict=True))
    return tuple(by_place.get(i) for i in range(len(keys)))


async def search_items(
    store: Store, embedder: Embedder, brain: str, asked: ItemSearch, *, refresh: bool
) -> tuple[StoredItem, ...]:
    """Return the items under a path that pass the filter, by their order or by how alike they are to the question."""
    vector = bolt((await embedder.embed([asked.query]))[0]) if asked.query else None
    found: list[Row] = []
    async with aclosing(_candidates(store, brain, asked, vector)) as rows:
        async for row in rows:
            found.append(row)
            if len(found) == asked.offset + asked.limit:
                break
    return await _used(store, brain, found[asked.offset :], refresh=refresh)


async def _candidates(store: Store, brain: str, asked: ItemSearch, vector: Any) -> AsyncGenerator[Row, None]:
    """Yield the rows that pass the filter, page by page."""
    size, skip = PAGE if asked.filter else asked.offset + asked.limit, 0
    prefix = path_text(asked.path)
    while True:
        page: dict[str, Any] = {"brain": brain, "prefix": prefix, "skip": skip, "limit": size}
        if vector is None:
            rows = await store.read("items/list", **page, order=asked.order)
        else:
            rows = await store.read("items/search", **page, vector=vector)
        for row in rows:
            if not asked.filter or fits(json.loads(row["value"]), asked.filter):
                yield row
        if len(rows) < size:
            return
        skip += size


async def _used(store: Store, brain: str, rows: Sequence[Row], *, refresh: bool) -> tuple[StoredItem, ...]:
    ids = [row["id"] for row in rows if row["ttl_sec"] is not None] if refresh else []
    until = (
        {row["id"]: row["expires_at"] for row in await store.write("items/refresh", brain=brain, ids=ids)}
        if ids
        else {}
    )
    return tuple(_item(row, until.get(row["id"], row["expires_at"])) for row in rows)


def _item(row: Row, expires_at: Any) -> StoredItem:
    fields = {key: row[key] for key in ("key", "version", "created_at", "updated_at", "ttl_sec", "score")}
    value = json.loads(row["value"])
    return StoredItem(path=path_labels(row["path"]), value=value, expires_at=expires_at, **fields)


async def item_paths(
    store: Store, brain: str, *, prefix: Sequence[str], suffix: Sequence[str], max_depth: int | None
) -> list[tuple[str, ...]]:
    """Return the paths that have items and begin and end with some labels, sorted, cut to a depth."""
    known = list(prefix[: prefix.index(ANY)]) if ANY in prefix else list(prefix)
    rows = await store.read("items/paths", brain=brain, prefix=path_text(known))
    paths = (path_labels(row["path"]) for row in rows)
    fitting = (path for path in paths if begins_with(path, prefix) and ends_with(path, suffix))
    return sorted({path if max_depth is None else path[:max_depth] for path in fitting})
