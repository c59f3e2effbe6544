# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""Brains: list, read, create, configure, count."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Body, Query, Response

from graphmem.brain_settings import BrainSettings, read_settings
from graphmem.contract.records import Stats
from graphmem.errors import NotFound

from ..answers import Answer, answer
from ..deps import AnyMemory, Governed, Readable, Reader
from ..examples import SETTINGS
from ..idempotency import OnlyOnce
from ..problems import NOT_FOUND, RESPONSES
from ..route import StrictRoute
from ..schemas import BrainDetail, BrainPage, BrainsQuery, BrainSummary

router = APIRouter(prefix="/v1/brains", tags=["brains"], route_class=StrictRoute, responses=RESPONSES)


@router.get("", operation_id="listBrains", summary="List the brains", response_model=BrainPage)
async def list_brains(memory: AnyMemory, caller: Reader, asked: Annotated[BrainsQuery, Query()]) -> BrainPage:
    """The brains that the key may access, sorted by name. The first write creates a brain."""
    page = {"after": asked.cursor or "", "limit": asked.limit + 1}
    if caller.brains is None:
        rows = await memory.store.read("api/brains", **page)
    else:
        rows = await memory.store.read("access/brains_of_key", brains=sorted(caller.brains), **page)
    shown = tuple(_summary(row) for row in rows[: asked.limit])
    return BrainPage(brains=shown, next_cursor=shown[-1].name if len(rows) > asked.limit else None)


@router.get(
    "/{brain}",
    operation_id="getBrain",
    summary="One brain and its counts",
    response_model=BrainDetail,
    responses=NOT_FOUND,
)
async def get_brain(brain: Readable) -> BrainDetail:
    """Its settings and its counts; 404 if nothing was ever written to it."""
    rows = await brain.engine.store.read("api/brain", brain=brain.name)
    if not rows:
        raise NotFound(f"There is no brain {brain.name}; it is made by its first write.")
    settings, _ = read_settings(rows[0].pop("settings"))
    return BrainDetail(**_summary(rows[0]).model_dump(), settings=settings, stats=await brain.stats())


@router.put(
    "/{brain}",
    operation_id="createBrain",
    summary="Create a brain",
    response_model=BrainDetail,
    responses={201: {"model": BrainDetail}},
)
async def put_brain(
    brain: Governed, settings: Annotated[BrainSettings | None, Body(openapi_examples=SETTINGS)] = None
) -> Response:
    """Creates a brain: 201, or 200 if it exists. Settings in the body replace all its settings; without a body they stay."""
    created = await brain.create(settings)
    return answer(await get_brain(brain), 201 if created else 200)


@router.patch(
    "/{brain}", operation_id="configureBrain", summary="Change a brain's settings", response_model=BrainDetail
)
async def patch_brain(
    brain: Governed, settings: Annotated[BrainSettings, Body(openapi_examples=SETTINGS)], once: OnlyOnce
) -> Response:
    """Changes the settings in the body and keeps the others; null = the service's setting. Creates a missing brain."""

    async def change() -> Answer:
        await brain.configure(**settings.model_dump(exclude_unset=True))
        return Answer.of(await get_brain(brain))

    return await once.answer(brain, change)


@router.get("/{brain}/stats", operation_id="getStats", summary="Counts of a brain", response_model=Stats)
async def get_stats(brain: Readable) -> Stats:
    """Numbers of entities, facts, values, statements and episodes; zeros for an unknown brain."""
    return await brain.stats()


def _summary(row: dict[str, Any]) -> BrainSummary:
    last = row["last_recorded_at"]
    return BrainSummary(**{**row, "last_recorded_at": last if last.year > 1 else None})
