# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""Entities: who and what is known, and what stands around them."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Body, Path, Query, Response

from graphmem.contract.changes import Merges, Unmerged
from graphmem.contract.records import Entity, EntityChange, EntityHistory, NewEntity

from ..answers import Answer
from ..deps import GraphWritable, Readable
from ..examples import CHANGES, ENTITIES
from ..idempotency import OnlyOnce
from ..problems import CONFLICT, NOT_FOUND, RESPONSES
from ..route import StrictRoute
from ..schemas import (
    EntitiesQuery,
    EntityFactsQuery,
    EntityHistoryQuery,
    EntityPage,
    EntityQuery,
    FactPage,
    MergeRequest,
    NeighbourList,
    NeighboursQuery,
    PathList,
    PathsQuery,
    UnmergeRequest,
)

router = APIRouter(
    prefix="/v1/brains/{brain}/entities", tags=["entities"], route_class=StrictRoute, responses=RESPONSES
)

Ref = Annotated[str, Path(description="Id, key, name or alias")]

_MADE: dict[int | str, dict[str, Any]] = {
    200: {"model": Entity, "description": "It was there already"},
    201: {"model": Entity, "description": "A new entity"},
}


@router.get("", summary="List entities", response_model=EntityPage)
async def list_entities(brain: Readable, asked: Annotated[EntitiesQuery, Query()]) -> EntityPage:
    """Newest recorded first; `query` finds by name or alias."""
    page = await brain.entities(**asked.model_dump())
    return EntityPage(entities=page.items, next_cursor=page.next_cursor)


@router.post("", summary="Make an entity", responses=_MADE, status_code=201, response_model=Entity)
async def post_entity(
    brain: GraphWritable, entity: Annotated[NewEntity, Body(openapi_examples=ENTITIES)], once: OnlyOnce
) -> Response:
    """Where it is there already, by external id or by type and name, that one; it takes up the names it had not."""

    async def make() -> Answer:
        made, known = await brain.ensure_entity(entity)
        return Answer.of(made, 200 if known else 201)

    return await once.answer(brain, make)


@router.post(":merge", summary="These are one", response_model=Merges, responses={**NOT_FOUND, **CONFLICT})
async def merge_entities(brain: GraphWritable, asked: MergeRequest, once: OnlyOnce) -> Response:
    """What is known of `from` is known of `into` from now on; they stay as tombstones. Each merge can be taken back."""

    async def merge() -> Answer:
        return Answer.of(await brain.merge(asked.into, asked.from_, dry_run=asked.dry_run))

    return await once.answer(brain, merge)


@router.post(
    "/{ref:path}:unmerge", summary="They are two", response_model=Unmerged, responses={**NOT_FOUND, **CONFLICT}
)
async def unmerge_entity(brain: GraphWritable, ref: Ref, asked: UnmergeRequest, once: OnlyOnce) -> Response:
    """Gives back what came from it, and what was learnt through its names since."""

    async def unmerge() -> Answer:
        return Answer.of(await brain.unmerge(ref, asked.merge_id, dry_run=asked.dry_run))

    return await once.answer(brain, unmerge)


@router.patch("/{ref:path}", summary="Change an entity", response_model=Entity, responses={**NOT_FOUND, **CONFLICT})
async def patch_entity(
    brain: GraphWritable, ref: Ref, change: Annotated[EntityChange, Body(openapi_examples=CHANGES)], once: OnlyOnce
) -> Response:
    """What is left out stays. The old name stays as an alias; a new name or type gives a new key."""

    async def alter() -> Answer:
        return Answer.of(await brain.change_entity(ref, change))

    return await once.answer(brain, alter)


@router.get("/{ref:path}/history", summary="An entity over time", response_model=EntityHistory, responses=NOT_FOUND)
async def get_entity_history(brain: Readable, ref: Ref, asked: Annotated[EntityHistoryQuery, Query()]) -> EntityHistory:
    """Every version of its facts, its names and its merges, newest recorded first."""
    return await brain.entity_history(ref, **asked.model_dump())


@router.get("/{ref:path}/paths", summary="Ways to another entity", response_model=PathList, responses=NOT_FOUND)
async def get_paths(brain: Readable, ref: Ref, asked: Annotated[PathsQuery, Query()]) -> PathList:
    """The shortest over the facts of that moment, never through values."""
    ways = await brain.path(ref, asked.to, hops=asked.hops, valid_at=asked.valid_at, known_at=asked.known_at)
    return PathList(paths=ways)


@router.get("/{ref:path}/facts", summary="Facts of an entity", response_model=FactPage, responses=NOT_FOUND)
async def get_entity_facts(brain: Readable, ref: Ref, asked: Annotated[EntityFactsQuery, Query()]) -> FactPage:
    """Facts in which it stands at either end, or in the sentence."""
    page = await brain.entity_facts(ref, **asked.model_dump())
    return FactPage(facts=page.items, next_cursor=page.next_cursor)


@router.get("/{ref:path}/neighbours", summary="What stands around", response_model=NeighbourList, responses=NOT_FOUND)
async def get_neighbours(brain: Readable, ref: Ref, asked: Annotated[NeighboursQuery, Query()]) -> NeighbourList:
    """Breadth-first over the facts of that moment, never through values."""
    page = await brain.neighbours_page(ref, **asked.model_dump())
    return NeighbourList(neighbours=page.items, next_cursor=page.next_cursor)


@router.get("/{ref:path}", summary="One entity", response_model=Entity, responses=NOT_FOUND)
async def get_entity(brain: Readable, ref: Ref, asked: Annotated[EntityQuery, Query()]) -> Entity:
    """By id, key, name or alias; by the names it had at `known_at`. `merged_into` says where it went."""
    return await brain.entity(ref, **asked.model_dump())
