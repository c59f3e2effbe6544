"""`graphmem demo`: store a conversation and tell its story from the graph."""

from __future__ import annotations

import asyncio
import sys
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Annotated

import typer

from graphmem.cli.serve import address_of, serve_memory
from graphmem.console import console
from graphmem.demo.conversation import Conversation, from_file, written
from graphmem.demo.run import run
from graphmem.embedded import server
from graphmem.memory import Memory
from graphmem.settings import Settings, settings as process_settings

TURNS = 150


def demo(
    data: Annotated[
        Path | None,
        typer.Option(exists=True, dir_okay=False, help="Your own turns as JSON lines, instead of the built-in story."),
    ] = None,
    sample: Annotated[str | None, typer.Option(help="Which conversation of the file; default the first.")] = None,
    all_turns: Annotated[bool, typer.Option("--all", help=f"All turns, not only the first {TURNS}.")] = False,
    keep: Annotated[
        bool | None, typer.Option("--keep/--no-keep", help="Whether Neo4j keeps running; default: on a terminal.")
    ] = None,
    serve: Annotated[
        bool, typer.Option("--serve", help="Serve the dashboard and the REST API afterwards, until Ctrl-C.")
    ] = False,
) -> None:
    """Store a conversation and tell its story from the graph. The exit code is 0 only if every answer is right."""
    conversation = from_file(data, sample, None if all_turns else TURNS) if data else written()
    # The built-in story is written for the offline extractor, which calls no model and needs no key.
    settings = process_settings().with_overrides(extractor="offline")
    stays = sys.stdout.isatty() if keep is None else keep
    if not asyncio.run(_run(settings, conversation, is_written=data is None, stays=stays, serves=serve)):
        raise typer.Exit(1)


async def _run(settings: Settings, conversation: Conversation, *, is_written: bool, stays: bool, serves: bool) -> bool:
    async with AsyncExitStack() as stack:
        with console.status("Starting Neo4j …"):
            memory = await stack.enter_async_context(Memory.open(settings=settings))
        right = await run(memory, conversation, console, is_written=is_written)
        if memory.browser_url:
            await _print_browser_login(settings, stays=stays)
        address = address_of(settings.host, settings.port)
        if serves:
            console.print(f"The dashboard is at [bold]{address}[/] until Ctrl-C.", soft_wrap=True)
            await serve_memory(settings, memory)
        else:
            console.print(f"[bold]graphmem serve[/] shows it in the dashboard at [bold]{address}[/]", soft_wrap=True)
        return right


async def _print_browser_login(settings: Settings, *, stays: bool) -> None:
    if stays or server.status(settings).kept:
        await asyncio.to_thread(server.start, settings)
        console.print("user neo4j, password: ", end="")
        console.print(str(settings.data_dir / "password"), style="bold", soft_wrap=True)
        console.print("Neo4j stays until [bold]graphmem neo4j stop[/].")
    else:
        console.print("[bold]graphmem neo4j start[/] starts Neo4j again and tells its address and password.")
