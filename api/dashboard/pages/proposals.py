# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""Proposals: entities that may be one and facts that may contradict each other, side by side, and what a person decides."""

from __future__ import annotations

import asyncio
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import RedirectResponse

from graphmem_contract.proposals import ProposalStatus

from ...deps import CuratedBrain, ReadableBrain
from ..forms import Posted
from ..links import link, local_path
from ..query import Cursor, PageQuery
from ..route import PageRoute
from ..templates import page
from ..visitor import Someone
from .upkeep.ticked import ticked

router = APIRouter(prefix="/brains/{brain}/proposals", include_in_schema=False, route_class=PageRoute)
SHOWN = 20
Shown = Literal["open", "approved", "declined", "all"]
STATUS: dict[Shown, ProposalStatus | None] = {
    "open": "open",
    "approved": "approved",
    "declined": "declined",
    "all": None,
}
Decision = Annotated[Literal["approve", "decline", "undo"], Path()]


class ProposalsPageQuery(PageQuery):
    """Which proposals the list has, and its position."""

    show: Shown = "open"
    cursor: Cursor = None


@router.get("")
async def get_proposals(
    request: Request, brain: ReadableBrain, who: Someone, asked: Annotated[ProposalsPageQuery, Query()]
) -> Response:
    """The proposals, newest first; those that nobody has decided, unless others are asked for."""
    _, found = await asyncio.gather(
        brain.overview.summary(), brain.proposals.list(status=STATUS[asked.show], limit=SHOWN, cursor=asked.cursor)
    )
    return page(
        request, "proposals.html", who, brain=brain.name, asked=asked, found=found,
        may_curate=who.may("graph:write", brain.name),
    )  # fmt: skip


@router.post("/tick")
async def post_tick(request: Request, brain: CuratedBrain, who: Someone, form: Posted) -> Response:
    """Look for proposals now."""
    report = await brain.upkeep.tick(["duplicates", "conflicts"])
    return ticked(request, who, brain.name, "proposals", report)


@router.post("/{id}/{decision}")
async def post_decision(brain: CuratedBrain, who: Someone, id: str, decision: Decision, form: Posted) -> Response:
    """Approve or decline a proposal, or take the decision back."""
    if decision == "approve":
        await brain.proposals.approve(id, by=who.caller.name)
    elif decision == "decline":
        await brain.proposals.decline(id, by=who.caller.name)
    else:
        await brain.proposals.undo(id)
    back = form.get("next")
    return RedirectResponse(local_path(back) if back else link("brains", brain.name, "proposals"), 303)
