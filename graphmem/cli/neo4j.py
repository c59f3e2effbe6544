"""`graphmem neo4j`: the embedded Neo4j of a data folder."""

from __future__ import annotations

from urllib.parse import quote

import typer

from graphmem.cli.session import AsJson
from graphmem.console import console, print_json
from graphmem.embedded import server
from graphmem.embedded.password import password
from graphmem.graph.driver import checked_address
from graphmem.settings import settings
from graphmem_contract.errors import SetupError

app = typer.Typer(no_args_is_help=True, help="The embedded Neo4j: start, stop, status, repair.")


@app.command()
def start() -> None:
    """Start the embedded Neo4j and print its addresses. It runs until `graphmem neo4j stop`."""
    running = server.start(settings())
    console.print(f"Neo4j runs at [bold]{running.uri}[/], its Browser at [bold]{running.browser_url}[/]")
    console.print(f"user {running.user}, password in {running.data_dir / 'password'}", soft_wrap=True)


@app.command()
def stop() -> None:
    """Stop the embedded Neo4j cleanly, even if it is in use."""
    console.print("Neo4j has stopped." if server.stop(settings()) else "Neo4j was not running.")


@app.command()
def repair() -> None:
    """Repair a data folder whose Neo4j does not start: what it cannot read at the end of its transaction log is dropped."""
    server.repair(settings())
    console.print("Neo4j starts on this data folder. It has every transaction before the damage.")


@app.command()
def status(as_json: AsJson = False) -> None:
    """Print whether it runs, its addresses, and how many processes use it. The exit code is 3 if it does not run."""
    state = server.status(settings())
    if as_json:
        print_json({name: getattr(state, name) for name in state.__slots__})
    else:
        _print_status(state)
    if state.phase != "running":
        raise typer.Exit(3)


@app.command("shell-url")
def shell_url() -> None:
    """Print the Bolt address with user and password, for cypher-shell and other clients."""
    chosen = settings()
    if chosen.neo4j_uri:
        typer.echo(
            with_login(checked_address(chosen.neo4j_uri), chosen.neo4j_user, chosen.neo4j_password.get_secret_value())
        )
        return
    state = server.status(chosen)
    if state.phase != "running" or state.uri is None:
        raise SetupError("The embedded Neo4j does not run. `graphmem neo4j start` starts it.")
    typer.echo(with_login(state.uri, "neo4j", password(state.data_dir)))


def with_login(uri: str, user: str, secret: str) -> str:
    """Return an address that contains user and password."""
    scheme, _, rest = uri.partition("://")
    return f"{scheme}://{quote(user, safe='')}:{quote(secret, safe='')}@{rest}"


def _print_status(state: server.Status) -> None:
    console.print(f"[bold]{state.phase}[/], data in {state.data_dir}", soft_wrap=True)
    if state.uri:
        stays = ", stays until `graphmem neo4j stop`" if state.kept else ""
        console.print(f"Bolt {state.uri}, Browser {state.browser_url}, process {state.pid}", soft_wrap=True)
        console.print(f"used by {state.users} process{'' if state.users == 1 else 'es'}{stays}")
    if state.error:
        console.print(state.error, markup=False, soft_wrap=True)
    if settings().neo4j_uri:
        console.print("NEO4J_URI is set, so graphmem uses that server instead of this one.")
