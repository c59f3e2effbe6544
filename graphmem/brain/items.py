"""Items: JSON values that are kept exactly, by path and key, beside what the brain remembers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from graphmem.curation.forget import forget
from graphmem.engine import BrainSubject
from graphmem.graph.transaction import Row
from graphmem.items.item_filter import check_filter
from graphmem.items.item_paths import path_text
from graphmem.items.item_screening import screen_items
from graphmem.items.read_items import ItemSearch, get_items, item_paths, search_items
from graphmem.items.write_items import (
    checked_items,
    checked_keys,
    delete_rows,
    embedded_rows,
    item_row,
    key_row,
    put_items,
)
from graphmem_contract.errors import Gone, InvalidInput, NotFound, RevisionConflict
from graphmem_contract.items import ItemKey, ItemOrder, ItemState, NewItem, StoredItem
from graphmem_contract.validation import check, check_choice

CLEARED_AT_ONCE = 500

TRIES = 5


class Items(BrainSubject):
    """The items of a brain (docs/items.md)."""

    __slots__ = ()

    async def put(self, items: Iterable[Mapping[str, Any] | NewItem]) -> tuple[ItemState, ...]:
        """Store items, all or none, in their order. An item that is there gets a new version.

        Args:
            items: each with `key` and `value`; `path`, `text`, `ttl_sec`, `if_version`, `episode_id` if wanted (`NewItem`).

        Raises:
            InvalidInput: one is not usable, or the policy about personal data does not take it. TooLarge: a value is too long.
            ConflictError: an item has another version than `if_version`. NotFound: there is no such episode.
        """
        rows = [item_row(item) for item in checked_items(items)]
        if not rows:
            return ()
        store, models = self.engine.store, self.engine.models
        sent = None
        for _ in range(TRIES):  # again where the policy has changed since the screening
            policies = await screen_items(store, self.engine.settings, self.brain, rows)
            sent = sent or await embedded_rows(models.embedder, rows)
            if (stored := await put_items(store, self.brain, sent, policies)) is not None:
                return stored
        raise RevisionConflict("The settings of the brain kept changing; send the request again.", retry_after=1.0)

    async def get(
        self, items: Iterable[Mapping[str, Any] | ItemKey], *, refresh: bool = True
    ) -> tuple[StoredItem | None, ...]:
        """The items at some places, in their order; None where there is none, or it has expired.

        Args:
            items: each with `path` and `key`. refresh: their time to live begins again.

        Raises:
            InvalidInput: a place is not usable.
        """
        return await get_items(self.engine.store, self.brain, checked_keys(items), refresh=refresh)

    async def search(
        self,
        path: Sequence[str] = (),
        *,
        query: str | None = None,
        filter: Mapping[str, Any] | None = None,
        order: ItemOrder = "updated",
        limit: int = 10,
        offset: int = 0,
        refresh: bool = True,
    ) -> tuple[StoredItem, ...]:
        """The items under a path: those most like a question first, else by their order.

        Args:
            query: a question; items without a text come last.
            filter: fields that a value has: `{"kind": "note", "stars": {"$gte": 3}}`; $eq, $ne, $gt, $gte, $lt, $lte.
            order: without a question: the latest version first, or by the first version.
            refresh: the time to live of the returned items begins again.

        Raises:
            InvalidInput: an argument is not usable.
        """
        check_choice(order, ItemOrder, "order")
        check({"path": list(path), "query": query, "filter": dict(filter or {})}, "", deepest=20, whole="filter")
        if not 1 <= limit <= 1000 or offset < 0:
            raise InvalidInput("limit is 1 to 1000, and offset is not negative.", field="limit")
        check_filter(filter or {})
        asked = ItemSearch(path, query, filter or {}, order, limit, offset)
        embedder = self.engine.models.embedder
        return await search_items(self.engine.store, embedder, self.brain, asked, refresh=refresh)

    async def delete(self, items: Iterable[Mapping[str, Any] | ItemKey], *, forget: bool = False) -> int:
        """Delete the items at some places; return how many there were.

        Args:
            items: each with `path` and `key`. forget: forget the episodes too that they are remembered as.

        Raises:
            InvalidInput: a place is not usable. RevisionConflict: others kept writing to them.
        """
        rows = [key_row(key) for key in checked_keys(items)]
        return await self._delete(rows, forget) if rows else 0

    async def clear(self, path: Sequence[str], *, forget: bool = False) -> int:
        """Delete all items under a path; return how many there were. An empty path is the whole brain.

        Args:
            forget: forget the episodes too that they are remembered as.

        Raises:
            InvalidInput: the path is not usable. RevisionConflict: others kept writing to them.
        """
        check(list(path), "path", deepest=1, whole="path")
        deleted, prefix = 0, path_text(path)
        while rows := await self.engine.store.read(
            "items/page_of_keys", brain=self.brain, prefix=prefix, limit=CLEARED_AT_ONCE
        ):
            deleted += await self._delete(rows, forget)
        return deleted

    async def paths(
        self, prefix: Sequence[str] = (), *, suffix: Sequence[str] = (), max_depth: int | None = None
    ) -> tuple[tuple[str, ...], ...]:
        """The paths that have items, sorted.

        Args:
            prefix, suffix: labels that a path begins and ends with; `*` is any label. max_depth: cut the paths to so many labels.

        Raises:
            InvalidInput: an argument is not usable.
        """
        check([list(prefix), list(suffix)], "", deepest=2, whole="prefix")
        if max_depth is not None and max_depth < 1:
            raise InvalidInput("max_depth is at least 1.", field="max_depth")
        store = self.engine.store
        return tuple(await item_paths(store, self.brain, prefix=prefix, suffix=suffix, max_depth=max_depth))

    async def _delete(self, rows: Sequence[Row], also_forget: bool) -> int:
        """Delete items. An episode that another writer adds after the forgetting is forgotten in the next try."""
        store, embedder, deleted = self.engine.store, self.engine.models.embedder, 0
        for _ in range(TRIES):
            if also_forget:
                for row in await store.read("items/remembered_as", brain=self.brain, items=list(rows)):
                    with suppress(Gone, NotFound):  # another caller was faster
                        await forget(store, embedder, self.brain, "episode", row["id"])
            gone, kept = await delete_rows(store, self.brain, rows, forgotten=also_forget)
            deleted += gone
            if not kept:
                return deleted
        raise RevisionConflict("Other writers kept adding to these items; send the request again.", retry_after=1.0)
