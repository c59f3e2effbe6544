"""`graphmem doctor`: what is present, what is missing, and how to fix it."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from graphmem.cli.session import AsJson
from graphmem.console import console, print_json
from graphmem.doctor import graph as graph_checks, machine as checks
from graphmem.doctor.check import Check
from graphmem.embedded import server
from graphmem.embedded.password import USER, password
from graphmem.settings import Settings, settings as process_settings

MARKS = {"ok": "[green]ok[/]", "note": "[yellow]note[/]", "missing": "[bold red]missing[/]"}


def doctor(
    start: Annotated[
        bool, typer.Option("--start", help="Start the embedded Neo4j for the checks if it is not running.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """List what is present, what is missing, and how to fix it. The exit code is 1 if something essential is missing."""
    results = examine(process_settings(), start=start)
    if as_json:
        print_json([asdict(check) for check in results])
    else:
        _print_checks(results)
    if any(check.state == "missing" for check in results):
        raise typer.Exit(1)


def examine(settings: Settings, *, start: bool = False) -> list[Check]:
    """Run all checks. With `start`, the embedded server runs during them."""
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
        status = server.status(settings)
        if status.phase != "running" or status.uri is None:
            return []
        login = status.uri, USER, password(status.data_dir)
    return [check async for check in graph_checks.database(*login, settings)]


def _print_checks(results: list[Check]) -> None:
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for check in results:
        table.add_row(MARKS[check.state], check.name, escape(check.detail))
        if check.mend:
            table.add_row("", "", f"[dim]{escape(check.mend)}[/]")
    console.print(table)
    missing = [check.name for check in results if check.state == "missing"]
    console.print(f"Missing: {', '.join(missing)}." if missing else "Nothing essential is missing.")
