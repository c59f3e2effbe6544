"""The server over HTTP at `/mcp` (streamable HTTP, stateless), shared by many clients."""

from __future__ import annotations

import sys
from functools import partial
from typing import Any

import uvicorn
from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from graphmem.access.caller import OWNER, Caller
from graphmem.access.keyring import Keyring
from graphmem.access.keys import Keys
from graphmem.access.local import check_addressed, is_local
from graphmem.mcp.opening import MakeServer, Open, Opening
from graphmem.settings import Settings
from graphmem_contract.errors import GraphmemError, SetupError

PATH = "/mcp"
LARGEST_BODY = 4 << 20
GRACE_SECONDS = 5


async def serve_http(open_: Open, settings: Settings, make: MakeServer) -> None:
    """Serve until the process is asked to stop.

    Raises:
        SetupError: the host is not loopback, and there is no key.
    """
    async with Opening(open_) as opening:

        async def keys() -> Keys:
            return (await opening.memory()).keys

        keyring = Keyring(settings.admin_key, keys, may_open=is_local(settings.host))
        if not is_local(settings.host):
            await keyring.look()
            if keyring.is_open:
                raise SetupError(
                    f"To listen on {settings.host}, make a key (graphmem keys create) or set GRAPHMEM_ADMIN_KEY; "
                    "without any key the server stays on this machine."
                )
        server = make(opening.memory)
        app: ASGIApp = server.streamable_http_app(
            streamable_http_path=PATH, stateless_http=True, json_response=True, host=_host_name(settings.host),
            max_request_body_size=LARGEST_BODY,
        )  # fmt: skip
        config = uvicorn.Config(
            KeyGuard(app, keyring), settings.host, settings.port,
            log_config=None, access_log=False, timeout_graceful_shutdown=GRACE_SECONDS,
        )  # fmt: skip
        await McpHttpServer(config).serve()


class KeyGuard:
    """ASGI middleware that requires a key, if there is one, and stores the caller in the request's state."""

    def __init__(self, app: ASGIApp, keyring: Keyring) -> None:
        self._app = app
        self._keyring = keyring
        self._looked = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on. Answers 401 without a valid key, 403 to a foreign page, 503 if the graph is unreachable."""
        if scope["type"] == "http":
            try:
                scope.setdefault("state", {})["caller"] = await self._caller(Headers(scope=scope))
            except GraphmemError as error:
                body = {"error": error.code, "error_description": error.detail}
                headers = {"WWW-Authenticate": "Bearer"} if error.status == 401 else {}
                await JSONResponse(body, error.status, headers)(scope, receive, send)
                return
        await self._app(scope, receive, send)

    async def _caller(self, headers: Headers) -> Caller:
        if not self._looked:
            await self._keyring.look()
            self._looked = True
        caller = await self._keyring.identify(partial(self._keyring.caller, headers.get("authorization")))
        if caller is OWNER:
            check_addressed(headers.getlist("host"), headers.getlist("origin"))
        return caller


class McpHttpServer(uvicorn.Server):
    """A server that prints its address once it listens."""

    async def startup(self, sockets: Any = None) -> None:
        """Start listening and print the address."""
        await super().startup(sockets=sockets)
        if self.started:
            host, port = self.servers[0].sockets[0].getsockname()[:2]
            where = f"[{host}]" if ":" in host else host
            sys.stderr.write(f"graphmem serves MCP at http://{where}:{port}{PATH}\n")
            sys.stderr.flush()


def _host_name(host: str) -> str:
    """Return 127.0.0.1 for any loopback host: for this name the SDK checks the headers Host and Origin."""
    return "127.0.0.1" if is_local(host) else host
