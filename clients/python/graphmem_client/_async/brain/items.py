"""Items: JSON values that are kept exactly, by path and key, beside what the brain remembers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from graphmem_client._async.brain.subject import BrainSubject, R
from graphmem_client.calls import Again, Call, json_bytes
from graphmem_client.given import given
from graphmem_contract.items import ItemKey, ItemOrder, ItemState, NewItem, StoredItem, exact_json
from graphmem_contract.service import DeletedItems, ItemList, ItemPathList, ItemsByKey, ItemStates


class Items(BrainSubject):
    """The items of a brain."""

    __slots__ = ()

    async def put(self, items: Iterable[Mapping[str, Any] | NewItem]) -> tuple[ItemState, ...]:
        """Store items, all or none, in their order. An item that is there gets a new version.

        Args:
            items: each with `key` and `value`; `path`, `text`, `ttl_sec`, `if_version`, `episode_id` if wanted (`NewItem`).

        Raises:
            InvalidInput: one is not usable, or the policy about personal data does not take it. TooLarge: a value is too long.
            ConflictError: an item has another version than `if_version`. NotFound: there is no such episode.
        """
        checked = [item if isinstance(item, NewItem) else given(NewItem, item) for item in items]
        for item in checked:
            exact_json(item.value)
        sent = json_bytes({"items": [item.model_dump(exclude_unset=True) for item in checked]}, "items")
        return (await self._write("putItems", "/items", sent, method="PUT")).record(ItemStates).items

    async def get(
        self, items: Iterable[Mapping[str, Any] | ItemKey], *, refresh: bool = True
    ) -> tuple[StoredItem | None, ...]:
        """The items at some places, in their order; None where there is none, or it has expired.

        Args:
            items: each with `path` and `key`. refresh: their time to live begins again.

        Raises:
            InvalidInput: a place is not usable.
        """
        return (await self._ask("getItems", "get", ItemsByKey, items=_places(items), refresh=refresh)).items

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
        asked = {
            "path": path, "query": query, "filter": dict(filter or {}), "order": order, "limit": limit, "offset": offset,
        }  # fmt: skip
        return (await self._ask("searchItems", "search", ItemList, **asked, refresh=refresh)).items

    async def delete(self, items: Iterable[Mapping[str, Any] | ItemKey], *, forget: bool = False) -> int:
        """Delete the items at some places; return how many there were.

        Args:
            items: each with `path` and `key`. forget: forget the episodes too that they are remembered as.

        Raises:
            InvalidInput: a place is not usable. RevisionConflict: others kept writing to them.
        """
        sent = json_bytes({"items": _places(items), "forget": forget})
        return (await self._write("deleteItems", "/items:delete", sent)).record(DeletedItems).deleted

    async def clear(self, path: Sequence[str], *, forget: bool = False) -> int:
        """Delete all items under a path; return how many there were. An empty path is the whole brain.

        Args:
            forget: forget the episodes too that they are remembered as.

        Raises:
            InvalidInput: the path is not usable. RevisionConflict: others kept writing to them.
        """
        sent = json_bytes({"path": path, "forget": forget})
        return (await self._write("clearItems", "/items:clear", sent)).record(DeletedItems).deleted

    async def paths(
        self, prefix: Sequence[str] = (), *, suffix: Sequence[str] = (), max_depth: int | None = None
    ) -> tuple[tuple[str, ...], ...]:
        """The paths that have items, sorted.

        Args:
            prefix, suffix: labels that a path begins and ends with; `*` is any label. max_depth: cut the paths to so many labels.

        Raises:
            InvalidInput: an argument is not usable.
        """
        asked = {"prefix": prefix, "suffix": suffix, "max_depth": max_depth}
        return (await self._ask("listItemPaths", "paths", ItemPathList, **asked)).paths

    async def _ask(self, operation: str, verb: str, kind: type[R], **asked: Any) -> R:
        """Read with a body."""
        call = Call(operation, "POST", self._at(f"/items:{verb}"), Again.SAFE, content=json_bytes(asked))
        return (await self._service.reply(call)).record(kind)


def _places(items: Iterable[Mapping[str, Any] | ItemKey]) -> list[dict[str, Any]]:
    return [(item if isinstance(item, ItemKey) else given(ItemKey, item)).model_dump() for item in items]
