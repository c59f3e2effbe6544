# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""Sessions: list, flush, summarise."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Response

from graphmem_contract.service import FlushReport, SessionPage
from graphmem_contract.sessions import SessionSummary

from ..answers import Answer
from ..deps import AnyCaller, Readable, Writable, check_readable
from ..idempotency import OnlyOnce
from ..problems import NOT_FOUND, RESPONSES
from ..route import StrictRoute
from ..schemas import SessionsQuery

router = APIRouter(prefix="/v1/brains/{brain}/sessions", route_class=StrictRoute, responses=RESPONSES)

SessionId = Annotated[str, Path(description="The session_id of its episodes")]


@router.get("", operation_id="listSessions", summary="List the sessions", response_model=SessionPage)
async def list_sessions(brain: Readable, asked: Annotated[SessionsQuery, Query()]) -> SessionPage:
    """Sorted by id, with the number of episodes, the first and the last time, and the latest summary."""
    page = await brain.sessions.list(**asked.model_dump())
    return SessionPage(sessions=page.items, next_cursor=page.next_cursor)


@router.post(
    "/{session:path}:flush", operation_id="flushSession", summary="Flush a session", response_model=FlushReport
)
async def flush_session(brain: Writable, session: SessionId, once: OnlyOnce) -> Response:
    """Extracts the waiting messages of a session (`extraction_threshold`) in their order, and those that had failed."""

    async def flush() -> Answer:
        results = await brain.sessions.flush(session)
        return Answer.of(FlushReport(results=tuple(result.model_copy(update={"trace": None}) for result in results)))

    return await once.answer(brain, flush)


@router.post(
    "/{session:path}:summarise",
    operation_id="summariseSession",
    summary="Summarise a session",
    response_model=SessionSummary,
    responses=NOT_FOUND,
)
async def summarise_session(brain: Writable, session: SessionId, once: OnlyOnce, caller: AnyCaller) -> Response:
    """Extracts the waiting messages, then calls the model once. The English summary is an episode and replaces the last one.

    The key needs memory:read as well: the answer tells what others said.
    """
    check_readable(brain, caller)

    async def summarise() -> Answer:
        return Answer.of(await brain.sessions.summarise(session))

    return await once.answer(brain, summarise)
