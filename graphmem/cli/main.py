"""`graphmem`: all commands. An expected error is one line on stderr and exit code 1, without a traceback."""

from __future__ import annotations

import logging
import os
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from graphmem.cli import (
    brain,
    demo,
    doctor,
    entities,
    exports,
    imports,
    keys,
    mcp,
    neo4j,
    procedures,
    reembed,
    reextract,
    serve,
    upkeep,
    worker,
)
from graphmem.console import errors
from graphmem.version import __version__
from graphmem_contract.errors import GraphmemError


class ReadableErrors(TyperGroup):
    """A command group that prints an expected error as one line."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command. Raises `typer.Exit` with code 1 on an expected error."""
        try:
            return super().invoke(ctx)
        except GraphmemError as error:
            about = f"{error.field}: " if error.field else ""
            errors.print(f"[bold red]{error.title}.[/] ", end="")
            errors.print(f"{about}{error.detail}", markup=False, highlight=False, soft_wrap=True)
            raise typer.Exit(1) from None


app = typer.Typer(
    name="graphmem", cls=ReadableErrors, no_args_is_help=True, pretty_exceptions_enable=False, rich_markup_mode="rich",
    help="A memory service for agents, on Neo4j.",
)  # fmt: skip
app.command("serve")(serve.serve)
app.command("worker")(worker.worker)
app.command("remember")(brain.remember)
app.command("recall")(brain.recall)
app.command("facts")(brain.facts)
app.command("import")(imports.import_file)
app.command("export")(exports.export)
app.command("import-brain")(exports.import_brain)
app.command("upkeep")(upkeep.upkeep)
app.command("doctor")(doctor.doctor)
app.command("reembed")(reembed.reembed)
app.command("reextract")(reextract.reextract)
app.command("demo")(demo.demo)
app.command("mcp")(mcp.mcp)
app.add_typer(entities.app, name="entities")
app.add_typer(keys.app, name="keys")
app.add_typer(neo4j.app, name="neo4j")
app.add_typer(procedures.app, name="procedures")


def _version(requested: bool) -> None:
    if requested:
        typer.echo(f"graphmem {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """A memory service for agents, on Neo4j."""
    # The driver retries by itself and logs each retry. If all retries fail, the command prints the error.
    logging.getLogger("neo4j").setLevel(logging.CRITICAL)
    if "GRAPHMEM_FAULT" in os.environ:  # a test wants this process to fail at a point
        from graphmem.testing.faults import arm_from_environment

        arm_from_environment()


if __name__ == "__main__":
    app()
