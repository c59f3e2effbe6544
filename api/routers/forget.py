# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""Forgetting: removal from both timelines, the indexes and every copy."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from graphmem.contract.changes import Forgotten

from ..deps import AnyCaller, Governed, GraphWritable, check_readable
from ..problems import GONE, NOT_FOUND, RESPONSES
from ..route import StrictRoute
from ..schemas import DryRunQuery

router = APIRouter(prefix="/v1/brains/{brain}", tags=["forget"], route_class=StrictRoute, responses=RESPONSES)
Asked = Annotated[DryRunQuery, Query()]


@router.delete(
    "/episodes/{id}",
    operation_id="forgetEpisode",
    summary="Forget an episode",
    response_model=Forgotten,
    responses={**NOT_FOUND, **GONE},
)
async def forget_episode(brain: GraphWritable, id: str, asked: Asked, caller: AnyCaller) -> Forgotten:
    """Removes an episode and its statements. Facts that it had ended are open again. Its id and its key answer 410 afterwards."""
    if asked.dry_run:
        check_readable(brain, caller)
    return await brain.forget_episode(id, dry_run=asked.dry_run)


@router.delete(
    "/facts/{id}", operation_id="forgetFact", summary="Forget a fact", response_model=Forgotten, responses=NOT_FOUND
)
async def forget_fact(brain: GraphWritable, id: str, asked: Asked, caller: AnyCaller) -> Forgotten:
    """Removes a fact and all its statements. If it is no longer true, or was never true, use `:invalidate`."""
    if asked.dry_run:
        check_readable(brain, caller)
    return await brain.forget_fact(id, dry_run=asked.dry_run)


@router.delete(
    "/entities/{id}",
    operation_id="forgetEntity",
    summary="Forget an entity",
    response_model=Forgotten,
    responses=NOT_FOUND,
)
async def forget_entity(brain: GraphWritable, id: str, asked: Asked, caller: AnyCaller) -> Forgotten:
    """Removes an entity, its names and all statements about it. Episodes stay as they were sent."""
    if asked.dry_run:
        check_readable(brain, caller)
    return await brain.forget_entity(id, dry_run=asked.dry_run)


@router.delete("", operation_id="forgetBrain", summary="Forget a brain", response_model=Forgotten, responses=NOT_FOUND)
async def forget_brain(brain: Governed) -> Forgotten:
    """Removes everything in a brain for good."""
    return await brain.forget()
