# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""One entity: its names, its life line, its neighbours, and the changes that a person may make."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import RedirectResponse
from markupsafe import Markup
from pydantic import ValidationError

from graphmem.brain import Brain
from graphmem_contract.changes import EntityChange
from graphmem_contract.errors import InvalidInput, invalid
from graphmem_contract.history import words_of
from graphmem_contract.records import Entity, Fact

from ...deps import CuratedBrain, ReadableBrain
from ..forms import Posted
from ..links import link
from ..query import ClockQuery
from ..route import PageRoute
from ..svg.life_line import life_line
from ..svg.star import star
from ..templates import page
from ..visitor import Someone

router = APIRouter(prefix="/brains/{brain}/entities/{ref}", include_in_schema=False, route_class=PageRoute)
Ref = Annotated[str, Path(max_length=1000)]
MOST_FACTS, MOST_NEIGHBOURS, MOST_SIMILAR, MOST_LISTED = 300, 60, 8, 50


@router.get("")
async def get_entity(
    request: Request, brain: ReadableBrain, who: Someone, ref: Ref, asked: Annotated[ClockQuery, Query()]
) -> Response:
    """The page of an entity at two moments; the life line has all of valid time."""
    clocks: dict[str, Any] = {"valid_at": asked.valid_at, "known_at": asked.known_at}
    entity = await brain.entities.get(ref, known_at=asked.known_at)
    history, life, holding, around, similar, waiting = await asyncio.gather(
        brain.entities.history(entity.id, known_at=asked.known_at, limit=1),
        brain.entities.facts(entity.id, known_at=asked.known_at, include_closed=True, limit=MOST_FACTS, named=False),
        brain.entities.facts(entity.id, **clocks, limit=MOST_LISTED),
        brain.graph.neighbours(entity.id, **clocks, limit=MOST_NEIGHBOURS),
        brain.entities.similar(entity.id, limit=MOST_SIMILAR),
        _waiting(brain, entity.id, asked),
    )
    rests_on = await brain.graph.facts_by_ids(entity.profile.fact_ids[:MOST_LISTED]) if entity.profile else {}
    return page(
        request, "entity.html", who,
        rests_on=tuple(rests_on.values()), brain=brain.name, entity=entity, history=history, holding=holding, asked=asked,
        similar=similar, life=life, waiting=waiting, drawn=_life(brain.name, entity, (*life.items, *waiting), clocks),
        around=star(entity.name, around, f"Neighbours of {entity.name}", partial(_address, brain.name, clocks)),
        is_alone=not any(one.entity for one in around), may_curate=who.may("graph:write", brain.name),
    )  # fmt: skip


async def _waiting(brain: Brain, id_: str, asked: ClockQuery) -> tuple[Fact, ...]:
    """Return what waits now; of the past nobody can tell what then waited."""
    found = () if asked.valid_at or asked.known_at else await brain.graph.waiting(id_, limit=MOST_LISTED)
    now = datetime.now(UTC)
    return tuple(fact.model_copy(update={"valid_from": now}) for fact in found)


def _address(brain: str, clocks: dict[str, Any], entity: Entity) -> str:
    return link("brains", brain, "entities", entity.id, **clocks)


def _life(brain: str, entity: Entity, facts: tuple[Fact, ...], clocks: dict[str, Any]) -> Markup:
    def other_end(fact: Fact) -> str:
        return fact.object if fact.subject_id == entity.id else fact.subject

    def told(fact: Fact) -> str:
        if fact.status == "waiting" and fact.starts_when:
            return f"{words_of(fact.starts_when)}, then: {fact.text[:300]}"
        start, end = (f"{one:%Y-%m-%d}" if one else "…" for one in (fact.valid_from, fact.valid_until))
        return f"{fact.text[:300]} ({start} – {end}; {fact.origin}, {len(fact.episode_ids)} episodes)"

    return life_line(
        facts, datetime.now(UTC), f"Facts of {entity.name} over time",
        lambda fact: link("brains", brain, "facts", fact.id), told, other_end,
    )  # fmt: skip


@router.post("/edit")
async def post_edit(brain: CuratedBrain, ref: Ref, form: Posted) -> Response:
    """Change name, type, summary and aliases."""
    changes: dict[str, Any] = {**form.given("name", "type")}
    if form.all("summary"):
        changes["summary"] = form.get("summary") or None
    for field in ("aliases_add", "aliases_remove"):
        changes[field] = tuple(line.strip() for line in form.get(field).splitlines() if line.strip())
    try:
        change = EntityChange.model_validate(changes)
    except ValidationError as error:
        raise invalid(error) from None
    entity = await brain.entities.change(ref, change)
    return RedirectResponse(link("brains", brain.name, "entities", entity.id), 303)


@router.post("/merge")
async def post_merge(request: Request, brain: CuratedBrain, who: Someone, ref: Ref, form: Posted) -> Response:
    """Rehearse a merge of another entity into this one; with the field `sure`, make it."""
    who.caller.check("memory:read", brain.name)
    other = form.get("from")
    if not other:
        raise InvalidInput("Name the entity to merge into this one.", field="from")
    into, from_ = await asyncio.gather(brain.entities.get(ref), brain.entities.get(other))
    if form.get("sure") == "yes":
        await brain.entities.merge(into.id, [from_.id])
        return RedirectResponse(link("brains", brain.name, "entities", into.id), 303)
    rehearsed = await brain.entities.merge(into.id, [from_.id], dry_run=True)
    facts = await brain.graph.facts_by_ids(one.id for one in rehearsed.changed)
    return page(request, "merge.html", who, brain=brain.name, into=into, from_=from_, rehearsed=rehearsed, facts=facts)


@router.post("/unmerge")
async def post_unmerge(request: Request, brain: CuratedBrain, who: Someone, ref: Ref, form: Posted) -> Response:
    """Rehearse taking a merge back; with the field `sure`, take it back."""
    who.caller.check("memory:read", brain.name)
    merge_id = form.get("merge_id")
    if form.get("sure") == "yes":
        await brain.entities.unmerge(ref, merge_id)
        return RedirectResponse(link("brains", brain.name, "entities", ref), 303)
    entity, rehearsed = await asyncio.gather(
        brain.entities.get(ref), brain.entities.unmerge(ref, merge_id, dry_run=True)
    )
    facts = await brain.graph.facts_by_ids(one.id for one in rehearsed.changed)
    return page(request, "unmerge.html", who, brain=brain.name, entity=entity, rehearsed=rehearsed, facts=facts)


@router.post("/split")
async def post_split(request: Request, brain: CuratedBrain, who: Someone, ref: Ref, form: Posted) -> Response:
    """Rehearse splitting facts off to an entity of their own; with the field `sure`, split them off."""
    who.caller.check("memory:read", brain.name)
    chosen: dict[str, Any] = {"facts": form.all("facts"), **form.given("name", "type")}
    if not chosen["facts"]:
        raise InvalidInput("Choose the facts that mean the other one.", field="facts")
    if form.get("sure") == "yes":
        split = await brain.entities.split(ref, **chosen)
        return RedirectResponse(link("brains", brain.name, "entities", split.entity_id), 303)
    entity, rehearsed = await asyncio.gather(brain.entities.get(ref), brain.entities.split(ref, **chosen, dry_run=True))
    facts = await brain.graph.facts_by_ids(one.id for one in rehearsed.changed)
    kept = [(name, value) for name, value in form if name in ("facts", "name", "type") and value]
    return page(
        request, "split.html", who, brain=brain.name, entity=entity, rehearsed=rehearsed, facts=facts, kept=kept
    )
