# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""Whether the service lives, and whether it can work."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter

from graphmem import __version__
from graphmem.errors import DatabaseUnavailable

from ..deps import AnyMemory
from ..problems import RESPONSES
from ..route import StrictRoute
from ..schemas import Health, Ready

router = APIRouter(tags=["health"], route_class=StrictRoute)

PATIENCE_SECONDS = 5.0


@router.get("/health", summary="Does the process answer?", response_model=Health)
async def get_health() -> Health:
    """Asks nobody."""
    return Health(version=__version__)


@router.get("/ready", summary="Does the database answer?", response_model=Ready, responses={503: RESPONSES[503]})
async def get_ready(memory: AnyMemory) -> Ready:
    """Asks Neo4j; 503 if it does not answer in time."""
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            await memory.store.ping()
    except TimeoutError:
        detail = (
            f"Neo4j did not answer within {PATIENCE_SECONDS:.0f} s. Check that it runs and that NEO4J_URI is right."
        )
        raise DatabaseUnavailable(detail, retry_after=2.0) from None
    return Ready()
