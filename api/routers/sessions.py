# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""Sessions: the conversations of a brain, extracted and summed up."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Response

from graphmem.contract.records import SessionSummary

from ..answers import Answer
from ..deps import Readable, Writable
from ..idempotency import OnlyOnce
from ..problems import NOT_FOUND, RESPONSES
from ..route import StrictRoute
from ..schemas import FlushReport, SessionPage, SessionsQuery

router = APIRouter(
    prefix="/v1/brains/{brain}/sessions", tags=["sessions"], route_class=StrictRoute, responses=RESPONSES
)

SessionId = Annotated[str, Path(description="The session_id of its episodes")]


@router.get("", summary="List the sessions", response_model=SessionPage)
async def list_sessions(brain: Readable, asked: Annotated[SessionsQuery, Query()]) -> SessionPage:
    """By id, each with how many episodes it has, from when to when, and what its latest summary says."""
    page = await brain.sessions(**asked.model_dump())
    return SessionPage(sessions=page.items, next_cursor=page.next_cursor)


@router.post("/{session:path}:flush", summary="Extract what waits", response_model=FlushReport)
async def flush_session(brain: Writable, session: SessionId, once: OnlyOnce) -> Response:
    """Extracts the messages that wait for more of them (`extraction_threshold`), in their order, and what had failed of them."""

    async def flush() -> Answer:
        results = await brain.flush(session)
        return Answer.of(FlushReport(results=tuple(one.model_copy(update={"trace": None}) for one in results)))

    return await once.answer(brain, flush)


@router.post(
    "/{session:path}:summarise", summary="Sum a session up", response_model=SessionSummary, responses=NOT_FOUND
)
async def summarise_session(brain: Writable, session: SessionId, once: OnlyOnce) -> Response:
    """Extracts what waits, then one model call: a summary in English, kept as an episode in place of the one before."""

    async def summarise() -> Answer:
        return Answer.of(await brain.summarise(session))

    return await once.answer(brain, summarise)
