"""`graphmem doctor`: what is there, what is not, and how to mend it."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from graphmem.cli import checks, graph_checks
from graphmem.cli.checks import Check
from graphmem.cli.session import AsJson
from graphmem.console import console, print_json
from graphmem.embedded import server
from graphmem.embedded.password import USER, password
from graphmem.settings import Settings, settings as process_settings

MARKS = {"ok": "[green]ok[/]", "note": "[yellow]note[/]", "missing": "[bold red]missing[/]"}


def doctor(
    start: Annotated[
        bool, typer.Option("--start", help="Start the embedded Neo4j for the examination if it does not run.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Says what is there, what is not, and how to mend it; exit code 1 if something essential is missing."""
    found = examine(process_settings(), start=start)
    if as_json:
        print_json([asdict(check) for check in found])
    else:
        _tell(found)
    if any(check.state == "missing" for check in found):
        raise typer.Exit(1)


def examine(settings: Settings, *, start: bool = False) -> list[Check]:
    """All checks; with `start` the embedded server runs meanwhile."""
    if not start or settings.neo4j_uri:
        return [*checks.machine(settings), *asyncio.run(_database(settings))]
    running = server.acquire(settings)
    try:
        return [*checks.machine(settings), *asyncio.run(_database(settings))]
    finally:
        server.release(running)


async def _database(settings: Settings) -> list[Check]:
    if settings.neo4j_uri:
        login = settings.neo4j_uri, settings.neo4j_user, settings.neo4j_password.get_secret_value()
    else:
        found = server.status(settings)
        if found.phase != "running" or found.uri is None:
            return []
        login = found.uri, USER, password(found.data_dir)
    return [check async for check in graph_checks.database(*login, settings)]


def _tell(found: list[Check]) -> None:
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for check in found:
        table.add_row(MARKS[check.state], check.name, escape(check.detail))
        if check.mend:
            table.add_row("", "", f"[dim]{escape(check.mend)}[/]")
    console.print(table)
    missing = [check.name for check in found if check.state == "missing"]
    console.print(f"Missing: {', '.join(missing)}." if missing else "All that is needed is there.")
