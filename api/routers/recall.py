# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""Recall: facts, episodes and a context for a question."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Body
from pydantic import Field

from graphmem_contract.recall import RecallResult
from graphmem_contract.records import Category, Record

from ..deps import Readable
from ..examples import QUESTIONS
from ..problems import RESPONSES
from ..route import StrictRoute
from ..schemas import KnownAt, Ref, ValidAt

router = APIRouter(prefix="/v1/brains/{brain}", route_class=StrictRoute, responses=RESPONSES)


class RecallRequest(Record):
    """A question. Without `query`: the context of the brain, or of `entities`."""

    query: str | None = Field(None, max_length=20_000)
    k: int = Field(10, ge=1, le=100, description="Maximum number of facts, and of episodes")
    recipe: str = Field(
        "hybrid",
        max_length=100,
        description="hybrid, facts, episodes, graph, lexical, semantic, conversation, fusion, rerank or overview",
    )
    valid_at: ValidAt = None
    known_at: KnownAt = None
    entities: tuple[Ref, ...] = Field(
        (), max_length=1000, description="Only what is connected to these; names, keys or ids"
    )
    relations: tuple[Ref, ...] = Field((), max_length=1000)
    categories: tuple[Category, ...] = Field((), max_length=1000)
    asker: Ref | None = Field(
        None,
        description='Who asks: name, key or id of an entity; "I" and "my" in the question mean it, in five languages',
    )
    session_id: str | None = Field(None, max_length=300)
    speaker: str | None = Field(None, max_length=300)
    role: str | None = Field(None, max_length=100)
    tags: tuple[str, ...] = Field((), max_length=1000)
    metadata: dict[str, Any] = Field(default_factory=dict)
    min_confidence: float | None = Field(
        None, ge=0, le=1, description="Default: the brain's, else GRAPHMEM_MIN_CONFIDENCE"
    )
    min_relevance: float | None = Field(
        None,
        ge=0,
        le=1,
        description="How well the best result has to fit the question, or nothing is returned. "
        "Default: the floor of the embedder; 0 = no floor",
    )
    include_closed: bool = False
    include_provenance: bool = False
    deep: bool = Field(
        False, description="Whether facts that went cold, because nobody used them, are found too, at half score"
    )
    spread: bool = Field(
        False,
        description="Whether facts that are associated with the best ones are found too, over two links, each at half weight",
    )
    tell_ended: bool = Field(
        False, description="Whether to return the first k of the facts that `no_longer_true` counts, in `ended`"
    )
    diversity: float = Field(
        0.0, ge=0, le=1, description="0 = ranked by score only, up to 1 = results unlike each other"
    )
    rerank: bool = Field(False, description="Whether the reranker ranks the best results again, if the service has one")
    context_style: Literal["grouped", "block", "lines"] = "grouped"
    token_budget: int = Field(800, ge=0, le=100_000, description="Maximum number of tokens of `context`")
    reinforce: bool = Field(False, description="Whether the results count as used; otherwise recall changes nothing")
    explain: bool = Field(
        False,
        description="Whether to return what each signal adds and what was left out, and why, in `explanation`; "
        "it costs another search",
    )


@router.post("/recall", operation_id="recall", summary="Recall", response_model=RecallResult)
async def post_recall(
    brain: Readable, asked: Annotated[RecallRequest, Body(openapi_examples=QUESTIONS)]
) -> RecallResult:
    """Ranked facts and episodes for a question, and a context for a prompt. Changes nothing unless `reinforce` is true."""
    return await brain.recall(**dict(asked))
