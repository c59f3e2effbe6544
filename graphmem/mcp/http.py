"""The server over HTTP at `/mcp` (streamable HTTP, stateless), for clients that share one."""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import sys
from typing import Any

import uvicorn
from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from graphmem.errors import SetupError
from graphmem.mcp.opening import Open, Opening
from graphmem.mcp.server import make_server
from graphmem.settings import Settings

PATH = "/mcp"
LARGEST_BODY = 4 << 20
GRACE_SECONDS = 5


async def serve_http(open_: Open, settings: Settings, bound: str | None, *, read_only: bool = False) -> None:
    """Serves until the process is told to stop.

    Raises:
        SetupError: it is to listen beyond this machine, and there is no GRAPHMEM_ADMIN_KEY.
    """
    key = settings.admin_key.get_secret_value() if settings.admin_key else ""
    if not key and not _is_local(settings.host):
        raise SetupError(
            f"To listen on {settings.host}, set GRAPHMEM_ADMIN_KEY; without it the server stays on this machine."
        )
    async with Opening(open_) as opening:
        server = make_server(opening.memory, bound, read_only=read_only)
        app: ASGIApp = server.streamable_http_app(
            streamable_http_path=PATH, stateless_http=True, json_response=True, host=_name(settings.host),
            max_request_body_size=LARGEST_BODY,
        )  # fmt: skip
        config = uvicorn.Config(
            KeyGuard(app, key) if key else app, settings.host, settings.port,
            log_level=settings.log_level, access_log=False, timeout_graceful_shutdown=GRACE_SECONDS,
        )  # fmt: skip
        await Announcing(config).serve()


class KeyGuard:
    """Lets only requests with the key through."""

    def __init__(self, app: ASGIApp, key: str) -> None:
        self._app = app
        self._known = _hash(key)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers 401 where the key is missing or wrong."""
        if scope["type"] == "http" and not self._knows(Headers(scope=scope).get("authorization", "")):
            body = {"error": "unauthorized", "error_description": "Send your key as: Authorization: Bearer <key>"}
            await JSONResponse(body, 401, {"WWW-Authenticate": "Bearer"})(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _knows(self, authorization: str) -> bool:
        scheme, _, key = authorization.partition(" ")
        return scheme.lower() == "bearer" and hmac.compare_digest(_hash(key.strip()), self._known)


class Announcing(uvicorn.Server):
    """A server that says where it is once it listens."""

    async def startup(self, sockets: Any = None) -> None:
        """Starts listening and tells the address."""
        await super().startup(sockets=sockets)
        if self.started:
            host, port = self.servers[0].sockets[0].getsockname()[:2]
            where = f"[{host}]" if ":" in host else host
            sys.stderr.write(f"graphmem serves MCP at http://{where}:{port}{PATH}\n")
            sys.stderr.flush()


def _is_local(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _name(host: str) -> str:
    """A loopback address under the name by which the SDK knows to check Host and Origin."""
    return "127.0.0.1" if _is_local(host) else host


def _hash(key: str) -> bytes:
    return hashlib.sha256(key.encode("utf8", "surrogateescape")).digest()
