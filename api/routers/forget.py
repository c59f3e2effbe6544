# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""Forgetting: removal from both timelines, the indexes and every copy; of one item, or of episodes by their age.

The requests to forget of messages, which hide and do not remove, are listed and undone here too."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Body, Query, Response

from graphmem_contract.changes import Changes, Forgotten
from graphmem_contract.retention import ForgottenEpisodes, Retention
from graphmem_contract.service import ForgetRequestPage

from ..answers import Answer
from ..bodies.forgetting import ForgetRequestsQuery, UndoForgetRequest
from ..bodies.retention import ApplyRetentionRequest, ForgetEpisodesRequest
from ..deps import AnyCaller, Governed, GraphWritable, check_readable
from ..idempotency import OnlyOnce
from ..problems import CONFLICT, GONE, NOT_FOUND, RESPONSES
from ..route import StrictRoute
from ..schemas import DryRunQuery

router = APIRouter(prefix="/v1/brains/{brain}", route_class=StrictRoute, responses=RESPONSES)
Asked = Annotated[DryRunQuery, Query()]


@router.delete(
    "/episodes/{id}",
    operation_id="forgetEpisode",
    summary="Forget an episode",
    response_model=Forgotten,
    responses={**NOT_FOUND, **GONE},
)
async def forget_episode(brain: GraphWritable, id: str, asked: Asked, caller: AnyCaller) -> Forgotten:
    """Removes an episode and its statements. Facts that it had ended are open again. Its id and its key answer 410 afterwards."""
    if asked.dry_run:
        check_readable(brain, caller)
    return await brain.episodes.forget(id, dry_run=asked.dry_run)


@router.delete(
    "/facts/{id}", operation_id="forgetFact", summary="Forget a fact", response_model=Forgotten, responses=NOT_FOUND
)
async def forget_fact(brain: GraphWritable, id: str, asked: Asked, caller: AnyCaller) -> Forgotten:
    """Removes a fact and all its statements. If it is no longer true, or was never true, use `:invalidate`."""
    if asked.dry_run:
        check_readable(brain, caller)
    return await brain.forget(id, dry_run=asked.dry_run)


@router.delete(
    "/entities/{id}",
    operation_id="forgetEntity",
    summary="Forget an entity",
    response_model=Forgotten,
    responses=NOT_FOUND,
)
async def forget_entity(brain: GraphWritable, id: str, asked: Asked, caller: AnyCaller) -> Forgotten:
    """Removes an entity, its names and all statements about it. Episodes stay as they were sent."""
    if asked.dry_run:
        check_readable(brain, caller)
    return await brain.entities.forget(id, dry_run=asked.dry_run)


@router.delete("", operation_id="forgetBrain", summary="Forget a brain", response_model=Forgotten, responses=NOT_FOUND)
async def forget_brain(brain: Governed) -> Forgotten:
    """Removes everything in a brain for good."""
    return await brain.delete()


@router.post(
    "/episodes:forget", operation_id="forgetEpisodes", summary="Forget old episodes", response_model=ForgottenEpisodes
)
async def forget_episodes(brain: Governed, asked: ForgetEpisodesRequest, once: OnlyOnce, caller: AnyCaller) -> Response:
    """Forgets the episodes recorded or said before a time, oldest first, each as DELETE does; repeat it while `more` is true."""
    if asked.dry_run:
        check_readable(brain, caller)

    async def forget() -> Answer:
        return Answer.of(await brain.retention.forget(**asked.model_dump()))

    return await once.answer(brain, forget)


@router.get("/retention", operation_id="getRetention", summary="Retention policies", response_model=Retention)
async def get_retention(brain: Governed) -> Retention:
    """How long episodes are kept, by kind, source and tag. Without policies everything is kept."""
    return await brain.retention.get()


@router.put("/retention", operation_id="setRetention", summary="Set the retention policies", response_model=Retention)
async def put_retention(brain: Governed, retention: Retention) -> Retention:
    """Replaces the policies. Nothing is forgotten by this call; a running worker applies them every hour."""
    return await brain.retention.set(retention.policies)


@router.post(
    "/retention:apply", operation_id="applyRetention", summary="Apply the policies", response_model=ForgottenEpisodes
)
async def apply_retention(
    brain: Governed,
    once: OnlyOnce,
    caller: AnyCaller,
    asked: Annotated[ApplyRetentionRequest | None, Body()] = None,
) -> Response:
    """Forgets the episodes that are older than the policies allow. Repeat the call while `more` is true."""
    options = asked or ApplyRetentionRequest()
    if options.dry_run:
        check_readable(brain, caller)

    async def apply() -> Answer:
        return Answer.of(await brain.retention.apply(**options.model_dump()))

    return await once.answer(brain, apply)


@router.get(
    "/forget-requests",
    operation_id="listForgetRequests",
    summary="List the requests to forget",
    response_model=ForgetRequestPage,
)
async def list_forget_requests(brain: Governed, asked: Annotated[ForgetRequestsQuery, Query()]) -> ForgetRequestPage:
    """The requests to forget of messages that have hidden something, newest first. They have ids and counts, and no texts."""
    page = await brain.forget_requests.list(**asked.model_dump())
    return ForgetRequestPage(requests=page.items, next_cursor=page.next_cursor)


@router.post(
    "/forget-requests/{id}:undo",
    operation_id="undoForgetRequest",
    summary="Undo a request to forget",
    response_model=Changes,
    responses={**NOT_FOUND, **CONFLICT},
)
async def undo_forget_request(
    brain: Governed, id: str, once: OnlyOnce, asked: Annotated[UndoForgetRequest | None, Body()] = None
) -> Response:
    """Tells again what the request had hidden: its statements hold again, and its sentences are back."""
    options = asked or UndoForgetRequest()

    async def undo() -> Answer:
        return Answer.of(await brain.forget_requests.undo(id, **options.model_dump()))

    return await once.answer(brain, undo)
