# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""Recall: facts, episodes and a context for a question."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Body
from pydantic import Field

from graphmem_contract.recall import RecallResult
from graphmem_contract.recall_options import RecallOptions

from ..deps import Readable
from ..examples import QUESTIONS
from ..problems import RESPONSES
from ..route import StrictRoute

router = APIRouter(prefix="/v1/brains/{brain}", route_class=StrictRoute, responses=RESPONSES)


class RecallRequest(RecallOptions):
    """A question. Without `query`: the context of the brain, or of `entities`."""

    query: str | None = Field(None, max_length=20_000)


@router.post("/recall", operation_id="recall", summary="Recall", response_model=RecallResult)
async def post_recall(
    brain: Readable, asked: Annotated[RecallRequest, Body(openapi_examples=QUESTIONS)]
) -> RecallResult:
    """Ranked facts and episodes for a question, and a context for a prompt. Changes nothing unless `reinforce` is true."""
    return await brain.recall(**dict(asked))
