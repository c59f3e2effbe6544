# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""Whether the service lives, and whether it can work."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter

from graphmem.errors import DatabaseUnavailable, ModelError, NotReady, SetupError
from graphmem.graph.schema import VERSION
from graphmem.memory import Memory
from graphmem.observability.logs import get_logger
from graphmem.version import __version__

from ..deps import AnyMemory
from ..problems import RESPONSES
from ..route import StrictRoute
from ..schemas import Health, Ready

router = APIRouter(tags=["health"], route_class=StrictRoute)

log = get_logger("graphmem.api")
PATIENCE_SECONDS = 5.0


@router.get("/health", summary="Does the process answer?", response_model=Health)
async def get_health() -> Health:
    """Asks nobody."""
    return Health(version=__version__)


@router.get("/ready", summary="Can it work?", response_model=Ready, responses={503: RESPONSES[503]})
async def get_ready(memory: AnyMemory) -> Ready:
    """Asks Neo4j, and the embedder for a vector that it keeps; 503 if one does not answer in time, or the schema is another."""
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            await _check_schema(memory)
    except TimeoutError:
        detail = (
            f"Neo4j did not answer within {PATIENCE_SECONDS:.0f} s. Check that it runs and that NEO4J_URI is right."
        )
        raise DatabaseUnavailable(detail, retry_after=2.0) from None
    await _check_embedder(memory)
    return Ready()


async def _check_schema(memory: Memory) -> None:
    """Raises DatabaseUnavailable, or NotReady where the graph is not this code's any longer."""
    rows = await memory.store.read("setup/read_schema")
    there = (rows[0]["version"], rows[0]["embedder"], rows[0]["dimensions"]) if rows else None
    if there != (VERSION, memory.models.embedder.name, memory.models.embedder.dimensions):
        told = f"version {there[0]} with vectors of {there[1]}" if there else "no longer there"
        raise NotReady(f"The graph's schema is {told}; start this service again with settings that fit.")


async def _check_embedder(memory: Memory) -> None:
    """Raises NotReady. An embedder keeps the vector, so that only the first time takes long, and each time after a failure."""
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            await memory.models.embedder.embed(["ready"])
    except (ModelError, SetupError, TimeoutError) as error:
        log.warning("embedder_not_ready", error=type(error).__name__)
        raise NotReady(f"The embedder {memory.models.embedder.name} gives no vectors yet.", retry_after=2.0) from None
