# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""API keys: create, list, rotate, revoke. They require `admin` in all brains."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Body, Query, Request, Response

from graphmem_contract.keys import ApiKey, CreatedKey, KeyRequest
from graphmem_contract.service import KeyPage

from .. import key_changes
from ..answers import answer
from ..bodies.keys import RotateRequest
from ..deps import GovernedMemory
from ..problems import CONFLICT, NOT_FOUND, RESPONSES
from ..route import StrictRoute
from ..schemas import KeysQuery

router = APIRouter(prefix="/v1/keys", route_class=StrictRoute, responses=RESPONSES)


@router.post("", operation_id="createKey", summary="Create a key", status_code=201, response_model=CreatedKey)
async def post_key(memory: GovernedMemory, request: Request, asked: Annotated[KeyRequest, Body()]) -> Response:
    """Returns the key, only this once. After the first key, every caller needs one.

    The first key must have `admin` and `*`, unless the service has an admin key in its settings.
    """
    created = await key_changes.make_key(request, memory, asked)
    return answer(created, 201, {"Cache-Control": "no-store"})


@router.get("", operation_id="listKeys", summary="List the keys", response_model=KeyPage)
async def list_keys(memory: GovernedMemory, asked: Annotated[KeysQuery, Query()]) -> KeyPage:
    """Oldest first, including revoked and expired keys. The key itself is never returned."""
    page = await memory.keys.list(**asked.model_dump())
    return KeyPage(keys=page.items, next_cursor=page.next_cursor)


@router.post(
    "/{id}:rotate",
    operation_id="rotateKey",
    summary="Rotate a key",
    response_model=CreatedKey,
    responses={**NOT_FOUND, **CONFLICT},
)
async def rotate_key(
    memory: GovernedMemory, request: Request, id: str, asked: Annotated[RotateRequest | None, Body()] = None
) -> Response:
    """Returns a new secret, only this once. The old one is valid for `grace_seconds` more, at most 30 days."""
    options = asked or RotateRequest()
    rotated = await key_changes.rotate_key(request, memory, id, options.grace_seconds)
    return answer(rotated, 200, {"Cache-Control": "no-store"})


@router.delete("/{id}", operation_id="revokeKey", summary="Revoke a key", response_model=ApiKey, responses=NOT_FOUND)
async def revoke_key(memory: GovernedMemory, request: Request, id: str) -> ApiKey:
    """Takes effect at once in this process, and within seconds in every other process."""
    return await key_changes.revoke_key(request, memory, id)
