# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""Upkeep: the jobs that keep a brain in shape between messages."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Body, Response

from graphmem.contract.upkeep import TickReport

from ..answers import Answer
from ..deps import GraphWritable
from ..idempotency import OnlyOnce
from ..problems import NOT_FOUND, RESPONSES
from ..route import StrictRoute
from ..schemas import TickRequest

router = APIRouter(prefix="/v1/brains/{brain}", tags=["upkeep"], route_class=StrictRoute, responses=RESPONSES)


@router.post(
    "/maintenance:tick",
    operation_id="tick",
    summary="Run upkeep",
    response_model=TickReport,
    responses=NOT_FOUND,
)
async def tick(brain: GraphWritable, once: OnlyOnce, asked: Annotated[TickRequest | None, Body()] = None) -> Response:
    """Runs jobs of upkeep and reports what each did. No job changes a statement, a version or a period of a fact."""
    options = asked or TickRequest()

    async def run() -> Answer:
        return Answer.of(await brain.tick(options.jobs, limit=options.limit, dry_run=options.dry_run))

    return await once.answer(brain, run)
