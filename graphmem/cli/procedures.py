"""`graphmem procedures`: build and install the plugin that adds `CALL graphmem.…` to Neo4j."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from graphmem.console import console
from graphmem.embedded import plugin as procedures
from graphmem.settings import settings

app = typer.Typer(no_args_is_help=True, help="The plugin for Neo4j: build it, install it.")


@app.command()
def build() -> None:
    """Compile the plugin and print the path of its jar."""
    typer.echo(procedures.build(settings()))


@app.command()
def install(
    plugins: Annotated[
        Path | None, typer.Option(file_okay=False, help="A server's plugins folder; default: the embedded server's.")
    ] = None,
) -> None:
    """Copy the plugin into a Neo4j server's plugin folder. Neo4j loads it at its next start."""
    target = procedures.install(settings(), plugins)
    console.print(f"{target}\nNeo4j loads it when it starts the next time.", soft_wrap=True)
