# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""Sources of episodes: list, trust, retract, restore."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Body, Path, Query, Response

from graphmem_contract.service import SourcePage
from graphmem_contract.sources import EpisodeSource, SourceChanges

from ..answers import Answer
from ..bodies.sources import RestoreSourceRequest, RetractSourceRequest, SourcesQuery, TrustRequest
from ..deps import AnyCaller, GraphWritable, Readable, check_readable
from ..idempotency import OnlyOnce
from ..problems import CONFLICT, NOT_FOUND, RESPONSES
from ..route import StrictRoute

router = APIRouter(prefix="/v1/brains/{brain}/sources", route_class=StrictRoute, responses=RESPONSES)

SourceName = Annotated[
    str,
    Path(
        description="`source` of the episodes, percent-encoded: `slack/general` is `slack%2Fgeneral`",
        max_length=300,
        json_schema_extra={"minLength": 1},
    ),
]


@router.get("", operation_id="listSources", summary="List the sources", response_model=SourcePage)
async def list_sources(brain: Readable, asked: Annotated[SourcesQuery, Query()]) -> SourcePage:
    """The sources of the episodes, and those that have a trust, sorted by name, with their counts and standing retractions."""
    page = await brain.sources.list(**asked.model_dump())
    return SourcePage(sources=page.items, next_cursor=page.next_cursor)


@router.post(
    "/{source:path}:retract",
    operation_id="retractSource",
    summary="Retract a source",
    response_model=SourceChanges,
    responses=NOT_FOUND,
)
async def retract_source(
    brain: GraphWritable,
    source: SourceName,
    once: OnlyOnce,
    caller: AnyCaller,
    asked: Annotated[RetractSourceRequest | None, Body()] = None,
) -> Response:
    """Withdraws all statements of the source's episodes, at one system time. What another source has said too stands."""
    options = asked or RetractSourceRequest()
    if options.dry_run:
        check_readable(brain, caller)

    async def retract() -> Answer:
        return Answer.of(await brain.sources.retract(source, **options.model_dump()))

    return await once.answer(brain, retract)


@router.post(
    "/{source:path}:restore",
    operation_id="restoreSource",
    summary="Restore a source",
    response_model=SourceChanges,
    responses={**NOT_FOUND, **CONFLICT},
)
async def restore_source(
    brain: GraphWritable,
    source: SourceName,
    once: OnlyOnce,
    caller: AnyCaller,
    asked: Annotated[RestoreSourceRequest | None, Body()] = None,
) -> Response:
    """Takes a retraction back: exactly what it withdrew holds again."""
    options = asked or RestoreSourceRequest()
    if options.dry_run:
        check_readable(brain, caller)

    async def restore() -> Answer:
        return Answer.of(await brain.sources.restore(source, **options.model_dump()))

    return await once.answer(brain, restore)


@router.put(
    "/{source:path}", operation_id="setSource", summary="Set the trust of a source", response_model=EpisodeSource
)
async def put_source(brain: GraphWritable, source: SourceName, asked: TrustRequest) -> EpisodeSource:
    """Bounds the confidence of what the source says, for the episodes that are stored from now on. Creates a missing brain."""
    return await brain.sources.set(source, trust=asked.trust)
