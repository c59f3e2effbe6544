"""`graphmem keys`: API keys for the REST API and for the MCP server over HTTP."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Annotated, TypeVar

import typer
from rich.markup import escape
from rich.table import Table

from graphmem.access.keys import GRACE_SECONDS, Keys
from graphmem.cli.session import AsJson
from graphmem.console import console, day, errors, print_json
from graphmem.memory import Memory
from graphmem_contract.keys import ApiKey, CreatedKey

T = TypeVar("T")

app = typer.Typer(no_args_is_help=True, help="API keys: create, list, rotate, revoke.")


def _with_keys(work: Callable[[Keys], Awaitable[T]]) -> T:
    async def run() -> T:
        async with Memory.open() as memory:
            return await work(memory.keys)

    return asyncio.run(run())


@app.command()
def create(
    name: Annotated[str, typer.Argument(help="A label: what the key is for.")],
    brain: Annotated[
        list[str], typer.Option("--brain", "-b", help="A brain that the key may access, * for all; may be repeated.")
    ],
    scope: Annotated[
        list[str],
        typer.Option("--scope", "-s", help="memory:read, memory:write, graph:write or admin (= all); may be repeated."),
    ],
    days: Annotated[
        float | None, typer.Option(min=0, help="Days until the key expires; default: valid until revoked.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Create a key and print it, only this once. Servers that run without keys require one after their next start."""
    end = datetime.now(UTC) + timedelta(days=days) if days is not None else None
    key = _with_keys(lambda keys: keys.create(name, brain, scope, expires_at=end))
    if as_json:
        print_json(key)
    else:
        _print_key(key)


def _print_key(key: CreatedKey) -> None:
    typer.echo(key.key)
    end = f", until {day(key.expires_at)}" if key.expires_at else ""
    rights = f"{', '.join(key.scopes)} in {', '.join(key.brains)}{end}. id {key.id}"
    errors.print(f"{rights}\nKeep it: it is not shown again.", markup=False, soft_wrap=True)


@app.command("list")
def list_keys(as_json: AsJson = False) -> None:
    """List the keys, oldest first. Only the beginning of each key is shown."""
    keys = _with_keys(_all_keys)
    if as_json:
        print_json({"keys": keys})
    elif not keys:
        console.print("There are no keys.")
    else:
        console.print(_table(keys))


async def _all_keys(keys: Keys) -> list[ApiKey]:
    page = await keys.list(limit=1000)
    collected = list(page)
    while page.next_cursor:
        page = await keys.list(limit=1000, cursor=page.next_cursor)
        collected += page
    return collected


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
def rotate(
    id: Annotated[str, typer.Argument(help="The key's id, from graphmem keys list.")],
    grace: Annotated[
        float, typer.Option(min=0, help="Seconds for which the old secret is valid too; at most 30 days.")
    ] = GRACE_SECONDS,
    as_json: AsJson = False,
) -> None:
    """Give a key a new secret and print it, only this once. The old secret ends after the grace time."""
    key = _with_keys(lambda keys: keys.rotate(id, grace_seconds=grace))
    if as_json:
        print_json(key)
    else:
        _print_key(key)


@app.command()
def revoke(
    id: Annotated[str, typer.Argument(help="The key's id, from graphmem keys list.")],
    forget: Annotated[bool, typer.Option("--forget", help="Also remove the key from the list.")] = False,
) -> None:
    """Revoke a key. Running servers refuse it within seconds."""
    if forget:
        _with_keys(lambda keys: keys.forget(id))
        console.print("Removed.")
    else:
        revoked = _with_keys(lambda keys: keys.revoke(id))
        console.print(f"{revoked.name} ({revoked.prefix}…) is revoked.", markup=False)
