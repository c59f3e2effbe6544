# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""The entities of a brain: list and search."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from pydantic import Field

from ...deps import ReadableBrain
from ..query import Cursor, PageQuery, Search
from ..route import PageRoute
from ..templates import page
from ..visitor import Someone

router = APIRouter(prefix="/brains/{brain}/entities", include_in_schema=False, route_class=PageRoute)
SHOWN = 50


class EntitiesPageQuery(PageQuery):
    """Filter and position of the list."""

    query: Search = None
    type: Annotated[str | None, Field(max_length=300)] = None
    cursor: Cursor = None


@router.get("")
async def get_entities(
    request: Request, brain: ReadableBrain, who: Someone, asked: Annotated[EntitiesPageQuery, Query()]
) -> Response:
    """The entities that pass the filter, most recent first."""
    await brain.overview.summary()
    found = await brain.entities.list(query=asked.query, type=asked.type, limit=SHOWN, cursor=asked.cursor)
    types = (await brain.overview.stats()).entity_types
    return page(request, "entities.html", who, brain=brain.name, asked=asked, found=found, types=types)
