# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""The brains: list, make, settings, export, forget."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import RedirectResponse

from graphmem_contract.errors import InvalidInput
from graphmem_contract.validation import check_brain

from ...deps import AnyMemory, GovernedBrain, ReadableBrain
from ...downloads import export_response
from ..forms import Posted
from ..links import link
from ..query import Cursor, PageQuery, Search
from ..route import PageRoute
from ..settings_form import changed, rows
from ..templates import page
from ..visitor import Someone

router = APIRouter(include_in_schema=False, route_class=PageRoute)
SHOWN = 20
DAYS = 14


class BrainsPageQuery(PageQuery):
    """Filter and position of the list."""

    query: Search = None
    cursor: Cursor = None


@router.get("/")
async def get_brains(
    request: Request, memory: AnyMemory, who: Someone, asked: Annotated[BrainsPageQuery, Query()]
) -> Response:
    """The brains that the person may read. Their counts follow, row by row."""
    names = who.caller.brains
    found = await memory.brains(names=names, query=asked.query, cursor=asked.cursor, limit=SHOWN)
    return page(request, "brains.html", who, found=found, asked=asked, may_make=who.may("admin"), days=DAYS)


@router.get("/brains/{brain}/row")
async def get_row(request: Request, brain: ReadableBrain, who: Someone) -> Response:
    """The row of a brain with its counts."""
    summary, stats, days = await asyncio.gather(
        brain.overview.summary(), brain.overview.stats(), brain.overview.activity(days=DAYS)
    )
    return page(request, "brain_row.html", who, summary=summary, stats=stats, activity=days, days=DAYS)


@router.post("/brains")
async def post_brain(memory: AnyMemory, who: Someone, form: Posted) -> Response:
    """Make a brain, or find it where it exists, and lead to it."""
    name = check_brain(form.get("name"))
    who.caller.check("admin", name)
    await memory.brain(name).create()
    return RedirectResponse(link("brains", name), 303)


@router.get("/brains/{brain}/settings")
async def get_settings(request: Request, brain: GovernedBrain, who: Someone, memory: AnyMemory) -> Response:
    """The settings of a brain, beside those of the service."""
    await brain.overview.summary()
    shown = rows(await brain.settings(), memory.settings)
    return page(request, "settings.html", who, brain=brain.name, rows=shown, saved=False)


@router.post("/brains/{brain}/settings")
async def post_settings(
    request: Request, brain: GovernedBrain, who: Someone, memory: AnyMemory, form: Posted
) -> Response:
    """Store the settings that differ from the stored ones."""
    await brain.configure(**changed(form, await brain.settings()))
    shown = rows(await brain.settings(), memory.settings)
    return page(request, "settings.html", who, brain=brain.name, rows=shown, saved=True)


@router.get("/brains/{brain}/export")
async def get_brain_export(brain: GovernedBrain) -> Response:
    """The brain as a file, as the API exports it."""
    return await export_response(brain)


@router.get("/brains/{brain}/forget")
async def get_forget(request: Request, brain: GovernedBrain, who: Someone) -> Response:
    """What would be gone, and the field for the name that confirms it."""
    await brain.overview.summary()
    return page(request, "forget_brain.html", who, brain=brain.name, stats=await brain.overview.stats(), problem=None)


@router.post("/brains/{brain}/forget")
async def post_forget(request: Request, brain: GovernedBrain, who: Someone, form: Posted) -> Response:
    """Forget a brain whose name was typed."""
    if form.get("name") != brain.name:
        wrong = InvalidInput("This is not its name; nothing was forgotten.", field="name")
        stats = await brain.overview.stats()
        return page(request, "forget_brain.html", who, 422, brain=brain.name, stats=stats, problem=wrong)
    await brain.delete()
    return RedirectResponse("/", 303)
