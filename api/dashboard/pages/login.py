# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""Log in with an API key, and out."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import RedirectResponse

from graphmem.access.keyring import Keyring
from graphmem_contract.errors import GraphmemError, Unauthorized

from ...deps import AnyMemory
from ..attempts import Attempts
from ..forms import Posted
from ..links import local_path
from ..route import PageRoute
from ..templates import page
from ..visitor import LOGIN_COOKIE, Anyone, is_secure, log_in

router = APIRouter(include_in_schema=False, route_class=PageRoute)
NextPage = Annotated[str | None, Query(alias="next", max_length=2000)]


@router.get("/login")
async def get_login(request: Request, who: Anyone, next_page: NextPage = None) -> Response:
    """The form for a key; who needs none is led on."""
    if getattr(request.state, "caller", None) is not None:
        return RedirectResponse(local_path(next_page), 303)
    return page(request, "login.html", who, next_page=local_path(next_page), problem=None)


@router.post("/login")
async def post_login(request: Request, who: Anyone, memory: AnyMemory, form: Posted) -> Response:
    """Check a key and start a login. The key itself is kept nowhere."""
    attempts: Attempts = request.app.state.attempts
    keyring: Keyring = request.app.state.keyring
    address, next_page = request.client.host if request.client else "", local_path(form.get("next"))
    try:
        attempts.check(address)
        caller = await keyring.caller(f"Bearer {form.get('key')}")
    except GraphmemError as error:
        if isinstance(error, Unauthorized):
            attempts.failed(address)
        return page(request, "login.html", who, error.status, next_page=next_page, problem=error)
    token = await memory.logins.start(caller, keyring.proof)
    answer = RedirectResponse(next_page, 303)
    log_in(answer, request, token)
    return answer


@router.post("/logout")
async def post_logout(request: Request, memory: AnyMemory, _: Posted) -> Response:
    """End the login."""
    if token := request.cookies.get(LOGIN_COOKIE):
        await memory.logins.end(token)
    answer = RedirectResponse("/login", 303)
    answer.delete_cookie(LOGIN_COOKIE, httponly=True, samesite="lax", secure=is_secure(request))
    return answer
