# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""The overview of a brain."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from pydantic import Field

from ...deps import ReadableBrain
from ..query import PageQuery
from ..route import PageRoute
from ..templates import page
from ..visitor import Someone

router = APIRouter(include_in_schema=False, route_class=PageRoute)
MOST_NAMES = 30


class OverviewPageQuery(PageQuery):
    """Span of the counts of days."""

    days: int = Field(30, ge=7, le=366)


@router.get("/brains/{brain}")
async def get_overview(
    request: Request, brain: ReadableBrain, who: Someone, asked: Annotated[OverviewPageQuery, Query()]
) -> Response:
    """Counts, the last days, contradictions, failures, the most connected entities, upkeep, the words in use."""
    summary, shown, schedule = await asyncio.gather(
        brain.overview.summary(), brain.overview.get(days=asked.days), brain.upkeep.schedule()
    )
    jobs = {name: job for name, job in schedule.jobs.items() if job.cron or job.every_episodes or job.last_run_at}
    return page(
        request, "overview.html", who, brain=brain.name, summary=summary, overview=shown, stats=shown.stats,
        days=asked.days, most=MOST_NAMES, jobs=jobs,
    )  # fmt: skip
