# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""Time travel: the facts of one moment of both clocks, and what differs between two moments."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from graphmem.brain import Brain
from graphmem_contract.history import FactDifference
from graphmem_contract.pagination import Page
from graphmem_contract.records import Fact, Time

from ...deps import ReadableBrain
from ..drawing import Drawing, drawing_of
from ..query import ClockQuery, Cursor, PageQuery, Search
from ..route import PageRoute, is_partial
from ..templates import page
from ..time_stops import system_stops, valid_stops
from ..visitor import Someone

router = APIRouter(prefix="/brains/{brain}/time", include_in_schema=False, route_class=PageRoute)
MOST_STOPS = 240
SHOWN, COMPARED = 100, 100
TITLES = {
    "began": {"second": "began", "first": "had not begun"},
    "ended": {"second": "had not ended", "first": "ended"},
    "changed": {"changed": "changed"},
    "believed": {"second": "believed only then", "first": "no longer believed"},
}
"""What a list calls a difference, by its contrast and the moment at which the fact holds."""


class TimePageQuery(ClockQuery):
    """The moment that is shown, and the entity that it is about."""

    entity: Search = None
    cursor: Cursor = None

    @property
    def clocks(self) -> dict[str, Any]:
        """The two moments, as arguments of `Brain`."""
        return {"valid_at": self.valid_at, "known_at": self.known_at}


class ComparePageQuery(PageQuery):
    """The two moments that are compared, each on both clocks, and the position in the list."""

    from_valid_at: Time | None = None
    from_known_at: Time | None = None
    to_valid_at: Time | None = None
    to_known_at: Time | None = None
    cursor: Cursor = None

    @property
    def moments(self) -> dict[str, Any]:
        """The moments, as arguments of `Brain.timeline.differences`."""
        return self.model_dump(exclude={"cursor"})


@router.get("")
async def get_time(
    request: Request, brain: ReadableBrain, who: Someone, asked: Annotated[TimePageQuery, Query()]
) -> Response:
    """What held at a moment, as believed at another; a script asks for the part that changes with the sliders."""
    await brain.overview.summary()
    found = await _facts(brain, asked)
    shown: dict[str, Any] = {"brain": brain.name, "asked": asked, "found": found, "drawing": drawing_of(found.items)}
    if is_partial(request):
        return page(request, "time_drawn.html", who, **shown)
    return page(request, "time.html", who, **shown, **await _stops(brain, asked))


@router.get("/stops")
async def get_time_stops(
    request: Request, brain: ReadableBrain, who: Someone, asked: Annotated[TimePageQuery, Query()]
) -> Response:
    """The slider of valid time, as the facts that were believed at a system time need it."""
    return page(request, "time_valid.html", who, brain=brain.name, asked=asked, **await _stops(brain, asked))


async def _facts(brain: Brain, asked: TimePageQuery) -> Page[Fact]:
    if asked.entity:
        return await brain.entities.facts(asked.entity, **asked.clocks, limit=SHOWN, cursor=asked.cursor, named=False)
    return await brain.facts(**asked.clocks, limit=SHOWN, cursor=asked.cursor)


async def _stops(brain: Brain, asked: TimePageQuery) -> dict[str, Any]:
    moments = await brain.timeline.moments(known_at=asked.known_at, limit=MOST_STOPS)
    return {
        "valid": valid_stops(moments.valid, datetime.now(UTC), asked.valid_at),
        "system": system_stops(moments.system, asked.known_at),
    }


@router.get("/compare")
async def get_time_compare(
    request: Request, brain: ReadableBrain, who: Someone, asked: Annotated[ComparePageQuery, Query()]
) -> Response:
    """What differs between two moments, as a list and in the graph."""
    await brain.overview.summary()
    found = await brain.timeline.differences(**asked.moments, limit=COMPARED, cursor=asked.cursor)
    return page(
        request, "time_compare.html", who, brain=brain.name, asked=asked, found=found,
        counts=Counter(_side(one) for one in found.items), side=_side, titles=TITLES,
        drawing=_compared(found.items),
    )  # fmt: skip


def _side(one: FactDifference) -> str:
    """Return at which of the two moments a fact holds."""
    return "second" if one.before is None else "first" if one.after is None else "changed"


def _compared(found: Sequence[FactDifference]) -> Drawing:
    shown = [(one.after or one.before, _side(one)) for one in found]
    facts = [(fact, side) for fact, side in shown if fact is not None]
    return drawing_of((fact for fact, _ in facts), marks={fact.id: side for fact, side in facts})
