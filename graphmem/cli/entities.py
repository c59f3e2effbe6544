"""`graphmem entities`: merge entities, take a merge back, split an entity in which two were joined."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from graphmem.cli.session import AsJson, BrainName, with_brain
from graphmem.console import console, print_json
from graphmem_contract.changes import Merges, Split, Unmerged

app = typer.Typer(
    no_args_is_help=True, help="Entities: merge two, take a merge back, split one in which two were joined."
)
Entity = Annotated[str, typer.Argument(metavar="ENTITY", help="Id, key or name of the entity.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Show what would change, and change nothing.")]


@app.command()
def merge(
    brain: BrainName,
    into: Entity,
    others: Annotated[list[str], typer.Argument(metavar="OTHER…", help="Entities that become one with it.")],
    dry_run: DryRun = False,
    as_json: AsJson = False,
) -> None:
    """Merge entities into one. `graphmem entities unmerge` takes it back."""
    _show(
        with_brain(brain, lambda b: b.entities.merge(into, others, dry_run=dry_run)), as_json=as_json, dry_run=dry_run
    )


@app.command()
def unmerge(
    brain: BrainName,
    entity: Entity,
    merge_id: Annotated[str, typer.Argument(metavar="MERGE", help="Id of the merge.")],
    dry_run: DryRun = False,
    as_json: AsJson = False,
) -> None:
    """Take a merge back."""
    unmerged = with_brain(brain, lambda b: b.entities.unmerge(entity, merge_id, dry_run=dry_run))
    _show(unmerged, as_json=as_json, dry_run=dry_run)


@app.command()
def split(
    brain: BrainName,
    entity: Entity,
    fact: Annotated[
        list[str] | None, typer.Option(help="Id of a fact that means the other one; may be repeated.")
    ] = None,
    episode: Annotated[list[str] | None, typer.Option(help="Id of an episode that speaks of the other one.")] = None,
    name: Annotated[
        str | None, typer.Option(help="Name of the other one; default: as these statements mention it.")
    ] = None,
    type_: Annotated[str | None, typer.Option("--type", help="Its type; default: that of the entity.")] = None,
    dry_run: DryRun = False,
    as_json: AsJson = False,
) -> None:
    """Split an entity: what these facts and episodes say goes to an entity of its own. A merge takes it back."""
    chosen: dict[str, Any] = {"facts": fact or (), "episodes": episode or (), "name": name, "type": type_}
    parted = with_brain(brain, lambda b: b.entities.split(entity, **chosen, dry_run=dry_run))
    _show(parted, as_json=as_json, dry_run=dry_run)


def _show(result: Merges | Unmerged | Split, *, as_json: bool, dry_run: bool) -> None:
    if as_json:
        print_json(result)
        return
    console.print("[bold]Rehearsed: nothing has changed.[/]" if dry_run else "[bold]Done.[/]")
    for line in _lines(result):
        console.print(line, markup=False, highlight=False, soft_wrap=True)
    console.print(f"Facts that {'would change' if dry_run else 'changed'} besides: {len(result.changed)}")


def _lines(result: Merges | Unmerged | Split) -> list[str]:
    if isinstance(result, Merges):
        return [f"merge {one.merge_id}: {one.statements} statements, {one.facts} facts" for one in result.merges]
    if isinstance(result, Unmerged):
        return [f"{result.name} is apart, with {result.statements} statements and {result.facts} facts"]
    told = f"{result.name} ({result.entity_id}) is apart, with {result.statements} statements and {len(result.facts)} facts"
    return [told, f"graphmem entities merge takes it back: {result.parted_from} {result.entity_id}"]
