"""`graphmem keys`: who may use the REST API and the MCP server over HTTP."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Annotated, TypeVar

import typer
from rich.markup import escape
from rich.table import Table

from graphmem.access.keys import ApiKey, CreatedKey, Keys
from graphmem.cli.session import AsJson
from graphmem.console import console, day, errors, print_json
from graphmem.memory import Memory

T = TypeVar("T")

app = typer.Typer(no_args_is_help=True, help="API keys: make, list, revoke.")


def _with_keys(work: Callable[[Keys], Awaitable[T]]) -> T:
    async def run() -> T:
        async with Memory.open() as memory:
            return await work(memory.keys)

    return asyncio.run(run())


@app.command()
def create(
    name: Annotated[str, typer.Argument(help="What it is for, in words.")],
    brain: Annotated[list[str], typer.Option("--brain", "-b", help="A brain it may enter, * for all; repeat it.")],
    scope: Annotated[
        list[str],
        typer.Option("--scope", "-s", help="memory:read, memory:write, graph:write or admin (= all); repeat it."),
    ],
    days: Annotated[float | None, typer.Option(min=0, help="So long it is good; default: until revoked.")] = None,
    as_json: AsJson = False,
) -> None:
    """Makes a key and prints it, this once. Servers that run without any key ask for one after their next start."""
    end = datetime.now(UTC) + timedelta(days=days) if days is not None else None
    made = _with_keys(lambda keys: keys.create(name, brain, scope, expires_at=end))
    if as_json:
        print_json(made)
    else:
        _tell(made)


def _tell(made: CreatedKey) -> None:
    typer.echo(made.key)
    end = f", until {day(made.expires_at)}" if made.expires_at else ""
    told = f"{', '.join(made.scopes)} in {', '.join(made.brains)}{end}. id {made.id}"
    errors.print(f"{told}\nKeep it: it is not shown again.", markup=False, soft_wrap=True)


@app.command("list")
def list_keys(as_json: AsJson = False) -> None:
    """Lists the keys, oldest first: what they begin with, never themselves."""
    keys = _with_keys(_all)
    if as_json:
        print_json({"keys": keys})
    elif not keys:
        console.print("There are no keys.")
    else:
        console.print(_table(keys))


async def _all(keys: Keys) -> list[ApiKey]:
    page = await keys.list(limit=1000)
    found = list(page)
    while page.next_cursor:
        page = await keys.list(limit=1000, cursor=page.next_cursor)
        found += page
    return found


def _table(keys: list[ApiKey]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0))
    for column in ("id", "key", "name", "brains", "scopes", "made", "state", "used"):
        table.add_column(column, overflow="fold", no_wrap=column == "id")
    now = datetime.now(UTC)
    for key in keys:
        state = "revoked" if key.revoked_at else f"until {day(key.expires_at)}" if key.expires_at else "good"
        table.add_row(
            key.id, f"{key.prefix}…", escape(key.name), " ".join(key.brains), " ".join(key.scopes), day(key.created_at),
            state, day(key.last_used_at, "never"), style="dim" if key.refusal(now) else "",
        )  # fmt: skip
    return table


@app.command()
def revoke(
    id: Annotated[str, typer.Argument(help="The key's id; graphmem keys list tells it.")],
    forget: Annotated[bool, typer.Option("--forget", help="Remove it from the list, too.")] = False,
) -> None:
    """Ends a key; running servers learn of it within seconds."""
    if forget:
        _with_keys(lambda keys: keys.forget(id))
        console.print("Removed.")
    else:
        gone = _with_keys(lambda keys: keys.revoke(id))
        console.print(f"{gone.name} ({gone.prefix}…) is revoked.", markup=False)
