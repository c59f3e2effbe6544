# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""One fact: its sentence, both timelines, its statements, its evidence, and the changes that a person may make."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from graphmem.brain import Brain
from graphmem_contract.changes import Changes
from graphmem_contract.errors import GraphmemError, InvalidInput
from graphmem_contract.reads import Episode

from ...deps import CuratedBrain, ReadableBrain
from ..change_tree import tree_of
from ..forms import Form, Posted
from ..links import link, local_path
from ..route import PageRoute
from ..svg.dependents_tree import dependents_tree
from ..svg.two_clocks import two_clocks
from ..templates import page
from ..visitor import Someone

router = APIRouter(prefix="/brains/{brain}/facts/{id}", include_in_schema=False, route_class=PageRoute)
MOST_EPISODES = 30
MOST_ASSOCIATED = 5
CORRECTABLE = ("object", "relation", "valid_from", "valid_until", "text", "reason")
STEPS = {
    "invalidate": "This is no longer true",
    "deny": "This was never true",
    "correct": "Correct this fact",
    "restore": "Take the change back",
}
"""What a person may do with a fact, with its title."""


@router.get("")
async def get_fact(request: Request, brain: ReadableBrain, who: Someone, id: str) -> Response:
    """The page of a fact."""
    history, support, dependents = await asyncio.gather(
        brain.history(id), brain.graph.support(id), brain.graph.dependents(id)
    )
    usage = support.fact.usage
    ids = dict.fromkeys(one for row in history.statements for one in row.get("episode_ids") or ())
    episodes = await asyncio.gather(*(_episode(brain, one) for one in list(ids)[:MOST_EPISODES]))
    linked = await brain.graph.facts_by_ids(
        one
        for one in (
            history.fact.closed_by,
            history.fact.supersedes,
            *(a.fact_id for a in (usage.associations[:MOST_ASSOCIATED] if usage else ())),
        )
        if one is not None
    )
    waiting = (history.fact,) if history.fact.status == "waiting" else ()
    drawn = two_clocks((*history.versions, *waiting), datetime.now(UTC), "Both timelines of the fact, by version")
    below = dependents_tree(
        dependents, "What rests on the fact or waits for it", lambda one: link("brains", brain.name, "facts", one.id)
    )
    return page(
        request, "fact.html", who, brain=brain.name, history=history, fact=history.fact, support=support,
        episodes={one.id: one for one in episodes if one}, linked=linked, usage=usage, drawn=drawn, titles=STEPS,
        dependents=dependents, below=below,
        may_curate=who.may("graph:write", brain.name),
    )  # fmt: skip


async def _episode(brain: Brain, id_: str) -> Episode | None:
    try:
        return await brain.episodes.get(id_)
    except GraphmemError:  # forgotten, or of an import
        return None


@router.post("/{step}")
async def post_step(request: Request, brain: CuratedBrain, who: Someone, id: str, step: str, form: Posted) -> Response:
    """Rehearse a change of the fact and show what would fall or come back; with the field `sure`, make it."""
    if step not in STEPS:
        raise InvalidInput("There is no such change.", field="step")
    who.caller.check("memory:read", brain.name)
    change, next_ = _change(brain, id, step, form), form.get("next")
    back = local_path(next_) if next_ else link("brains", brain.name, "facts", id)
    if form.get("sure") == "yes":
        await change(False)
        return RedirectResponse(back, 303)
    fact, rehearsed = await asyncio.gather(brain.fact(id), change(True))
    facts = await brain.graph.facts_by_ids(one.id for one in rehearsed.changed)
    kept = [(name, value) for name, value in form if name not in ("sure", "next") and value]
    return page(
        request, "fact_change.html", who, brain=brain.name, fact=fact, step=step, title=STEPS[step], kept=kept, back=back,
        tree=tree_of(rehearsed.changed, facts),
    )  # fmt: skip


def _change(brain: Brain, id_: str, step: str, form: Form) -> Callable[[bool], Awaitable[Changes]]:
    """Return the change that a form asks for; its argument says whether it is only rehearsed."""

    async def restore(dry_run: bool) -> Changes:
        return await brain.restore(id_, dry_run=dry_run)

    async def correct(dry_run: bool) -> Changes:
        return await brain.correct(id_, dry_run=dry_run, **_right(form))

    async def end(dry_run: bool) -> Changes:
        return await brain.invalidate(
            id_, at=form.get("at") or None, kind="corrected" if step == "deny" else "retracted",
            reason=form.get("reason") or None, dry_run=dry_run,
        )  # fmt: skip

    return {"restore": restore, "correct": correct}.get(step, end)


def _right(form: Form) -> dict[str, Any]:
    """Return the right values of a correction. "-" as a time means always, or until further notice."""
    given: dict[str, Any] = dict(form.given(*CORRECTABLE))
    return {name: None if value == "-" and name.startswith("valid_") else value for name, value in given.items()}
