# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""Procedures by call, for agents that think in Cypher."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Body

from graphmem.errors import InvalidInput
from graphmem.explore.call_grammar import read_call
from graphmem.explore.calls import CallResult, call, cypher

from ..deps import AnyCaller, Readable
from ..examples import CALLS
from ..problems import RESPONSES
from ..route import StrictRoute
from ..schemas import CallRequest

router = APIRouter(prefix="/v1/brains/{brain}", tags=["recall"], route_class=StrictRoute, responses=RESPONSES)


@router.post("/call", summary="Call a reading procedure", response_model=CallResult)
async def post_call(
    brain: Readable, caller: AnyCaller, asked: Annotated[CallRequest, Body(openapi_examples=CALLS)]
) -> CallResult:
    """`CALL graphmem.<read>(…) YIELD … RETURN …` in this brain. Other reading Cypher is run for keys that may administer all."""
    engine = brain.engine
    try:
        one = read_call(asked.call)
    except InvalidInput:
        if not caller.may("admin"):
            raise
        return await cypher(engine.store, brain.name, asked.call, asked.parameters)
    least = engine.settings.min_confidence
    return await call(engine.store, brain.name, one, asked.parameters, engine.models.embedder.embed, least)
