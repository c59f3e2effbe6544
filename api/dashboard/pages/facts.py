# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""The facts of a brain: a table at two moments, with filters."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from pydantic import Field

from graphmem_contract.records import Category, Origin

from ...deps import ReadableBrain
from ..query import ClockQuery, Cursor, Search
from ..route import PageRoute
from ..templates import page
from ..visitor import Someone

router = APIRouter(prefix="/brains/{brain}/facts", include_in_schema=False, route_class=PageRoute)
SHOWN = 50
Status = Literal["live", "ended", "any"]


class FactsPageQuery(ClockQuery):
    """Filter, moments and position of the table."""

    subject: Search = None
    relation: Search = None
    object: Search = None
    text: Search = None
    category: Category | None = None
    origin: Origin | None = None
    status: Status = "live"
    min_confidence: float = Field(0.0, ge=0, le=1)
    cursor: Cursor = None

    @property
    def filter(self) -> dict[str, Any]:
        """The arguments of `Brain.facts`."""
        kept = self.model_dump(exclude={"status", "cursor"})
        return {**kept, "include_closed": self.status == "any", "ended": self.status == "ended"}

    @property
    def link(self) -> dict[str, Any]:
        """The query of an address with the same filter, without its position."""
        return self.model_dump(exclude={"cursor"}, exclude_defaults=True)


@router.get("")
async def get_facts(
    request: Request, brain: ReadableBrain, who: Someone, asked: Annotated[FactsPageQuery, Query()]
) -> Response:
    """The facts that pass the filter, most recently recorded first."""
    await brain.overview.summary()
    found = await brain.facts(**asked.filter, limit=SHOWN, cursor=asked.cursor)
    return page(request, "facts.html", who, brain=brain.name, asked=asked, found=found)
