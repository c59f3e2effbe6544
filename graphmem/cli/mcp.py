"""`graphmem mcp`: the memory for agents that speak the Model Context Protocol."""

from __future__ import annotations

import asyncio
import importlib.util
import signal
from contextlib import AbstractAsyncContextManager
from functools import partial
from typing import Annotated, Any, Literal

import typer

from graphmem.contract.validation import check_brain
from graphmem.errors import SetupError
from graphmem.memory import Memory
from graphmem.observability.logs import log_to_stderr
from graphmem.settings import Settings, settings as process_settings

PORT = 8351


def mcp(
    brain: Annotated[
        str | None, typer.Option(help="The one memory to serve; default GRAPHMEM_BRAIN, else every call names one.")
    ] = None,
    transport: Annotated[Literal["stdio", "http"], typer.Option(help="How clients reach it.")] = "stdio",
    read_only: Annotated[bool, typer.Option("--read-only", help="Without the tools that write.")] = False,
    host: Annotated[str | None, typer.Option(help="With http: address; default GRAPHMEM_HOST.")] = None,
    port: Annotated[int, typer.Option(min=0, max=65535, help="With http: port; 0 takes a free one.")] = PORT,
) -> None:
    """Serves the memory to agents (Model Context Protocol) until its input ends or it is told to stop."""
    if importlib.util.find_spec("mcp") is None:
        raise SetupError("The MCP server needs the extra `mcp`: in a checkout of graphmem, pip install '.[mcp]'")
    settings = process_settings()
    bound = brain or settings.brain
    if bound is not None:
        check_brain(bound)
    log_to_stderr(settings)
    if transport == "stdio":
        _serve_stdio(settings, bound, read_only)
    else:
        _serve_http(settings.with_overrides(port=port, host=host or settings.host), bound, read_only)


def _serve_stdio(settings: Settings, bound: str | None, read_only: bool) -> None:
    from graphmem.mcp.server import make_server
    from graphmem.mcp.stdio import serve_stdio

    make = partial(make_server, bound=bound, read_only=read_only)
    asyncio.run(serve_stdio(lambda: _open(settings), make))


def _serve_http(settings: Settings, bound: str | None, read_only: bool) -> None:
    from graphmem.mcp.http import serve_http
    from graphmem.mcp.server import make_server

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _leave)
    make = partial(make_server, bound=bound, read_only=read_only)
    asyncio.run(serve_http(lambda: _open(settings), settings, make))


def _open(settings: Settings) -> AbstractAsyncContextManager[Memory]:
    return Memory.open(settings=settings)


def _leave(number: int, frame: Any) -> None:
    """Unwinds, so that the database is closed and the embedded server released."""
    raise SystemExit(0)
