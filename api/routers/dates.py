# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""Resolution of dates in a text."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Body

from graphmem_contract.errors import TooLarge

from ..deps import AnyCaller, AnyMemory
from ..examples import DATES
from ..problems import RESPONSES, TOO_LARGE
from ..route import StrictRoute
from ..schemas import DateSpans, DatesRequest

router = APIRouter(prefix="/v1", route_class=StrictRoute, responses=RESPONSES)


@router.post(
    "/dates:resolve",
    operation_id="resolveDates",
    summary="Dates in a text",
    response_model=DateSpans,
    responses=TOO_LARGE,
)
async def resolve_dates(
    memory: AnyMemory, caller: AnyCaller, asked: Annotated[DatesRequest, Body(openapi_examples=DATES)]
) -> DateSpans:
    """Every date in a text as a half-open interval in UTC, in the order of the text. Reads no brain."""
    if len(asked.text) > memory.settings.max_content_chars:
        raise TooLarge(f"{memory.settings.max_content_chars} characters are the limit.", field="text")
    return await memory.dates(
        asked.text, asked.occurred_at, asked.time_zone, owner=f"key {caller.key_id or caller.name}"
    )
