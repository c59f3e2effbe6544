# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""Items: JSON values that are kept exactly, by path and key."""

from __future__ import annotations

from fastapi import APIRouter, Response

from graphmem_contract.service import DeletedItems, ItemList, ItemPathList, ItemsByKey, ItemStates

from ..answers import Answer, answer
from ..bodies.items import (
    ClearItemsRequest,
    DeleteItemsRequest,
    GetItemsRequest,
    ItemPathsRequest,
    PutItemsRequest,
    SearchItemsRequest,
)
from ..deps import AnyCaller, Readable, Writable
from ..idempotency import OnlyOnce
from ..problems import CONFLICT, NOT_FOUND, RESPONSES
from ..route import StrictRoute

router = APIRouter(prefix="/v1/brains/{brain}", route_class=StrictRoute, responses=RESPONSES)


@router.put(
    "/items",
    operation_id="putItems",
    summary="Store items",
    response_model=ItemStates,
    responses={**NOT_FOUND, **CONFLICT},
)
async def put_items(brain: Writable, asked: PutItemsRequest, once: OnlyOnce) -> Response:
    """Stores JSON values by path and key, all or none. Each comes back exactly. One that is there gets a new version."""

    async def put() -> Answer:
        return Answer.of(ItemStates(items=await brain.items.put(asked.items)))

    return await once.answer(brain, put)


@router.post("/items:get", operation_id="getItems", summary="Items by path and key", response_model=ItemsByKey)
async def get_items(brain: Readable, asked: GetItemsRequest) -> Response:
    """Returns the items at some places, in their order; null where there is none, or it has expired."""
    return answer(ItemsByKey(items=await brain.items.get(asked.items, refresh=asked.refresh)))


@router.post("/items:search", operation_id="searchItems", summary="Search items", response_model=ItemList)
async def search_items(brain: Readable, asked: SearchItemsRequest) -> Response:
    """Returns the items under a path that pass a filter: those most like a question first, else by their order."""
    options = asked.model_dump()
    return answer(ItemList(items=await brain.items.search(options.pop("path"), **options)))


@router.post("/items:paths", operation_id="listItemPaths", summary="Paths of items", response_model=ItemPathList)
async def list_item_paths(brain: Readable, asked: ItemPathsRequest) -> ItemPathList:
    """Returns the paths that have items, sorted."""
    return ItemPathList(paths=await brain.items.paths(asked.prefix, suffix=asked.suffix, max_depth=asked.max_depth))


@router.post("/items:delete", operation_id="deleteItems", summary="Delete items", response_model=DeletedItems)
async def delete_items(brain: Writable, asked: DeleteItemsRequest, once: OnlyOnce, caller: AnyCaller) -> Response:
    """Deletes the items at some places. To forget what was learnt from them too, the key needs `graph:write`."""
    if asked.forget:
        caller.check("graph:write", brain.name)

    async def delete() -> Answer:
        return Answer.of(DeletedItems(deleted=await brain.items.delete(asked.items, forget=asked.forget)))

    return await once.answer(brain, delete)


@router.post("/items:clear", operation_id="clearItems", summary="Delete a path", response_model=DeletedItems)
async def clear_items(brain: Writable, asked: ClearItemsRequest, once: OnlyOnce, caller: AnyCaller) -> Response:
    """Deletes all items under a path. To forget what was learnt from them too, the key needs `graph:write`."""
    if asked.forget:
        caller.check("graph:write", brain.name)

    async def clear() -> Answer:
        return Answer.of(DeletedItems(deleted=await brain.items.clear(asked.path, forget=asked.forget)))

    return await once.answer(brain, clear)
