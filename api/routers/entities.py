# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""Entities: who and what is known, and what stands around them."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query

from graphmem.records import Entity

from ..deps import Readable
from ..problems import NOT_FOUND, RESPONSES
from ..route import StrictRoute
from ..schemas import EntitiesQuery, EntityFactsQuery, EntityPage, FactPage, NeighbourList, NeighboursQuery

router = APIRouter(
    prefix="/v1/brains/{brain}/entities", tags=["entities"], route_class=StrictRoute, responses=RESPONSES
)

Ref = Annotated[str, Path(description="Id, key, name or alias")]


@router.get("", summary="List entities", response_model=EntityPage)
async def list_entities(brain: Readable, asked: Annotated[EntitiesQuery, Query()]) -> EntityPage:
    """Newest recorded first; `query` finds by name or alias."""
    page = await brain.entities(**asked.model_dump())
    return EntityPage(entities=page.items, next_cursor=page.next_cursor)


@router.get("/{ref:path}/facts", summary="Facts of an entity", response_model=FactPage, responses=NOT_FOUND)
async def get_entity_facts(brain: Readable, ref: Ref, asked: Annotated[EntityFactsQuery, Query()]) -> FactPage:
    """Facts in which it stands at either end, or in the sentence."""
    page = await brain.entity_facts(ref, **asked.model_dump())
    return FactPage(facts=page.items, next_cursor=page.next_cursor)


@router.get("/{ref:path}/neighbours", summary="What stands around", response_model=NeighbourList, responses=NOT_FOUND)
async def get_neighbours(brain: Readable, ref: Ref, asked: Annotated[NeighboursQuery, Query()]) -> NeighbourList:
    """Breadth-first over the facts of that moment, never through values."""
    return NeighbourList(neighbours=await brain.neighbours(ref, **asked.model_dump()))


@router.get("/{ref:path}", summary="One entity", response_model=Entity, responses=NOT_FOUND)
async def get_entity(brain: Readable, ref: Ref) -> Entity:
    """By id, key, name or alias."""
    return await brain.entity(ref)
