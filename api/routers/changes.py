# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""The changes feed: pages, long poll, server-sent events."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Header, Query, Request, Response

from graphmem_contract.feed import ChangeBatch

from ..answers import answer
from ..bodies.feed import ChangesQuery
from ..deps import Readable
from ..event_stream import MEDIA_TYPE, event_stream, until_stopped
from ..problems import GONE, NOT_FOUND, RESPONSES
from ..route import StrictRoute

router = APIRouter(prefix="/v1/brains/{brain}", route_class=StrictRoute, responses=RESPONSES)

_EVENTS: dict[int | str, dict[str, Any]] = {
    200: {"model": ChangeBatch, "content": {MEDIA_TYPE: {"schema": {"type": "string", "format": "binary"}}}}
}


@router.get(
    "/changes",
    operation_id="listChanges",
    summary="Changes of a brain",
    response_model=ChangeBatch,
    responses={**_EVENTS, **NOT_FOUND, **GONE},
)
async def get_changes(
    brain: Readable,
    request: Request,
    asked: Annotated[ChangesQuery, Query()],
    last_event_id: Annotated[str | None, Header(max_length=400, description="Of an event stream: `since`")] = None,
) -> Response:
    """What the commits behind `since` changed, in their order, each once; ids, no texts. With `wait`, a long poll.

    With `Accept: text/event-stream` the answer is a stream of server-sent events that goes on.
    """
    stopping = request.app.state.stopping
    if MEDIA_TYPE in request.headers.get("accept", ""):
        return await event_stream(brain, stopping, last_event_id or asked.since, asked.limit)
    return answer(await until_stopped(brain, stopping, asked.since, asked.limit, asked.wait))
