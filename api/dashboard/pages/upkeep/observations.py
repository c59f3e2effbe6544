# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""Observations: what upkeep has noticed, each with the facts or the messages that support it."""

from __future__ import annotations

import asyncio
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response

from graphmem_contract.observations import ObservationStatus

from ....deps import CuratedBrain, ReadableBrain
from ...forms import Posted
from ...query import Cursor, PageQuery
from ...route import PageRoute
from ...templates import page
from ...visitor import Someone
from .ticked import ticked

router = APIRouter(prefix="/brains/{brain}/observations", include_in_schema=False, route_class=PageRoute)
SHOWN = 20
MOST_LISTED = 10
"""Supporting facts, or messages, that each observation lists."""
Shown = Literal["active", "retired", "all"]
STATUS: dict[Shown, ObservationStatus | None] = {"active": "active", "retired": "retired", "all": None}


class ObservationsPageQuery(PageQuery):
    """Which observations the list has, and its position."""

    show: Shown = "active"
    cursor: Cursor = None


@router.get("")
async def get_observations(
    request: Request, brain: ReadableBrain, who: Someone, asked: Annotated[ObservationsPageQuery, Query()]
) -> Response:
    """The observations, newest first; those that have their support, unless others are asked for."""
    _, found = await asyncio.gather(
        brain.overview.summary(), brain.observations.list(status=STATUS[asked.show], limit=SHOWN, cursor=asked.cursor)
    )
    trends = [one for one in found.items if one.kind == "emotional_trend"]
    facts, episodes = await asyncio.gather(
        brain.graph.facts_by_ids(id_ for one in found.items for id_ in one.fact_ids[:MOST_LISTED]),
        brain.episodes.by_ids(id_ for one in trends for id_ in one.episode_ids[:MOST_LISTED]),
    )
    return page(
        request, "observations.html", who, brain=brain.name, asked=asked, found=found, facts=facts, episodes=episodes,
        most=MOST_LISTED, may_curate=who.may("graph:write", brain.name),
    )  # fmt: skip


@router.post("/tick")
async def post_tick(request: Request, brain: CuratedBrain, who: Someone, form: Posted) -> Response:
    """Look at the recent facts and messages now."""
    report = await brain.upkeep.tick(["observations"])
    return ticked(request, who, brain.name, "observations", report)
