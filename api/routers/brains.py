# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""Brains: which there are, and what is in one."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Body, Query, Response

from graphmem.brain_settings import BrainSettings, read_settings
from graphmem.contract.records import Stats
from graphmem.errors import NotFound
from graphmem.graph.settings_store import configure

from ..answers import Answer, answer
from ..deps import AnyMemory, Governed, Readable, Reader
from ..examples import SETTINGS
from ..idempotency import OnlyOnce
from ..problems import NOT_FOUND, RESPONSES
from ..route import StrictRoute
from ..schemas import BrainDetail, BrainPage, BrainsQuery, BrainSummary

router = APIRouter(prefix="/v1/brains", tags=["brains"], route_class=StrictRoute, responses=RESPONSES)


@router.get("", summary="List the brains", response_model=BrainPage)
async def list_brains(memory: AnyMemory, caller: Reader, asked: Annotated[BrainsQuery, Query()]) -> BrainPage:
    """Those that the key may enter, by name. A brain is made by its first write."""
    page = {"after": asked.cursor or "", "limit": asked.limit + 1}
    if caller.brains is None:
        rows = await memory.store.read("api/brains", **page)
    else:
        rows = await memory.store.read("access/brains_of_key", brains=sorted(caller.brains), **page)
    shown = tuple(_summary(row) for row in rows[: asked.limit])
    return BrainPage(brains=shown, next_cursor=shown[-1].name if len(rows) > asked.limit else None)


@router.get("/{brain}", summary="One brain and its counts", response_model=BrainDetail, responses=NOT_FOUND)
async def get_brain(brain: Readable) -> BrainDetail:
    """Its settings and its counts; 404 where nothing was ever written."""
    rows = await brain.engine.store.read("api/brain", brain=brain.name)
    if not rows:
        raise NotFound(f"There is no brain {brain.name}; it is made by its first write.")
    settings, _ = read_settings(rows[0].pop("settings"))
    return BrainDetail(**_summary(rows[0]).model_dump(), settings=settings, stats=await brain.stats())


@router.put("/{brain}", summary="Make a brain", response_model=BrainDetail, responses={201: {"model": BrainDetail}})
async def put_brain(
    brain: Governed, settings: Annotated[BrainSettings | None, Body(openapi_examples=SETTINGS)] = None
) -> Response:
    """Makes a brain: 201; 200 if it is there. Settings that are sent replace all it had. Writing to a brain makes it too."""
    changes = settings.changes if settings is not None else {}
    _, created = await configure(brain.engine.store, brain.name, changes, replace=settings is not None)
    return answer(await get_brain(brain), 201 if created else 200)


@router.patch("/{brain}", summary="Change a brain's settings", response_model=BrainDetail)
async def patch_brain(
    brain: Governed, settings: Annotated[BrainSettings, Body(openapi_examples=SETTINGS)], once: OnlyOnce
) -> Response:
    """Changes what is sent and leaves the rest; null = as the service has it. Makes the brain if there is none."""

    async def change() -> Answer:
        await configure(brain.engine.store, brain.name, settings.model_dump(exclude_unset=True))
        return Answer.of(await get_brain(brain))

    return await once.answer(brain, change)


@router.get("/{brain}/stats", summary="Counts of a brain", response_model=Stats)
async def get_stats(brain: Readable) -> Stats:
    """How many entities, facts, values, statements and episodes there are; zeros for an unknown brain."""
    return await brain.stats()


def _summary(row: dict[str, Any]) -> BrainSummary:
    last = row["last_recorded_at"]
    return BrainSummary(**{**row, "last_recorded_at": last if last.year > 1 else None})
