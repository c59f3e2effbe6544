# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""What this process counts and measures, for Prometheus."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from fastapi import APIRouter, Request, Response

from graphmem.errors import GraphmemError
from graphmem.memory import Memory
from graphmem.observability import metrics

from ..deps import ReadableMemory
from ..problems import RESPONSES
from ..route import StrictRoute

router = APIRouter(tags=["health"], route_class=StrictRoute)

KEPT_SECONDS = 5.0
"""So long the state of the queue is told again without asking Neo4j."""
PATIENCE_SECONDS = 2.0
_TEXT: dict[int | str, dict[str, Any]] = {
    200: {"description": "Prometheus text", "content": {"text/plain": {"schema": {"type": "string"}}}}
}


@router.get("/metrics", summary="Numbers for Prometheus", response_class=Response, responses={**_TEXT, **RESPONSES})
async def get_metrics(memory: ReadableMemory, request: Request) -> Response:
    """Requests, stages, models, commits, recall and statements of this process; the queue of all. With keys, it needs one."""
    state = request.app.state
    if time.monotonic() >= getattr(state, "queue_told_until", 0.0):
        state.queue_told_until = time.monotonic() + KEPT_SECONDS
        await _ask(memory)
    metrics.tasks()
    return Response(metrics.exposition(), 200, {"Cache-Control": "no-store"}, metrics.MEDIA_TYPE)


async def _ask(memory: Memory) -> None:
    """Without Neo4j the other numbers are told all the same."""
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            rows = await memory.store.read("upkeep/queue_states", brain=None)
    except (GraphmemError, TimeoutError):
        metrics.queue(None, 0.0)
        return
    seconds = next((row["seconds"] for row in rows if row["seconds"] is not None), 0.0)
    metrics.queue({row["status"]: row["episodes"] for row in rows}, max(0.0, seconds))
