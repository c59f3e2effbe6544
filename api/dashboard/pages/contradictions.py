# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""Contradictions: pairs of facts side by side, who decided, and what a person makes of it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import RedirectResponse

from graphmem_contract.contradictions import Overturned
from graphmem_contract.validation import moment

from ...deps import CuratedBrain, ReadableBrain
from ..forms import Posted
from ..links import link, local_path
from ..query import Cursor, PageQuery
from ..route import PageRoute
from ..svg.two_periods import two_periods
from ..templates import page
from ..visitor import Someone

router = APIRouter(prefix="/brains/{brain}/contradictions", include_in_schema=False, route_class=PageRoute)
SHOWN = 20
Shown = Literal["open", "accepted", "all"]
ACCEPTED: dict[Shown, bool | None] = {"open": False, "accepted": True, "all": None}


class ContradictionsPageQuery(PageQuery):
    """Which contradictions the list has, and its position."""

    show: Shown = "open"
    cursor: Cursor = None


@router.get("")
async def get_contradictions(
    request: Request, brain: ReadableBrain, who: Someone, asked: Annotated[ContradictionsPageQuery, Query()]
) -> Response:
    """The contradictions, most recently recorded first; those that nobody has accepted, unless others are asked for."""
    _, found = await asyncio.gather(
        brain.overview.summary(),
        brain.contradictions.list(accepted=ACCEPTED[asked.show], limit=SHOWN, cursor=asked.cursor),
    )
    return page(
        request, "contradictions.html", who, brain=brain.name, asked=asked, found=found, drawn=_pictures(found),
        may_curate=who.may("graph:write", brain.name),
    )  # fmt: skip


def _pictures(pairs: Iterable[Overturned]) -> dict[str, object]:
    now = datetime.now(UTC)
    return {pair.fact.id: two_periods(pair.fact, pair.by, now, "Both periods over valid time") for pair in pairs}


@router.post("/{id}/accept")
async def post_accept(brain: CuratedBrain, who: Someone, id: str, form: Posted) -> Response:
    """Accept a contradiction in the version that the person saw, or open it again."""
    await brain.contradictions.accept(
        id, accepted=form.get("accepted") != "no", by=who.caller.name,
        recorded_at=moment(form.get("recorded_at") or None, "recorded_at"),
    )  # fmt: skip
    back = form.get("next")
    return RedirectResponse(local_path(back) if back else link("brains", brain.name, "contradictions"), 303)
