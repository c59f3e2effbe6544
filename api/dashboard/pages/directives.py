# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""Standing instructions and preferences of the user, with the messages and facts that they rest on."""

from __future__ import annotations

import asyncio
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response

from ...deps import CuratedBrain, ReadableBrain
from ..forms import Posted
from ..query import Cursor, PageQuery
from ..route import PageRoute
from ..templates import page
from ..visitor import Someone
from .upkeep.ticked import ticked

router = APIRouter(prefix="/brains/{brain}/directives", include_in_schema=False, route_class=PageRoute)
SHOWN = 50


class DirectivesPageQuery(PageQuery):
    """Which directives the list has, and its position."""

    show: Literal["standing", "all"] = "standing"
    cursor: Cursor = None


@router.get("")
async def get_directives(
    request: Request, brain: ReadableBrain, who: Someone, asked: Annotated[DirectivesPageQuery, Query()]
) -> Response:
    """The directives, newest first; those that hold, unless all are asked for."""
    _, found = await asyncio.gather(
        brain.overview.summary(),
        brain.directives.list(include_superseded=asked.show == "all", limit=SHOWN, cursor=asked.cursor),
    )
    return page(
        request, "directives.html", who, brain=brain.name, asked=asked, found=found,
        may_curate=who.may("graph:write", brain.name),
    )  # fmt: skip


@router.post("/tick")
async def post_directives_tick(request: Request, brain: CuratedBrain, who: Someone, form: Posted) -> Response:
    """Look for directives now."""
    report = await brain.upkeep.tick(["directives"])
    return ticked(request, who, brain.name, "directives", report)
