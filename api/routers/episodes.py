# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""Episodes: remember, import, list, read, trace, replay."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Body, Query, Request, Response

from graphmem.access.caller import Caller
from graphmem.brain import Brain
from graphmem_contract.episode_state import EpisodeState
from graphmem_contract.errors import Forbidden
from graphmem_contract.history import EpisodeChanges
from graphmem_contract.reads import Episode
from graphmem_contract.records import WriteResult
from graphmem_contract.requests import EpisodeRequest
from graphmem_contract.service import Accepted, EpisodePage

from ..answers import REPLAYED, answer
from ..deps import AnyCaller, Readable, Writable, check_readable
from ..examples import EPISODES, NDJSON_EPISODES
from ..idempotency import Key
from ..imports import import_episodes, report
from ..ndjson import REPORT, NdjsonLine, body_like, lines_of_request
from ..problems import GONE, NOT_FOUND, RESPONSES, TOO_LARGE
from ..route import StrictRoute
from ..schemas import EpisodesQuery

router = APIRouter(prefix="/v1/brains/{brain}", route_class=StrictRoute, responses=RESPONSES)

_ANSWERS: dict[int | str, dict[str, Any]] = {
    200: {"model": WriteResult, "description": "Blank content, a dry run, or an earlier answer again"},
    201: {
        "model": WriteResult,
        "description": "Stored and extracted; `success` is false if extraction failed, or waits for the next day's quota",
    },
    202: {"model": Accepted, "description": "Stored; extraction follows (wait=false)"},
    **TOO_LARGE,
}


@router.post(
    "/episodes",
    operation_id="rememberEpisode",
    summary="Remember a text",
    responses=_ANSWERS,
    status_code=201,
    response_model=WriteResult,
)
async def post_episode(
    brain: Writable, asked: Annotated[EpisodeRequest, Body(openapi_examples=EPISODES)], key: Key, caller: AnyCaller
) -> Response:
    """Stores a message, a document or a chat, extracts entities and dated facts, and returns what changed.

    A dry run needs memory:read as well: it shows what the brain knows and stores nothing.
    """
    if asked.dry_run:
        check_readable(brain, caller)
    result, replayed = await brain.episodes.submit(asked, key)
    headers = REPLAYED if replayed else {}
    if asked.wait or asked.skip_extraction or asked.dry_run or result.episode_id is None:
        created = not replayed and not asked.dry_run and result.episode_id is not None
        return answer(result, 201 if created else 200, headers)
    url = f"/v1/brains/{brain.name}/episodes/{result.episode_id}"
    accepted = Accepted(episode_id=result.episode_id, status=result.status or EpisodeState.PENDING, status_url=url)
    return answer(accepted, 200 if replayed else 202, headers)


@router.post(
    "/episodes:import",
    operation_id="importEpisodes",
    summary="Import episodes",
    response_class=Response,
    responses=REPORT,
    openapi_extra=body_like("EpisodeRequest", NDJSON_EPISODES),
)
async def post_episodes(brain: Writable, request: Request, caller: AnyCaller) -> Response:
    """NDJSON: each line is a body of `POST …/episodes`. A repeated import continues where it stopped."""
    return await report(import_episodes(brain, _permitted(brain, caller, lines_of_request(request))))


async def _permitted(brain: Brain, caller: Caller, lines: AsyncIterator[NdjsonLine]) -> AsyncIterator[NdjsonLine]:
    """Yield the lines; a dry run of a caller that may not read becomes an error."""
    async for line in lines:
        if not isinstance(line.value, dict) or not line.value.get("dry_run"):
            yield line
            continue
        try:
            check_readable(brain, caller)
            yield line
        except Forbidden as error:
            yield NdjsonLine(line.number, error=error)


@router.get("/episodes", operation_id="listEpisodes", summary="List episodes", response_model=EpisodePage)
async def list_episodes(brain: Readable, asked: Annotated[EpisodesQuery, Query()]) -> EpisodePage:
    """Most recently recorded first."""
    page = await brain.episodes.list(**asked.model_dump())
    return EpisodePage(episodes=page.items, next_cursor=page.next_cursor)


@router.get(
    "/episodes/{id}",
    operation_id="getEpisode",
    summary="One episode",
    response_model=Episode,
    responses={**NOT_FOUND, **GONE},
)
async def get_episode(brain: Readable, id: str) -> Episode:
    """An episode as it was sent, and its status."""
    return await brain.episodes.get(id)


@router.get(
    "/episodes/{id}/changes",
    operation_id="getEpisodeChanges",
    summary="What an episode changed",
    response_model=EpisodeChanges,
    responses={**NOT_FOUND, **GONE},
)
async def get_changes(brain: Readable, id: str) -> EpisodeChanges:
    """Each fact that the episode added, ended, changed, confirmed or skipped, before and after it."""
    return await brain.episodes.changes(id)


@router.get(
    "/episodes/{id}/trace", operation_id="getTrace", summary="Trace of an episode", responses={**NOT_FOUND, **GONE}
)
async def get_trace(brain: Readable, id: str) -> dict[str, Any]:
    """Input, decisions and output of each stage, with reasons, prompts and tokens."""
    return await brain.episodes.trace(id)


@router.post(
    "/episodes/{id}:replay",
    operation_id="replayEpisode",
    summary="Extract again",
    response_model=WriteResult,
    responses={**NOT_FOUND, **GONE},
)
async def replay_episode(brain: Writable, id: str) -> WriteResult:
    """Extracts an episode that failed or was only stored. An extracted episode stays as it is."""
    result = await brain.episodes.replay(id)
    return result.model_copy(update={"trace": None})
