"""Access control: keys and rate limits, checked before a body is read.

If there are keys, `/metrics` and everything under `/v1` require one, and the pages a login. Without keys only this machine has
access: the connection must come from this machine and be addressed to it, and no foreign web page may act through a person's
browser (DNS rebinding, forms, foreign scripts).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import ExitStack, nullcontext
from functools import partial

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from graphmem.access.caller import OWNER, Caller
from graphmem.access.keyring import Found, Keyring
from graphmem.access.local import SET_A_KEY, check_addressed, is_local
from graphmem.access.logins import Logins
from graphmem.processes.owners import asked_by
from graphmem_contract.errors import Forbidden, GraphmemError, InvalidInput
from graphmem_contract.http_errors import UnsupportedMediaTypeError

from .dashboard.visitor import LOGIN_COOKIE, cookies_of, is_page
from .limits import Limits
from .problems import problem_response

GUARDED = ("/v1", "/metrics")
JSON_TYPES = frozenset(("application/json", "application/x-ndjson", "application/ndjson"))
FORM_TYPE = "application/x-www-form-urlencoded"


class Guard:
    """ASGI middleware that checks every request and puts the caller into `request.state.caller`.

    A page without a caller gets the reason in `request.state.refusal`, if there is one: it answers as a page.
    """

    def __init__(self, app: ASGIApp, keyring: Keyring, limits: Limits, logins: Callable[[], Logins]) -> None:
        self.app = app
        self.keyring = keyring
        self.limits = limits
        self.logins = logins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer it with a problem document."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        try:
            place = await self._admit(scope)
        except GraphmemError as error:
            await problem_response(error)(scope, receive, send)
            return
        caller = scope["state"]["caller"]
        who = asked_by(caller.key_id, caller.name) if caller else nullcontext()
        with place, who:
            await self.app(scope, receive, send)

    async def _admit(self, scope: Scope) -> ExitStack:
        headers = Headers(scope=scope)
        if self.keyring.is_open:
            check_local(scope, headers)
        check_path(scope["path"])
        caller, refusal, place, page = None, None, ExitStack(), is_page(scope["path"])
        if scope["path"].startswith(GUARDED):
            caller = await self._caller(scope, headers, partial(self.keyring.caller, headers.get("authorization")))
            self._take(scope, caller, place)
        elif page:
            try:
                caller = await self._caller(scope, headers, partial(self._visitor, headers))
                if caller is not None:
                    self._take(scope, caller, place)
            except GraphmemError as error:
                caller, refusal = None, error
        scope.setdefault("state", {}).update(caller=caller, refusal=refusal)
        with place:
            check_media_type(headers, is_form_taken=page)
            return place.pop_all()

    def _take(self, scope: Scope, caller: Caller, place: ExitStack) -> None:
        """Take a token of the rate limit and a place among the concurrent requests. Raises TooManyRequests."""
        self.limits.take(caller)
        place.enter_context(self.limits.place(*self._holders(scope, caller)))

    def _holders(self, scope: Scope, caller: Caller) -> tuple[str, ...]:
        """Return the key and the address of a request; none where only this machine has access."""
        if self.keyring.is_open:
            return ()
        address = (scope.get("client") or ("",))[0]
        return (f"key {caller.key_id or caller.name}", f"address {address}")

    async def _caller(self, scope: Scope, headers: Headers, find: Callable[[], Awaitable[Found]]) -> Found | Caller:
        caller = await self.keyring.identify(find)
        if caller is OWNER:
            check_local(scope, headers)
        return caller

    async def _visitor(self, headers: Headers) -> Caller | None:
        """Return the caller of a page by its login; None without a login."""
        token = cookies_of(headers.get("cookie")).get(LOGIN_COOKIE)
        return await self.logins().caller(token, self.keyring.proof) if token else None


def check_local(scope: Scope, headers: Headers) -> None:
    """Check a request to a service without keys: it must come from this machine, be addressed to it, and have no foreign origin.

    Raises:
        Forbidden: one of these fails; the message says which.
    """
    for end in ("server", "client"):
        address = (scope.get(end) or ("localhost",))[0]
        if not is_local(address):
            raise Forbidden(f"Without a key the service answers this machine only; {SET_A_KEY}.")
    check_addressed(headers.getlist("host"), headers.getlist("origin"))


def check_path(path: str) -> None:
    """Check that an address is one line; the patterns of addresses match only the first line.

    Raises:
        InvalidInput: the address contains a line break.
    """
    if "\n" in path:
        raise InvalidInput("There is a line break in the address; look the item up by its id.", field="path")


def check_media_type(headers: Headers, *, is_form_taken: bool = False) -> None:
    """Check that a body is JSON. A form of a web page is not JSON; only the pages take one, and check where it comes from.

    Raises:
        UnsupportedMediaTypeError: the media type is not JSON, or is missing.
    """
    if headers.get("content-length", "0") == "0" and "transfer-encoding" not in headers:
        return
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    if is_form_taken and kind == FORM_TYPE:
        return
    if kind not in JSON_TYPES:
        raise UnsupportedMediaTypeError(
            "Send Content-Type: application/json, or application/x-ndjson to an import.", field="Content-Type"
        )
