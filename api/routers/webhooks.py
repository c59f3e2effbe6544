# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""Webhooks: make, list, change, rotate, remove; dead letters and their replay. They require `admin`."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Body, Query, Response

from graphmem_contract.service import DeadLetterPage, Replayed, WebhookList
from graphmem_contract.webhooks import SecretWebhook, Webhook

from ..answers import answer
from ..bodies.webhooks import DeadLettersQuery, ReplayRequest, WebhookChange, WebhookRequest
from ..deps import Governed
from ..problems import NOT_FOUND, RESPONSES
from ..route import StrictRoute

router = APIRouter(prefix="/v1/brains/{brain}/webhooks", route_class=StrictRoute, responses=RESPONSES)
UNKEPT = {"Cache-Control": "no-store"}


@router.post(
    "", operation_id="createWebhook", summary="Create a webhook", status_code=201, response_model=SecretWebhook
)
async def post_webhook(brain: Governed, asked: WebhookRequest) -> Response:
    """Sends the events from now on to a URL. Returns the secret of the signatures, only this once."""
    return answer(await brain.webhooks.create(asked.url, kinds=asked.kinds), 201, UNKEPT)


@router.get("", operation_id="listWebhooks", summary="List the webhooks", response_model=WebhookList)
async def list_webhooks(brain: Governed) -> WebhookList:
    """Oldest first, with the state of their deliveries. Secrets are never returned."""
    return WebhookList(webhooks=await brain.webhooks.list())


@router.patch(
    "/{id}", operation_id="changeWebhook", summary="Change a webhook", response_model=Webhook, responses=NOT_FOUND
)
async def patch_webhook(brain: Governed, id: str, asked: WebhookChange) -> Webhook:
    """Changes its URL or kinds, stops it, or lets it go on where it stopped."""
    return await brain.webhooks.change(id, **asked.model_dump())


@router.post(
    "/{id}:rotate",
    operation_id="rotateWebhook",
    summary="Rotate a secret",
    response_model=SecretWebhook,
    responses=NOT_FOUND,
)
async def rotate_webhook(brain: Governed, id: str) -> Response:
    """Returns a new secret, only this once. The old one signs too for 24 hours."""
    return answer(await brain.webhooks.rotate(id), 200, UNKEPT)


@router.delete(
    "/{id}", operation_id="deleteWebhook", summary="Delete a webhook", response_model=Webhook, responses=NOT_FOUND
)
async def delete_webhook(brain: Governed, id: str) -> Webhook:
    """Removes it with its dead letters."""
    return await brain.webhooks.delete(id)


@router.get(
    "/{id}/dead-letters",
    operation_id="listDeadLetters",
    summary="Undelivered events",
    response_model=DeadLetterPage,
    responses=NOT_FOUND,
)
async def list_dead_letters(brain: Governed, id: str, asked: Annotated[DeadLettersQuery, Query()]) -> DeadLetterPage:
    """The batches that were given up after twelve attempts, oldest first."""
    page = await brain.webhooks.dead_letters(id, **asked.model_dump())
    return DeadLetterPage(dead_letters=page.items, next_cursor=page.next_cursor)


@router.post(
    "/{id}:replay",
    operation_id="replayDeadLetters",
    summary="Send dead letters again",
    response_model=Replayed,
    responses=NOT_FOUND,
)
async def replay_dead_letters(
    brain: Governed, id: str, asked: Annotated[ReplayRequest | None, Body()] = None
) -> Replayed:
    """Lets one dead letter, or all of them, be sent once more. Those that are taken are removed."""
    return Replayed(dead_letters=await brain.webhooks.replay(id, letter_id=asked.letter_id if asked else None))
