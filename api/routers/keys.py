# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""API keys: made, listed and revoked by an administrator of the whole service."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Body, Query, Request, Response

from graphmem.access.keyring import Keyring
from graphmem.access.keys import ApiKey, CreatedKey, KeyRequest

from ..answers import answer
from ..deps import GovernedMemory
from ..problems import NOT_FOUND, RESPONSES
from ..route import StrictRoute
from ..schemas import KeyPage, KeysQuery

router = APIRouter(prefix="/v1/keys", tags=["keys"], route_class=StrictRoute, responses=RESPONSES)


def _ring(request: Request) -> Keyring:
    ring: Keyring = request.app.state.keyring
    return ring


@router.post("", summary="Make a key", status_code=201, response_model=CreatedKey)
async def post_key(memory: GovernedMemory, request: Request, asked: Annotated[KeyRequest, Body()]) -> Response:
    """Tells the key this once. After the first one, everybody needs a key."""
    made = await memory.keys.make(asked)
    _ring(request).shut()
    return answer(made, 201, {"Cache-Control": "no-store"})


@router.get("", summary="List the keys", response_model=KeyPage)
async def list_keys(memory: GovernedMemory, asked: Annotated[KeysQuery, Query()]) -> KeyPage:
    """Oldest first, with those that are revoked or have expired; never a key itself."""
    page = await memory.keys.list(**asked.model_dump())
    return KeyPage(keys=page.items, next_cursor=page.next_cursor)


@router.delete("/{id}", summary="Revoke a key", response_model=ApiKey, responses=NOT_FOUND)
async def revoke_key(memory: GovernedMemory, request: Request, id: str) -> ApiKey:
    """It ends at once in this process, and within seconds in every other."""
    revoked = await memory.keys.revoke(id)
    _ring(request).mistrust()
    return revoked
