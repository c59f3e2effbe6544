# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""Operations: queues, workers, models, indexes, versions, API keys, and what the checks find."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import RedirectResponse
from pydantic import ValidationError

from graphmem.access.caller import caller_of
from graphmem_contract.errors import InvalidInput, invalid
from graphmem_contract.keys import CreatedKey, KeyRequest

from ...deps import AnyMemory
from ...key_changes import keyring_of, make_key, revoke_key, rotate_key
from ..forms import Form, Posted
from ..query import Cursor, PageQuery
from ..route import PageRoute, is_partial
from ..templates import page
from ..visitor import Someone, Visitor, csrf_of, log_in

router = APIRouter(prefix="/operations", include_in_schema=False, route_class=PageRoute)
SHOWN = 50
GRACES = {"0": "not at all", "3600": "an hour", "86400": "a day", "604800": "a week", "2592000": "30 days"}
"""Grace times of a rotation in seconds, and how they are shown."""
SCOPES = {
    "memory:read": "recall, and read everything in its brains",
    "memory:write": "send messages, and replay them",
    "graph:write": "state, correct and forget facts and entities",
    "admin": "everything in its brains; with all brains also keys",
}
"""The scopes of a key, and what each allows."""


class OperationsPageQuery(PageQuery):
    """Position in the list of keys."""

    cursor: Cursor = None


@router.get("")
async def get_operations(
    request: Request, memory: AnyMemory, who: Someone, asked: Annotated[OperationsPageQuery, Query()]
) -> Response:
    """The state of the service, as far as the person may see it."""
    who.caller.check("memory:read", next(iter(who.caller.brains or ()), None))
    governs = who.may("admin")
    state = await memory.operations(names=who.caller.brains, whole=who.may("memory:read"))
    keys = await memory.keys.list(limit=SHOWN, cursor=asked.cursor) if governs else None
    return page(
        request, "operations.html", who, state=state, keys=keys, cursor=asked.cursor, governs=governs, scopes=SCOPES,
        graces=GRACES,
    )  # fmt: skip


@router.get("/queues")
async def get_operations_queues(request: Request, memory: AnyMemory, who: Someone) -> Response:
    """The queues, as a part of the page that asks again."""
    who.caller.check("memory:read", next(iter(who.caller.brains or ()), None))
    state = await memory.operations(names=who.caller.brains, whole=False)
    return page(request, "operations_queues.html", who, state=state)


@router.get("/findings")
async def get_findings(request: Request, memory: AnyMemory, who: Someone) -> Response:
    """What the checks of the service find: a page, or a part of one for a script."""
    who.caller.check("admin")
    name = "findings_list.html" if is_partial(request) else "findings.html"
    return page(request, name, who, findings=await memory.findings())


@router.post("/keys")
async def post_key(request: Request, memory: AnyMemory, who: Someone, form: Posted) -> Response:
    """Make an API key and show it, this once. Who makes the first one is logged in with it: from now on everybody needs a key."""
    who.caller.check("admin")
    asked, keyring = key_request(form), keyring_of(request)
    was_open = keyring.is_open
    created = await make_key(request, memory, asked)
    if not was_open:
        return _key_page(request, who, created)
    token = await memory.logins.start(caller_of(created), keyring.proof)
    maker = Visitor(caller_of(created), csrf_of(token), has_login=True)
    answer = _key_page(request, maker, created, is_first=True)
    log_in(answer, request, token)
    return answer


def _key_page(
    request: Request, who: Visitor, created: CreatedKey, *, is_first: bool = False, is_rotated: bool = False
) -> Response:
    """A page of its own that asks the service for nothing more: no refusal can lead away from the secret."""
    return page(request, "key.html", who, created=created, is_first=is_first, is_rotated=is_rotated)


@router.post("/keys/{id}/rotate")
async def post_rotate(request: Request, memory: AnyMemory, who: Someone, id: str, form: Posted) -> Response:
    """Give an API key a new secret and show it, this once."""
    who.caller.check("admin")
    created = await rotate_key(request, memory, id, grace_seconds(form))
    return _key_page(request, who, created, is_rotated=True)


@router.post("/keys/{id}/revoke")
async def post_revoke(request: Request, memory: AnyMemory, who: Someone, id: str, _: Posted) -> Response:
    """Revoke an API key."""
    who.caller.check("admin")
    await revoke_key(request, memory, id)
    return RedirectResponse("/operations#keys", 303)


def grace_seconds(form: Form) -> float:
    """Return the grace time that a form asks for. Raises InvalidInput."""
    chosen = form.get("grace_seconds")
    if chosen not in GRACES:
        raise InvalidInput("The grace time is one of the list.", field="grace_seconds")
    return float(chosen)


def key_request(form: Form) -> KeyRequest:
    """Return the key that a form asks for. Raises InvalidInput."""
    names = tuple(name for name in form.get("brains").replace(",", " ").split() if name)
    ends = form.get("expires_at") or None
    asked = {"name": form.get("name"), "brains": names, "scopes": form.all("scopes"), "expires_at": ends}
    try:
        return KeyRequest.model_validate(asked)
    except ValidationError as error:
        raise invalid(error) from None
