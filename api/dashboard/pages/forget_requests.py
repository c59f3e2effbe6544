# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""Requests to forget: that they were made and what they hide, in counts and without its content, and how one is undone."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import RedirectResponse

from ...deps import GovernedBrain
from ..forms import Posted
from ..links import link
from ..query import Cursor, PageQuery
from ..route import PageRoute
from ..templates import page
from ..visitor import Someone

router = APIRouter(prefix="/brains/{brain}/forgetting", include_in_schema=False, route_class=PageRoute)
SHOWN = 50


class ForgettingPageQuery(PageQuery):
    """Where the list begins."""

    cursor: Cursor = None


@router.get("")
async def get_forget_requests(
    request: Request, brain: GovernedBrain, who: Someone, asked: Annotated[ForgettingPageQuery, Query()]
) -> Response:
    """The requests that have hidden something, newest first."""
    _, found = await asyncio.gather(
        brain.overview.summary(), brain.forget_requests.list(limit=SHOWN, cursor=asked.cursor)
    )
    return page(request, "forget_requests.html", who, brain=brain.name, asked=asked, found=found)


@router.post("/{id}/undo")
async def post_undo(request: Request, brain: GovernedBrain, who: Someone, id: str, form: Posted) -> Response:
    """Rehearse that a request is undone, and show how many facts would be told again; with the field `sure`, undo it."""
    back = link("brains", brain.name, "forgetting")
    if form.get("sure") == "yes":
        await brain.forget_requests.undo(id)
        return RedirectResponse(back, 303)
    rehearsed = await brain.forget_requests.undo(id, dry_run=True)
    effects = Counter(one.effect for one in rehearsed.changed)
    return page(request, "forget_undo.html", who, brain=brain.name, effects=effects, back=back)
