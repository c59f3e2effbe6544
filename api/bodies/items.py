# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""Bodies and answers about items."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from graphmem_contract.items import ItemKey, ItemOrder, ItemPath, NewItem
from graphmem_contract.records import Record

from ..schemas import Limit

FORGET = "Forget the episodes too that the items are remembered as"


class PutItemsRequest(Record):
    """Items to be stored, all or none."""

    items: tuple[NewItem, ...] = Field(max_length=1000)


class GetItemsRequest(Record):
    """Places of items."""

    items: tuple[ItemKey, ...] = Field(max_length=1000)
    refresh: bool = Field(True, description="Their time to live begins again")


class SearchItemsRequest(Record):
    """What is asked about the items under a path."""

    path: ItemPath = Field((), description="The items under this path; empty = all")
    query: str | None = Field(None, max_length=10_000, description="The most alike first; those without a text last")
    filter: dict[str, Any] = Field({}, description='Fields that a value has: `{"kind": "note", "stars": {"$gte": 3}}`')
    order: ItemOrder = Field("updated", description="Without a question: latest version first, or by the first version")
    limit: Limit = 10
    offset: int = Field(0, ge=0, le=1_000_000)
    refresh: bool = Field(True, description="The time to live of the returned items begins again")


class DeleteItemsRequest(Record):
    """Places of items to be deleted."""

    items: tuple[ItemKey, ...] = Field(max_length=1000)
    forget: bool = Field(False, description=FORGET)


class ClearItemsRequest(Record):
    """A path whose items are deleted."""

    path: ItemPath = Field(description="The items under this path; empty = all of the brain")
    forget: bool = Field(False, description=FORGET)


class ItemPathsRequest(Record):
    """Which paths are listed."""

    prefix: ItemPath = Field((), description="Labels that a path begins with; `*` is any label")
    suffix: ItemPath = Field((), description="Labels that a path ends with; `*` is any label")
    max_depth: int | None = Field(None, ge=1, description="Cut the paths to so many labels")
