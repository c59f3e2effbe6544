# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""Metrics of this process for Prometheus."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from fastapi import APIRouter, Request, Response

from graphmem.memory import Memory
from graphmem.observability import metrics
from graphmem_contract.errors import GraphmemError

from ...deps import ReadableMemory
from ...problems import RESPONSES
from ...route import StrictRoute

router = APIRouter(route_class=StrictRoute)

KEPT_SECONDS = 5.0
"""How long the state of the queue is cached."""
PATIENCE_SECONDS = 2.0
_TEXT: dict[int | str, dict[str, Any]] = {
    200: {"description": "Prometheus text", "content": {"text/plain": {"schema": {"type": "string"}}}}
}


@router.get(
    "/metrics",
    operation_id="getMetrics",
    summary="Metrics for Prometheus",
    response_class=Response,
    responses={**_TEXT, **RESPONSES},
)
async def get_metrics(memory: ReadableMemory, request: Request) -> Response:
    """Requests, stages, models, commits, recall and statements of this process; the queue of all processes.

    Requires a key if the service has keys.
    """
    state = request.app.state
    if time.monotonic() >= getattr(state, "queue_told_until", 0.0):
        state.queue_told_until = time.monotonic() + KEPT_SECONDS
        await _measure_queue(memory)
    metrics.tasks()
    return Response(metrics.exposition(), 200, {"Cache-Control": "no-store"}, metrics.MEDIA_TYPE)


async def _measure_queue(memory: Memory) -> None:
    """Measure the queue. If Neo4j does not answer, the other metrics are still exported."""
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            rows = await memory.store.read("queue/states", brain=None)
    except (GraphmemError, TimeoutError):
        metrics.queue(None, 0.0)
        return
    seconds = next((row["seconds"] for row in rows if row["seconds"] is not None), 0.0)
    metrics.queue({row["status"]: row["episodes"] for row in rows}, max(0.0, seconds))
