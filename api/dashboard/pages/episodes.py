# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""The episodes of a brain: list with filters, the queue, replay of several."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from pydantic import Field

from graphmem.brain import Brain
from graphmem_contract.episode_state import EpisodeState
from graphmem_contract.errors import GraphmemError, InvalidInput, reason_of
from graphmem_contract.reads import Episode
from graphmem_contract.records import Time

from ...deps import ReadableBrain, WritableBrain
from ..forms import Posted
from ..query import Cursor, PageQuery, Search
from ..route import PageRoute
from ..templates import page
from ..visitor import Someone

router = APIRouter(prefix="/brains/{brain}/episodes", include_in_schema=False, route_class=PageRoute)
SHOWN, FAILED_SHOWN, MOST_REPLAYED = 30, 10, 30
Word = Annotated[str | None, Field(max_length=300)]


class EpisodesPageQuery(PageQuery):
    """Filter and position of the list."""

    status: EpisodeState | None = None
    session_id: Word = None
    speaker: Word = None
    source: Word = None
    tag: Word = None
    text: Search = None
    since: Time | None = None
    until: Time | None = None
    failed_first: bool = False
    cursor: Cursor = None

    @property
    def filter(self) -> dict[str, Any]:
        """The arguments of `Brain.episodes.list`."""
        kept = self.model_dump(exclude={"tag", "failed_first", "cursor"})
        return {**kept, "tags": (self.tag,) if self.tag else ()}

    @property
    def link(self) -> dict[str, Any]:
        """The query of an address with the same filter, without its position."""
        return self.model_dump(exclude={"cursor"}, exclude_defaults=True)


@router.get("")
async def get_episodes(
    request: Request, brain: ReadableBrain, who: Someone, asked: Annotated[EpisodesPageQuery, Query()]
) -> Response:
    """The episodes that pass the filter, most recently recorded first; on request the failed ones above them."""
    is_first = asked.failed_first and asked.cursor is None and asked.status is None
    failed_filter = {**asked.filter, "status": EpisodeState.FAILED}
    found, stats, failed, _ = await asyncio.gather(
        brain.episodes.list(**asked.filter, limit=SHOWN, cursor=asked.cursor),
        brain.overview.stats(),
        brain.episodes.list(**failed_filter, limit=FAILED_SHOWN) if is_first else _none(),
        brain.overview.summary(),
    )
    return page(
        request, "episodes.html", who, brain=brain.name, asked=asked, found=found, failed=failed,
        statuses=stats.episodes, queue=await brain.episodes.queue(), may_replay=who.may("memory:write", brain.name),
    )  # fmt: skip


async def _none() -> tuple[Episode, ...]:
    return ()


@router.get("/queue")
async def get_queue(request: Request, brain: ReadableBrain, who: Someone) -> Response:
    """The state of the queue, as a part of a page that asks again."""
    return page(request, "queue.html", who, brain=brain.name, queue=await brain.episodes.queue())


@router.post("/replay")
async def post_replay(request: Request, brain: WritableBrain, who: Someone, form: Posted) -> Response:
    """Extract several episodes again, one after the other, and say what became of each."""
    ids = tuple(dict.fromkeys(form.all("id")))
    if not 1 <= len(ids) <= MOST_REPLAYED:
        raise InvalidInput(f"Choose 1 to {MOST_REPLAYED} episodes.", field="id")
    outcomes = [(id_, *await _replayed(brain, id_)) for id_ in ids]
    return page(request, "replayed.html", who, brain=brain.name, outcomes=outcomes)


async def _replayed(brain: Brain, id_: str) -> tuple[str, str]:
    """Return the status of an episode after its replay, and what went wrong."""
    try:
        result = await brain.episodes.replay(id_)
    except GraphmemError as error:
        return "refused", reason_of(error)
    return result.status or EpisodeState.STORED, result.error or ""
