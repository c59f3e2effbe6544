"""`graphmem serve`: the REST API. It uses the embedded Neo4j unless another server is configured."""

from __future__ import annotations

import asyncio
import errno
import signal
import socket
from contextlib import suppress
from typing import Annotated, Any

import typer
import uvicorn
from rich.markup import escape

from graphmem.access.local import is_local
from graphmem.cli.api_app import load_api
from graphmem.console import errors
from graphmem.doctor.machine import without_facts
from graphmem.ingest.worker import drain
from graphmem.memory import Memory
from graphmem.observability.logs import log_to_stderr
from graphmem.observability.process_memory import giving_back
from graphmem.settings import Settings, settings as process_settings
from graphmem_contract.errors import GraphmemError, SetupError

PLAIN_HTTP = "[yellow]Keys go over the network in clear:[/] put a proxy that speaks TLS before this server."

GRACE_SEC = 60
"""Seconds that a shutdown waits for requests. What they have stored and not extracted is extracted when a worker runs again."""


def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on; default GRAPHMEM_HOST.")] = None,
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="Port; 0 takes a free port; default GRAPHMEM_PORT.")
    ] = None,
) -> None:
    """Serve the REST API until SIGINT or SIGTERM."""
    given = {"host": host, "port": port}
    chosen = process_settings().with_overrides(**{name: value for name, value in given.items() if value is not None})
    log_to_stderr(chosen)
    check_port(chosen.host, chosen.port)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _exit)
    asyncio.run(_serve(chosen))


def _exit(number: int, frame: Any) -> None:
    """Exit by an exception, so that the database is closed and the embedded server released."""
    raise SystemExit(0)


def check_port(host: str, port: int) -> None:
    """Check that nobody else listens there, before Neo4j is started. Other errors of the address are left to the server.

    Raises:
        SetupError: the port is taken.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        socket.create_server((host, port), family=family).close()
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise SetupError(
                f"Port {port} of {host} is taken: another graphmem or another program listens there. "
                "`graphmem serve --port` takes another port. Agents take the address from GRAPHMEM_URL."
            ) from error


async def _serve(settings: Settings) -> None:
    async with Memory.open(settings=settings) as memory:
        await serve_memory(settings, memory)


async def serve_memory(settings: Settings, memory: Memory) -> None:
    """Serve an open memory until SIGINT or SIGTERM."""
    api = load_api()
    keyed = bool(settings.admin_key and settings.admin_key.get_secret_value()) or await memory.keys.exist()
    app = api.create_app(settings, memory, keyed=keyed)
    tell_without_facts(settings)
    if keyed and not is_local(settings.host):
        errors.print(PLAIN_HTTP, soft_wrap=True)
    loading = asyncio.create_task(_load_embedder(memory))
    try:
        async with giving_back():
            await ApiServer(app, settings, memory.browser_url).serve()
    finally:
        loading.cancel()
        await drain()


def tell_without_facts(settings: Settings) -> None:
    """Print what is to be done if no facts can be drawn from messages here."""
    if todo := without_facts(settings):
        errors.print(f"[bold yellow]No facts:[/] {escape(todo)}", soft_wrap=True)


async def _load_embedder(memory: Memory) -> None:
    """Fetch and load the local embedding model, so that the first request does not wait for it. A remote one is not called."""
    embedder = memory.models.embedder
    if embedder.name.startswith("bge"):
        with suppress(GraphmemError):  # the first request that needs it tells
            await embedder.embed(["graphmem"])


def address_of(host: str, port: int) -> str:
    """Return the address of a service, as a browser takes it."""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


class ApiServer(uvicorn.Server):
    """A server that prints its address once it listens, and tells the application when it stops."""

    def __init__(self, app: Any, settings: Settings, browser_url: str | None, *, grace_sec: int = GRACE_SEC) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                settings.host,
                settings.port,
                log_config=None,
                access_log=False,
                timeout_graceful_shutdown=grace_sec,
            )
        )
        self._app = app
        self._browser_url = browser_url

    async def shutdown(self, sockets: Any = None) -> None:
        """Let running imports end after their commit; uvicorn waits up to `grace_sec` for requests that are not answered."""
        self._app.state.stopping.set()
        await super().shutdown(sockets=sockets)

    async def startup(self, sockets: Any = None) -> None:
        """Start listening and print the address."""
        await super().startup(sockets=sockets)
        if not self.started:
            return
        host, port = self.servers[0].sockets[0].getsockname()[:2]
        address = address_of(host, port)
        errors.print(f"graphmem serves at [bold]{address}[/], its documentation at {address}/docs", soft_wrap=True)
        if self._browser_url:
            errors.print(f"Neo4j Browser: {self._browser_url}", soft_wrap=True)
