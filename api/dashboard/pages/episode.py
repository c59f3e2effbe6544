# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""One episode: its text, what it changed, its stages, and what can be done with it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from pydantic import ValidationError

from graphmem.brain import Brain
from graphmem.memory import Memory
from graphmem_contract.errors import GraphmemError, invalid
from graphmem_contract.reads import Episode
from graphmem_contract.requests import EpisodeRequest

from ...deps import AnyMemory, CuratedBrain, ReadableBrain, WritableBrain
from ..forms import Posted
from ..highlights import TextPiece, marked
from ..links import link
from ..overrides import OVERRIDES, overrides_of
from ..route import PageRoute
from ..stages import stages_of
from ..templates import page
from ..visitor import Someone

router = APIRouter(prefix="/brains/{brain}/episodes/{id}", include_in_schema=False, route_class=PageRoute)
MOST_DATED = 20_000
"""Characters of a text whose dates are marked."""


@router.get("")
async def get_episode(request: Request, brain: ReadableBrain, who: Someone, memory: AnyMemory, id: str) -> Response:
    """The page of an episode."""
    episode, changes, trace = await asyncio.gather(
        brain.episodes.get(id), brain.episodes.changes(id), brain.episodes.trace(id)
    )
    pieces = await _pieces(memory, brain, episode, trace)
    return page(
        request, "episode.html", who, brain=brain.name, episode=episode, changes=changes, pieces=pieces,
        stages=stages_of(trace), calls=trace.get("calls", ()), failed_stage=trace.get("failed_stage"), overrides=OVERRIDES,
        may_write=who.may("memory:write", brain.name), may_curate=who.may("graph:write", brain.name),
    )  # fmt: skip


async def _pieces(memory: Memory, brain: Brain, episode: Episode, trace: Mapping[str, Any]) -> tuple[TextPiece, ...]:
    """Return the text with its mentions and dates marked. A text that is too long for it has no dates marked."""
    dates: list[tuple[str, str]] = []
    if len(episode.content) <= MOST_DATED:
        try:
            zone = (await brain.settings()).time_zone or memory.settings.time_zone
            found = await memory.dates(episode.content, episode.occurred_at, zone, owner=brain.name)
            dates = [(one.span, f"{one.from_ or '…'} – {one.until or '…'} ({one.how})") for one in found]
        except GraphmemError:
            dates = []
    return marked(episode.content, _names(trace), dates)


def _names(trace: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for stage in trace.get("stages", ()):
        if stage.get("stage") == "entity_extract":
            for mention in stage.get("mentions", ()):
                yield from ((name, str(mention["type"])) for name in (mention["name"], *mention.get("aliases", ())))


@router.post("/replay")
async def post_replay(brain: WritableBrain, id: str, _: Posted) -> Response:
    """Extract the episode again, and show it."""
    await brain.episodes.replay(id)
    return RedirectResponse(link("brains", brain.name, "episodes", id), 303)


@router.post("/rehearsal")
async def post_rehearsal(request: Request, brain: WritableBrain, who: Someone, id: str, form: Posted) -> Response:
    """Read the episode with other settings without storing anything, and show the result beside the first one."""
    who.caller.check("memory:read", brain.name)
    episode, first = await asyncio.gather(brain.episodes.get(id), brain.episodes.changes(id))
    chosen = overrides_of(form)
    result, _ = await brain.episodes.submit(_again(episode, chosen))
    return page(
        request, "rehearsal.html", who, brain=brain.name, episode=episode, first=first, result=result, chosen=chosen
    )


def _again(episode: Episode, overrides: dict[str, Any]) -> EpisodeRequest:
    try:
        return EpisodeRequest(
            content=episode.content, speaker=episode.speaker, role=episode.role, occurred_at=episode.occurred_at,
            session_id=episode.session_id, kind=episode.kind, config_overrides=overrides, dry_run=True,
        )  # fmt: skip
    except ValidationError as error:
        raise invalid(error) from None


@router.get("/forget")
async def get_forget(request: Request, brain: CuratedBrain, who: Someone, id: str) -> Response:
    """What would be removed with the episode, and which facts would change."""
    who.caller.check("memory:read", brain.name)
    episode, rehearsed = await asyncio.gather(brain.episodes.get(id), brain.episodes.forget(id, dry_run=True))
    ids = (*rehearsed.removed.facts, *(one.id for one in rehearsed.reopened))
    facts = await brain.graph.facts_by_ids(ids)
    return page(
        request, "forget_episode.html", who, brain=brain.name, episode=episode, rehearsed=rehearsed, facts=facts
    )


@router.post("/forget")
async def post_forget(brain: CuratedBrain, id: str, _: Posted) -> Response:
    """Forget the episode for good."""
    await brain.episodes.forget(id)
    return RedirectResponse(link("brains", brain.name, "episodes"), 303)
