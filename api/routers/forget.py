# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""Forgetting: what a person or the law wants gone leaves both histories, the indexes and every copy."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from graphmem.contract.changes import Forgotten

from ..deps import Governed, GraphWritable
from ..problems import GONE, NOT_FOUND, RESPONSES
from ..route import StrictRoute
from ..schemas import DryRunQuery

router = APIRouter(prefix="/v1/brains/{brain}", tags=["forget"], route_class=StrictRoute, responses=RESPONSES)
Asked = Annotated[DryRunQuery, Query()]


@router.delete("/episodes/{id}", summary="Forget an episode", response_model=Forgotten, responses={**NOT_FOUND, **GONE})
async def forget_episode(brain: GraphWritable, id: str, asked: Asked) -> Forgotten:
    """With its statements; facts that it had closed are open again. Its id and its idempotency key answer 410 from then on."""
    return await brain.forget_episode(id, dry_run=asked.dry_run)


@router.delete("/facts/{id}", summary="Forget a fact", response_model=Forgotten, responses=NOT_FOUND)
async def forget_fact(brain: GraphWritable, id: str, asked: Asked) -> Forgotten:
    """With every statement that ever carried it. To say that it is no longer, or was never true, use `:invalidate`."""
    return await brain.forget_fact(id, dry_run=asked.dry_run)


@router.delete("/entities/{id}", summary="Forget an entity", response_model=Forgotten, responses=NOT_FOUND)
async def forget_entity(brain: GraphWritable, id: str, asked: Asked) -> Forgotten:
    """With its names and every statement about it; episodes stay as they came."""
    return await brain.forget_entity(id, dry_run=asked.dry_run)


@router.delete("", summary="Forget a brain", response_model=Forgotten, responses=NOT_FOUND)
async def forget_brain(brain: Governed) -> Forgotten:
    """Everything in it, for good."""
    return await brain.forget()
