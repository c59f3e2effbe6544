# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""Entities: list, read, create, change, merge, split; their facts, neighbours, paths and history."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Body, Path, Query, Response

from graphmem_contract.changes import EntityChange, Merges, NewEntity, Split, Unmerged
from graphmem_contract.history import EntityHistory
from graphmem_contract.records import Entity
from graphmem_contract.service import EntityPage, FactPage, NeighbourList, PathList, SimilarEntities

from ..answers import Answer
from ..deps import AnyCaller, GraphWritable, Readable, check_readable
from ..examples import CHANGES, ENTITIES
from ..idempotency import OnlyOnce
from ..problems import CONFLICT, NOT_FOUND, RESPONSES
from ..route import StrictRoute
from ..schemas import (
    EntitiesQuery,
    EntityFactsQuery,
    EntityHistoryQuery,
    EntityQuery,
    MergeRequest,
    NeighboursQuery,
    PathsQuery,
    SimilarQuery,
    SplitRequest,
    UnmergeRequest,
)

router = APIRouter(prefix="/v1/brains/{brain}/entities", route_class=StrictRoute, responses=RESPONSES)

Ref = Annotated[str, Path(description="Id, key, name or alias")]

_MADE: dict[int | str, dict[str, Any]] = {
    200: {"model": Entity, "description": "It existed already"},
    201: {"model": Entity, "description": "A new entity"},
}


@router.get("", operation_id="listEntities", summary="List entities", response_model=EntityPage)
async def list_entities(brain: Readable, asked: Annotated[EntitiesQuery, Query()]) -> EntityPage:
    """Most recently recorded first; `query` searches names and aliases."""
    page = await brain.entities.list(**asked.model_dump())
    return EntityPage(entities=page.items, next_cursor=page.next_cursor)


@router.post(
    "", operation_id="addEntity", summary="Create an entity", responses=_MADE, status_code=201, response_model=Entity
)
async def post_entity(
    brain: GraphWritable, entity: Annotated[NewEntity, Body(openapi_examples=ENTITIES)], once: OnlyOnce
) -> Response:
    """If an entity with this external id, or with this type and name, exists, returns it and adds the names it did not have."""

    async def make() -> Answer:
        stored, known = await brain.entities.ensure(entity)
        return Answer.of(stored, 200 if known else 201)

    return await once.answer(brain, make)


@router.post(
    ":merge",
    operation_id="mergeEntities",
    summary="Merge entities",
    response_model=Merges,
    responses={**NOT_FOUND, **CONFLICT},
)
async def merge_entities(brain: GraphWritable, asked: MergeRequest, once: OnlyOnce, caller: AnyCaller) -> Response:
    """Moves all facts of `from` to `into`. The entities in `from` stay as tombstones. Each merge can be taken back."""
    if asked.dry_run:
        check_readable(brain, caller)

    async def merge() -> Answer:
        return Answer.of(await brain.entities.merge(asked.into, asked.from_, dry_run=asked.dry_run))

    return await once.answer(brain, merge)


@router.post(
    "/{ref:path}:unmerge",
    operation_id="unmergeEntity",
    summary="Take a merge back",
    response_model=Unmerged,
    responses={**NOT_FOUND, **CONFLICT},
)
async def unmerge_entity(
    brain: GraphWritable, ref: Ref, asked: UnmergeRequest, once: OnlyOnce, caller: AnyCaller
) -> Response:
    """Returns to the entity the facts that came from it, and the facts learnt through its names since the merge."""
    if asked.dry_run:
        check_readable(brain, caller)

    async def unmerge() -> Answer:
        return Answer.of(await brain.entities.unmerge(ref, asked.merge_id, dry_run=asked.dry_run))

    return await once.answer(brain, unmerge)


@router.post(
    "/{ref:path}:split",
    operation_id="splitEntity",
    summary="Take an entity apart",
    response_model=Split,
    responses={**NOT_FOUND, **CONFLICT},
)
async def split_entity(
    brain: GraphWritable, ref: Ref, asked: SplitRequest, once: OnlyOnce, caller: AnyCaller
) -> Response:
    """Moves what the episodes and facts say to a new entity, with the names that only they use. A merge of the two undoes it."""
    if asked.dry_run:
        check_readable(brain, caller)

    async def split() -> Answer:
        return Answer.of(await brain.entities.split(ref, **asked.model_dump()))

    return await once.answer(brain, split)


@router.patch(
    "/{ref:path}",
    operation_id="changeEntity",
    summary="Change an entity",
    response_model=Entity,
    responses={**NOT_FOUND, **CONFLICT},
)
async def patch_entity(
    brain: GraphWritable, ref: Ref, change: Annotated[EntityChange, Body(openapi_examples=CHANGES)], once: OnlyOnce
) -> Response:
    """Fields that are left out stay. The old name stays as an alias. A new name or type gives the entity a new key."""

    async def alter() -> Answer:
        return Answer.of(await brain.entities.change(ref, change))

    return await once.answer(brain, alter)


@router.get(
    "/{ref:path}/history",
    operation_id="getEntityHistory",
    summary="History of an entity",
    response_model=EntityHistory,
    responses=NOT_FOUND,
)
async def get_entity_history(brain: Readable, ref: Ref, asked: Annotated[EntityHistoryQuery, Query()]) -> EntityHistory:
    """Every version of its facts, its names and its merges, most recently recorded first."""
    return await brain.entities.history(ref, **asked.model_dump())


@router.get(
    "/{ref:path}/similar",
    operation_id="listSimilarEntities",
    summary="Entities that may be the same",
    response_model=SimilarEntities,
    responses=NOT_FOUND,
)
async def get_similar(brain: Readable, ref: Ref, asked: Annotated[SimilarQuery, Query()]) -> SimilarEntities:
    """Candidates for a merge, scored by the names of both. None of them is merged."""
    return SimilarEntities(similar=await brain.entities.similar(ref, limit=asked.limit))


@router.get(
    "/{ref:path}/paths",
    operation_id="findPaths",
    summary="Paths to another entity",
    response_model=PathList,
    responses=NOT_FOUND,
)
async def get_paths(brain: Readable, ref: Ref, asked: Annotated[PathsQuery, Query()]) -> PathList:
    """The shortest paths over the facts of that time, never through values."""
    paths = await brain.graph.path(ref, asked.to, **asked.model_dump(exclude={"to"}))
    return PathList(paths=paths)


@router.get(
    "/{ref:path}/facts",
    operation_id="listEntityFacts",
    summary="Facts of an entity",
    response_model=FactPage,
    responses=NOT_FOUND,
)
async def get_entity_facts(brain: Readable, ref: Ref, asked: Annotated[EntityFactsQuery, Query()]) -> FactPage:
    """Facts with the entity as subject or object, or named in the sentence."""
    page = await brain.entities.facts(ref, **asked.model_dump())
    return FactPage(facts=page.items, next_cursor=page.next_cursor)


@router.get(
    "/{ref:path}/neighbours",
    operation_id="listNeighbours",
    summary="Neighbours of an entity",
    response_model=NeighbourList,
    responses=NOT_FOUND,
)
async def get_neighbours(brain: Readable, ref: Ref, asked: Annotated[NeighboursQuery, Query()]) -> NeighbourList:
    """Breadth-first search over the facts of that time, never through values."""
    page = await brain.graph.neighbours_page(ref, **asked.model_dump())
    return NeighbourList(neighbours=page.items, next_cursor=page.next_cursor)


@router.get("/{ref:path}", operation_id="getEntity", summary="One entity", response_model=Entity, responses=NOT_FOUND)
async def get_entity(brain: Readable, ref: Ref, asked: Annotated[EntityQuery, Query()]) -> Entity:
    """By id, key, name or alias, with the names it had at `known_at`. `merged_into` is the entity that it was merged into."""
    return await brain.entities.get(ref, **asked.model_dump())
