# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""Calls of the reading procedures, for agents that write Cypher."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Body

from graphmem import CallResult

from ..deps import AnyCaller, Readable
from ..examples import CALLS
from ..problems import NOT_FOUND, RESPONSES
from ..route import StrictRoute
from ..schemas import CallRequest

router = APIRouter(prefix="/v1/brains/{brain}", route_class=StrictRoute, responses=RESPONSES)


@router.post(
    "/call", operation_id="call", summary="Call a reading procedure", response_model=CallResult, responses=NOT_FOUND
)
async def post_call(
    brain: Readable, caller: AnyCaller, asked: Annotated[CallRequest, Body(openapi_examples=CALLS)]
) -> CallResult:
    """`CALL graphmem.<procedure>(…) YIELD … RETURN …` in this brain. With `admin` in all brains, any other reading Cypher too,
    unless `any_cypher` is false.
    """
    return await brain.graph.call(asked.call, asked.parameters, any_cypher=asked.any_cypher and caller.may("admin"))
