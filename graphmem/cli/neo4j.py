"""`graphmem neo4j`: the embedded Neo4j of a data folder."""

from __future__ import annotations

from urllib.parse import quote

import typer

from graphmem.cli.session import AsJson
from graphmem.console import console, print_json
from graphmem.embedded import server
from graphmem.embedded.password import password
from graphmem.errors import SetupError
from graphmem.settings import settings

app = typer.Typer(no_args_is_help=True, help="The embedded Neo4j: start, stop, look.")


@app.command()
def start() -> None:
    """Starts it, to stay until `graphmem neo4j stop`; says where it is."""
    running = server.start(settings())
    console.print(f"Neo4j runs at [bold]{running.uri}[/], its Browser at [bold]{running.browser_url}[/]")
    console.print(f"user {running.user}, password in {running.data_dir / 'password'}", soft_wrap=True)


@app.command()
def stop() -> None:
    """Stops it cleanly, whoever uses it."""
    console.print("Neo4j has stopped." if server.stop(settings()) else "Neo4j was not running.")


@app.command()
def status(as_json: AsJson = False) -> None:
    """Says whether it runs, where, and who uses it; exit code 3 when it does not run."""
    found = server.status(settings())
    if as_json:
        print_json({name: getattr(found, name) for name in found.__slots__})
    else:
        _tell(found)
    if found.phase != "running":
        raise typer.Exit(3)


@app.command("shell-url")
def shell_url() -> None:
    """Prints the address with user and password, for cypher-shell and other clients."""
    chosen = settings()
    if chosen.neo4j_uri:
        typer.echo(with_login(chosen.neo4j_uri, chosen.neo4j_user, chosen.neo4j_password.get_secret_value()))
        return
    found = server.status(chosen)
    if found.phase != "running" or found.uri is None:
        raise SetupError("The embedded Neo4j does not run. `graphmem neo4j start` starts it.")
    typer.echo(with_login(found.uri, "neo4j", password(found.data_dir)))


def with_login(uri: str, user: str, word: str) -> str:
    """An address with its login in it."""
    scheme, _, rest = uri.partition("://")
    return f"{scheme}://{quote(user, safe='')}:{quote(word, safe='')}@{rest}"


def _tell(found: server.Status) -> None:
    console.print(f"[bold]{found.phase}[/], data in {found.data_dir}", soft_wrap=True)
    if found.uri:
        stays = ", stays until `graphmem neo4j stop`" if found.kept else ""
        console.print(f"Bolt {found.uri}, Browser {found.browser_url}, process {found.pid}", soft_wrap=True)
        console.print(f"used by {found.users} process{'' if found.users == 1 else 'es'}{stays}")
    if found.error:
        console.print(found.error, markup=False, soft_wrap=True)
    if settings().neo4j_uri:
        console.print("NEO4J_URI is set, so graphmem uses that server instead of this one.")
