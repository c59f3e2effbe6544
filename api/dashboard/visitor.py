"""Who looks at a page: the caller, and the token that a write of this browser must repeat."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from typing import Annotated

from fastapi import Depends, Request, Response

from graphmem.access.caller import Caller
from graphmem.access.local import is_local
from graphmem.access.logins import HOURS
from graphmem_contract.choices import Scope
from graphmem_contract.errors import GraphmemError, Unauthorized

LOGIN_COOKIE = "graphmem_login"
"""The token of a login."""
PAGE_COOKIE = "graphmem_page"
"""A random text of a browser that is not logged in; the tokens of its forms derive from it."""
PLEASE_LOG_IN = "Log in with an API key."
PAGES = ("/brains", "/login", "/logout", "/operations")


def is_page(path: str) -> bool:
    """Whether an address is a page of the dashboard, not a file of it."""
    return path == "/" or any(path == page or path.startswith(f"{page}/") for page in PAGES)


def cookies_of(header: str | None) -> Mapping[str, str]:
    """Return the cookies of a header; an unreadable one has none."""
    try:
        return {name: morsel.value for name, morsel in SimpleCookie(header or "").items()}
    except CookieError:
        return {}


def csrf_of(token: str) -> str:
    """Return the token for forms that belongs to a cookie."""
    return hmac.digest(token.encode(), b"graphmem form", "sha256").hex()


@dataclass(frozen=True, slots=True)
class Visitor:
    """A person before a page.

    `csrf`: what a write must repeat. `new_cookie`: the random text that this browser still has to be given. `has_login`: whether
    the person can log out.
    """

    caller: Caller
    csrf: str
    has_login: bool = False
    new_cookie: str | None = None

    def may(self, scope: Scope, brain: str | None = None) -> bool:
        """Whether the person may do something in a brain, or (None) in the whole service."""
        return self.caller.may(scope, brain)


NOBODY = Caller("nobody", frozenset(), frozenset())
"""The caller of a page that needs no login."""


def anyone(request: Request) -> Visitor:
    """A dependency: the person, logged in or not."""
    caller: Caller | None = getattr(request.state, "caller", None)
    login, page = request.cookies.get(LOGIN_COOKIE), request.cookies.get(PAGE_COOKIE)
    has_login = caller is not None and login is not None and not request.app.state.keyring.is_open
    if has_login:
        return Visitor(caller or NOBODY, csrf_of(login or ""), has_login=True)
    new = None if page else secrets.token_urlsafe(32)
    return Visitor(caller or NOBODY, csrf_of(page or new or ""), new_cookie=new)


def visitor(request: Request) -> Visitor:
    """A dependency: the person, who is logged in where the service has keys.

    Raises:
        Unauthorized: the person is not logged in, or the login has ended. TooManyRequests, DatabaseUnavailable: as the guard
            found.
    """
    refusal: GraphmemError | None = getattr(request.state, "refusal", None)
    if refusal is not None:
        raise refusal
    if getattr(request.state, "caller", None) is None:
        raise Unauthorized(PLEASE_LOG_IN)
    return anyone(request)


def log_in(answer: Response, request: Request, token: str) -> None:
    """Give the browser the token of a login."""
    secure = is_secure(request)
    answer.set_cookie(LOGIN_COOKIE, token, max_age=int(HOURS * 3600), httponly=True, samesite="lax", secure=secure)


def is_secure(request: Request) -> bool:
    """Whether cookies may travel over TLS only: everywhere but on this machine."""
    return not is_local(request.url.hostname or "")


Anyone = Annotated[Visitor, Depends(anyone)]
Someone = Annotated[Visitor, Depends(visitor)]
