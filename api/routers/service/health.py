# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""Liveness and readiness of the service."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter

from graphmem.memory import Memory
from graphmem.observability.logs import get_logger
from graphmem.version import __version__
from graphmem_contract.errors import DatabaseUnavailable, ModelError, NotReady, SetupError
from graphmem_contract.service import Health, Ready

from ...deps import AnyMemory
from ...problems import RESPONSES
from ...route import StrictRoute

router = APIRouter(route_class=StrictRoute)

log = get_logger("graphmem.api")
PATIENCE_SECONDS = 5.0


@router.get("/health", operation_id="getHealth", summary="Liveness", response_model=Health)
async def get_health() -> Health:
    """Answers without a database query: the process is running."""
    return Health(version=__version__)


@router.get(
    "/ready", operation_id="getReadiness", summary="Readiness", response_model=Ready, responses={503: RESPONSES[503]}
)
async def get_ready(memory: AnyMemory) -> Ready:
    """Queries Neo4j and the embedder; 503 if one does not answer in time, or if the graph has another schema."""
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            await memory.check_schema()
    except TimeoutError:
        detail = (
            f"Neo4j did not answer within {PATIENCE_SECONDS:.0f} s. Check that it runs and that NEO4J_URI is right."
        )
        raise DatabaseUnavailable(detail, retry_after=2.0) from None
    await _check_embedder(memory)
    return Ready(writes="accepted" if memory.is_writable() else "refused")


async def _check_embedder(memory: Memory) -> None:
    """Raise NotReady if the embedder fails. It caches the vector: only the first call, and each call after a failure, is slow."""
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            await memory.models.embedder.embed(["ready"])
    except (ModelError, SetupError, TimeoutError) as error:
        log.warning("embedder_not_ready", error=type(error).__name__)
        raise NotReady(f"The embedder {memory.models.embedder.name} gives no vectors yet.", retry_after=2.0) from None
