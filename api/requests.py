"""Request ids, one log line per request, and an answer even after an unexpected error."""

from __future__ import annotations

import re
import time

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from structlog.contextvars import bound_contextvars
from uuid_utils import uuid7

from graphmem.observability import metrics
from graphmem.observability.logs import get_logger
from graphmem.processes.owners import working_for
from graphmem_contract.errors import GraphmemError

from .problems import UNEXPECTED, problem_response

HEADER = "X-Request-ID"
log = get_logger("graphmem.api")

_USABLE_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
_BRAIN = re.compile(r"(?:/v1)?/brains/([A-Za-z0-9._~@-]{1,128})(?![^/:])")


def brain_of(path: str) -> str | None:
    """Return the name of the brain in an address; None for an address without one."""
    match = _BRAIN.match(path)
    return match[1] if match else None


class Requests:
    """Outermost ASGI middleware: binds `request_id` and `brain` to all log lines of a request, and logs one line for it.

    The brain owns what the request computes: it takes turns with others at the embedder.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        given = Headers(scope=scope).get(HEADER, "")
        bound = {"request_id": given if _USABLE_ID.fullmatch(given) else str(uuid7())}
        if brain := brain_of(scope["path"]):
            bound["brain"] = brain
        with bound_contextvars(**bound), working_for(bound.get("brain", "")):
            await _Answering(self.app, bound["request_id"], send).carry_out(scope, receive)


class _Answering:
    """One request that is being answered."""

    def __init__(self, app: ASGIApp, id: str, send: Send) -> None:
        self._app, self._id, self._to_client = app, id, send
        self._status: int | None = None

    async def carry_out(self, scope: Scope, receive: Receive) -> None:
        """Answer the request. An unexpected error is logged and answered with a problem document without its cause."""
        started = time.perf_counter()
        try:
            await self._app(scope, receive, self._send)
        except ClientDisconnect:
            log.info("client_left", method=scope["method"])
        except Exception:
            log.exception("unexpected_error", method=scope["method"])
            if self._status is None:
                await problem_response(GraphmemError(UNEXPECTED))(scope, receive, self._send)
        finally:
            route = getattr(scope.get("route"), "path", None)
            seconds = time.perf_counter() - started
            took = round(seconds * 1000, 1)
            metrics.request(scope["method"], route, self._status, seconds)
            log.info("request", method=scope["method"], route=route, status=self._status, duration_ms=took)

    async def _send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._status = message["status"]
            MutableHeaders(scope=message)[HEADER] = self._id
        await self._to_client(message)
