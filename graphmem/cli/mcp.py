"""`graphmem mcp`: serve the memory to agents over the Model Context Protocol."""

from __future__ import annotations

import asyncio
import importlib.util
import signal
from contextlib import AbstractAsyncContextManager
from functools import partial
from typing import Annotated, Any, Literal

import typer

from graphmem.cli.serve import tell_without_facts
from graphmem.mcp.profiles import Profile
from graphmem.memory import Memory
from graphmem.observability.logs import log_to_stderr
from graphmem.settings import Settings, settings as process_settings
from graphmem.version import install_command
from graphmem_contract.errors import SetupError
from graphmem_contract.validation import check_brain

PORT = 8351


def mcp(
    brain: Annotated[
        str | None, typer.Option(help="The one brain to serve; default GRAPHMEM_BRAIN, else every call names a brain.")
    ] = None,
    transport: Annotated[
        Literal["stdio", "http"], typer.Option(help="stdio for one client that starts the server, http for many.")
    ] = "stdio",
    tools: Annotated[
        Literal["core", "full"], typer.Option(help="Which tools are listed: the five that most agents need, or all.")
    ] = "core",
    read_only: Annotated[bool, typer.Option("--read-only", help="Leave out the tools that write.")] = False,
    host: Annotated[str | None, typer.Option(help="With http: address to listen on; default GRAPHMEM_HOST.")] = None,
    port: Annotated[int, typer.Option(min=0, max=65535, help="With http: port; 0 takes a free port.")] = PORT,
) -> None:
    """Serve the memory to agents (Model Context Protocol) until the input ends or SIGTERM arrives."""
    if importlib.util.find_spec("mcp") is None:
        raise SetupError(f"The MCP server needs the extra `mcp`: {install_command('mcp')}")
    settings = process_settings()
    bound = brain or settings.brain
    if bound is not None:
        check_brain(bound)
    log_to_stderr(settings)
    tell_without_facts(settings)
    if transport == "stdio":
        _serve_stdio(settings, bound, read_only, tools)
    else:
        _serve_http(settings.with_overrides(port=port, host=host or settings.host), bound, read_only, tools)


def _serve_stdio(settings: Settings, bound: str | None, read_only: bool, profile: Profile) -> None:
    from graphmem.mcp.server import make_server
    from graphmem.mcp.stdio import serve_stdio

    make = partial(make_server, bound=bound, read_only=read_only, profile=profile)
    asyncio.run(serve_stdio(lambda: _open(settings), make))


def _serve_http(settings: Settings, bound: str | None, read_only: bool, profile: Profile) -> None:
    from graphmem.mcp.http import serve_http
    from graphmem.mcp.server import make_server

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _exit)
    make = partial(make_server, bound=bound, read_only=read_only, profile=profile)
    asyncio.run(serve_http(lambda: _open(settings), settings, make))


def _open(settings: Settings) -> AbstractAsyncContextManager[Memory]:
    return Memory.open(settings=settings)


def _exit(number: int, frame: Any) -> None:
    """Exit by an exception, so that the database is closed and the embedded server released."""
    raise SystemExit(0)
