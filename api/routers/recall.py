# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""Recall: facts, episodes and a context for a question."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Body

from graphmem.contract.recall import RecallResult

from ..deps import Readable
from ..examples import QUESTIONS
from ..problems import RESPONSES
from ..route import StrictRoute
from ..schemas import RecallRequest

router = APIRouter(prefix="/v1/brains/{brain}", tags=["recall"], route_class=StrictRoute, responses=RESPONSES)


@router.post("/recall", operation_id="recall", summary="Recall", response_model=RecallResult)
async def post_recall(
    brain: Readable, asked: Annotated[RecallRequest, Body(openapi_examples=QUESTIONS)]
) -> RecallResult:
    """Ranked facts and episodes for a question, and a context for a prompt. Changes nothing unless `reinforce` is true."""
    return await brain.recall(**dict(asked))
