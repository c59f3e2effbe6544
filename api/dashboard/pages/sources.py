# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""Sources of episodes: how far each is trusted, and a retraction or restoration with its rehearsal."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import RedirectResponse

from graphmem.brain import Brain
from graphmem_contract.errors import InvalidInput
from graphmem_contract.sources import SourceChanges

from ...deps import CuratedBrain, ReadableBrain
from ..change_tree import tree_of
from ..forms import Form, Posted
from ..links import link
from ..query import Cursor, PageQuery
from ..route import PageRoute
from ..templates import page
from ..visitor import Someone

router = APIRouter(prefix="/brains/{brain}/sources", include_in_schema=False, route_class=PageRoute)
SHOWN = 50
MOST_CHANGES = 200
"""Changed facts that a rehearsal lists; it counts all of them."""
STEPS = {"retract": "Retract what this source said", "restore": "Take the retraction back"}
"""What a person may do with a source, with its title."""


class SourcesPageQuery(PageQuery):
    """The position of the list."""

    cursor: Cursor = None


@router.get("")
async def get_sources(
    request: Request, brain: ReadableBrain, who: Someone, asked: Annotated[SourcesPageQuery, Query()]
) -> Response:
    """The sources with their trust, their counts, and the retractions that stand."""
    _, found = await asyncio.gather(brain.overview.summary(), brain.sources.list(limit=SHOWN, cursor=asked.cursor))
    return page(
        request, "sources.html", who, brain=brain.name, asked=asked, found=found,
        may_curate=who.may("graph:write", brain.name),
    )  # fmt: skip


@router.post("/trust")
async def post_trust(brain: CuratedBrain, form: Posted) -> Response:
    """Set the trust of a source, which may have no episode yet."""
    try:
        trust = float(form.get("trust"))
    except ValueError:
        raise InvalidInput("trust is a number from 0 to 1.", field="trust") from None
    await brain.sources.set(_name(form), trust=trust)
    return RedirectResponse(link("brains", brain.name, "sources"), 303)


@router.post("/{step}")
async def post_step(request: Request, brain: CuratedBrain, who: Someone, step: str, form: Posted) -> Response:
    """Rehearse a retraction or a restoration and show what would fall or come back; with the field `sure`, make it."""
    if step not in STEPS:
        raise InvalidInput("There is no such change.", field="step")
    who.caller.check("memory:read", brain.name)
    change, back = _change(brain, step, form), link("brains", brain.name, "sources")
    if form.get("sure") == "yes":
        await change(False)
        return RedirectResponse(back, 303)
    rehearsed = await change(True)
    shown = rehearsed.changed[:MOST_CHANGES]
    facts = await brain.graph.facts_by_ids(one.id for one in shown)
    kept = [(name, value) for name, value in form if name != "sure" and value]
    return page(
        request, "source_change.html", who, brain=brain.name, step=step, title=STEPS[step], kept=kept, back=back,
        source=_name(form), rehearsed=rehearsed, shown=len(shown), tree=tree_of(shown, facts),
    )  # fmt: skip


def _name(form: Form) -> str:
    """Return the name of the source, with the space around it: it is a part of the name."""
    return next(iter(form.all("source")), "")


def _change(brain: Brain, step: str, form: Form) -> Callable[[bool], Awaitable[SourceChanges]]:
    """Return the change that a form asks for; its argument says whether it is only rehearsed."""

    async def retract(dry_run: bool) -> SourceChanges:
        return await brain.sources.retract(_name(form), since=form.get("since") or None, dry_run=dry_run)

    async def restore(dry_run: bool) -> SourceChanges:
        id_ = form.get("retraction_id") or None
        return await brain.sources.restore(_name(form), retraction_id=id_, dry_run=dry_run)

    return restore if step == "restore" else retract
