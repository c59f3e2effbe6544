# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""Facts: state, rehearse, import, look up at two times, invalidate, correct, restore."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Body, Query, Request, Response

from graphmem_contract.changes import Changes
from graphmem_contract.history import Dependents, FactHistory, FactSupport
from graphmem_contract.records import Fact, SuppliedFact
from graphmem_contract.service import FactPage

from ..answers import Answer
from ..deps import AnyCaller, GraphWritable, Readable, check_readable
from ..examples import CORRECTIONS, ENDS, FACTS, NDJSON_FACTS
from ..idempotency import OnlyOnce
from ..imports import import_facts, report
from ..ndjson import REPORT, body_like, lines_of_request
from ..problems import CONFLICT, NOT_FOUND, RESPONSES
from ..route import StrictRoute
from ..schemas import (
    CorrectRequest,
    FactHistoryQuery,
    FactRequest,
    FactsQuery,
    ImportQuery,
    InvalidateRequest,
    RestoreRequest,
    WaitingQuery,
)

router = APIRouter(prefix="/v1/brains/{brain}", route_class=StrictRoute, responses=RESPONSES)

_STATED: dict[int | str, dict[str, Any]] = {
    200: {"model": Fact, "description": "It was known already; `matched` is true"},
    201: {"model": Fact, "description": "A new fact"},
}


@router.post(
    "/facts", operation_id="addFact", summary="State a fact", responses=_STATED, status_code=201, response_model=Fact
)
async def post_fact(
    brain: GraphWritable, fact: Annotated[FactRequest, Body(openapi_examples=FACTS)], once: OnlyOnce
) -> Response:
    """Adds one fact by the same rules as an extracted one. A model is called only with `judge`. The default confidence is 1."""

    async def state() -> Answer:
        stated = await brain.add_fact(fact, judge=fact.judge)
        return Answer.of(stated, 200 if stated.matched else 201)

    return await once.answer(brain, state)


@router.post(
    "/facts:rehearse",
    operation_id="rehearseFact",
    summary="Rehearse a fact",
    response_model=Changes,
)
async def rehearse_fact(
    brain: GraphWritable, fact: Annotated[SuppliedFact, Body(openapi_examples=FACTS)], caller: AnyCaller
) -> Changes:
    """Reports all that would begin and end if the fact were added; nothing is stored."""
    check_readable(brain, caller)
    return await brain.graph.rehearse(fact)


@router.post(
    "/facts:import",
    operation_id="importFacts",
    summary="Import facts",
    response_class=Response,
    responses=REPORT,
    openapi_extra=body_like("SuppliedFact", NDJSON_FACTS),
)
async def post_facts(brain: GraphWritable, request: Request, asked: Annotated[ImportQuery, Query()]) -> Response:
    """NDJSON: one fact per line, each with its own system time. An unusable line is reported and left out."""
    return await report(import_facts(brain, lines_of_request(request), asked))


@router.get("/facts", operation_id="listFacts", summary="Look up facts", response_model=FactPage)
async def list_facts(brain: Readable, asked: Annotated[FactsQuery, Query()], caller: AnyCaller) -> FactPage:
    """Facts at `valid_at` and `known_at`, most recently recorded first. With `known_at` before a request to forget, a key with
    the scope admin also gets what it has hidden.
    """
    page = await brain.facts(**asked.model_dump(), hidden=caller.may("admin", brain.name))
    return FactPage(facts=page.items, next_cursor=page.next_cursor)


@router.get("/facts:waiting", operation_id="listWaitingFacts", summary="List facts that wait", response_model=FactPage)
async def list_waiting_facts(brain: Readable, asked: Annotated[WaitingQuery, Query()]) -> FactPage:
    """Facts that wait for a change and do not hold yet, those said last first; the list has one page."""
    return FactPage(facts=await brain.graph.waiting(asked.entity, limit=asked.limit), next_cursor=None)


@router.get("/facts/{id}", operation_id="getFact", summary="One fact", response_model=Fact, responses=NOT_FOUND)
async def get_fact(brain: Readable, id: str) -> Fact:
    """A fact by id, also if it has ended or was taken back."""
    return await brain.fact(id)


@router.get(
    "/facts/{id}/history",
    operation_id="getFactHistory",
    summary="History of a fact",
    response_model=FactHistory,
    responses=NOT_FOUND,
)
async def get_history(
    brain: Readable, id: str, asked: Annotated[FactHistoryQuery, Query()], caller: AnyCaller
) -> FactHistory:
    """Every version on both clocks, oldest first, and the statements that the fact is derived from. A key with the scope admin
    also gets what a request to forget has hidden.
    """
    return await brain.history(id, **asked.model_dump(), hidden=caller.may("admin", brain.name))


@router.get(
    "/facts/{id}/support",
    operation_id="getFactSupport",
    summary="What a fact rests on",
    response_model=FactSupport,
    responses=NOT_FOUND,
)
async def get_support(brain: Readable, id: str) -> FactSupport:
    """The evidence of a fact, and the facts that rest on it."""
    return await brain.graph.support(id)


@router.get(
    "/facts/{id}/dependents",
    operation_id="getFactDependents",
    summary="What rests on a fact or waits for it",
    response_model=Dependents,
    responses=NOT_FOUND,
)
async def get_dependents(brain: Readable, id: str) -> Dependents:
    """All that rests on a fact by evidence or a condition, and what waits for it, over any number of steps, as a graph."""
    return await brain.graph.dependents(id)


@router.post(
    "/facts/{id}:invalidate",
    operation_id="invalidateFact",
    summary="Invalidate a fact",
    response_model=Changes,
    responses={**NOT_FOUND, **CONFLICT},
)
async def invalidate_fact(
    brain: GraphWritable,
    id: str,
    once: OnlyOnce,
    caller: AnyCaller,
    asked: Annotated[InvalidateRequest | None, Body(openapi_examples=ENDS)] = None,
) -> Response:
    """Ends a fact (retracted), or states that it was never true (corrected). Facts that rest on it fall with it."""
    options = asked or InvalidateRequest()
    if options.dry_run:
        check_readable(brain, caller)

    async def end() -> Answer:
        return Answer.of(await brain.invalidate(id, **options.model_dump()))

    return await once.answer(brain, end)


@router.post(
    "/facts/{id}:correct",
    operation_id="correctFact",
    summary="Correct a fact",
    response_model=Changes,
    responses={**NOT_FOUND, **CONFLICT},
)
async def correct_fact(
    brain: GraphWritable,
    id: str,
    asked: Annotated[CorrectRequest, Body(openapi_examples=CORRECTIONS)],
    once: OnlyOnce,
    caller: AnyCaller,
) -> Response:
    """Takes a fact that was never true as stored back and adds the right one in its place. `:restore` undoes this."""
    if asked.dry_run:
        check_readable(brain, caller)
    right = asked.model_dump(exclude_unset=True, exclude={"dry_run"})

    async def correct() -> Answer:
        return Answer.of(await brain.correct(id, dry_run=asked.dry_run, **right))

    return await once.answer(brain, correct)


@router.post(
    "/facts/{id}:restore",
    operation_id="restoreFact",
    summary="Restore a fact",
    response_model=Changes,
    responses={**NOT_FOUND, **CONFLICT},
)
async def restore_fact(
    brain: GraphWritable,
    id: str,
    once: OnlyOnce,
    caller: AnyCaller,
    asked: Annotated[RestoreRequest | None, Body()] = None,
) -> Response:
    """Takes back the last retraction or correction. Facts that fell with it come back too."""
    if asked is not None and asked.dry_run:
        check_readable(brain, caller)

    async def restore() -> Answer:
        return Answer.of(await brain.restore(id, dry_run=asked is not None and asked.dry_run))

    return await once.answer(brain, restore)
