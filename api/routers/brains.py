# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""Brains: list, read, create, configure, count."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Body, Query, Response

from graphmem_contract.brains import Overview, QueueState
from graphmem_contract.contradictions import ContradictionMark
from graphmem_contract.history import ChangeMoments
from graphmem_contract.reads import Stats
from graphmem_contract.service import BrainDetail, BrainPage, ContradictionPage, DifferencePage
from graphmem_contract.settings import BrainSettings

from ..answers import Answer, answer
from ..deps import AnyCaller, AnyMemory, Governed, GraphWritable, Readable, Reader
from ..examples import SETTINGS
from ..idempotency import OnlyOnce
from ..moment_schemas import DifferencesQuery, MomentsQuery
from ..problems import CONFLICT, NOT_FOUND, RESPONSES
from ..route import StrictRoute
from ..schemas import AcceptRequest, BrainsQuery, ContradictionsQuery, OverviewQuery

router = APIRouter(prefix="/v1/brains", route_class=StrictRoute, responses=RESPONSES)


@router.get("", operation_id="listBrains", summary="List the brains", response_model=BrainPage)
async def list_brains(memory: AnyMemory, caller: Reader, asked: Annotated[BrainsQuery, Query()]) -> BrainPage:
    """The brains that the key may access, sorted by name. The first write creates a brain."""
    page = await memory.brains(names=caller.brains, **asked.model_dump())
    return BrainPage(brains=page.items, next_cursor=page.next_cursor)


@router.get(
    "/{brain}",
    operation_id="getBrain",
    summary="One brain and its counts",
    response_model=BrainDetail,
    responses=NOT_FOUND,
)
async def get_brain(brain: Readable) -> BrainDetail:
    """Its settings and its counts; 404 if nothing was ever written to it."""
    summary, settings, applied, stats = await asyncio.gather(
        brain.overview.summary(), brain.settings(), brain.overview.effective_settings(), brain.overview.stats()
    )
    return BrainDetail(**summary.model_dump(), settings=settings, effective_settings=applied, stats=stats)


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
    return await brain.overview.stats()


@router.get(
    "/{brain}/overview",
    operation_id="getOverview",
    summary="Overview of a brain",
    response_model=Overview,
)
async def get_overview(brain: Readable, asked: Annotated[OverviewQuery, Query()]) -> Overview:
    """Counts, the last days, newest contradictions and failures, most connected entities."""
    return await brain.overview.get(days=asked.days)


@router.get(
    "/{brain}/queue",
    operation_id="getQueue",
    summary="Queue of a brain",
    response_model=QueueState,
)
async def get_queue(brain: Readable) -> QueueState:
    """Episodes that wait for extraction, that are being extracted, and that failed in the queue."""
    return await brain.episodes.queue()


@router.get(
    "/{brain}/contradictions",
    operation_id="listContradictions",
    summary="List contradictions",
    response_model=ContradictionPage,
)
async def list_contradictions(brain: Readable, asked: Annotated[ContradictionsQuery, Query()]) -> ContradictionPage:
    """Facts that a later value or a contradiction ended, each with the fact in its place, both sources, and who decided."""
    page = await brain.contradictions.list(**asked.model_dump())
    return ContradictionPage(contradictions=page.items, next_cursor=page.next_cursor)


@router.post(
    "/{brain}/contradictions/{id}:accept",
    operation_id="acceptContradiction",
    summary="Accept a contradiction",
    response_model=ContradictionMark,
    responses={**NOT_FOUND, **CONFLICT},
)
async def accept_contradiction(
    brain: GraphWritable,
    id: str,
    once: OnlyOnce,
    caller: AnyCaller,
    asked: Annotated[AcceptRequest | None, Body()] = None,
) -> Response:
    """Marks a fact that another one ended as looked at and left as it is, with the name of the key. A new version is open."""
    options = asked or AcceptRequest()

    async def mark() -> Answer:
        return Answer.of(await brain.contradictions.accept(id, by=caller.name, **options.model_dump()))

    return await once.answer(brain, mark)


@router.get(
    "/{brain}/moments",
    operation_id="getChangeMoments",
    summary="Moments of change",
    response_model=ChangeMoments,
)
async def get_moments(brain: Readable, asked: Annotated[MomentsQuery, Query()]) -> ChangeMoments:
    """The moments of valid time and of system time at which facts changed, earliest first."""
    return await brain.timeline.moments(**asked.model_dump())


@router.get(
    "/{brain}/differences",
    operation_id="listDifferences",
    summary="Compare two moments",
    response_model=DifferencePage,
)
async def list_differences(brain: Readable, asked: Annotated[DifferencesQuery, Query()]) -> DifferencePage:
    """Facts that hold at one of two moments only, or at both in versions that differ. A moment has a valid and a system time."""
    page = await brain.timeline.differences(**asked.model_dump())
    return DifferencePage(differences=page.items, next_cursor=page.next_cursor)
