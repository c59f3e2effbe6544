"""`graphmem migrate`: derive the facts of an older graph again by today's rules."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from typing import Annotated

import typer

from graphmem.cli.session import AsJson
from graphmem.console import console, errors, print_json
from graphmem.curation.derive_again import DerivedAgain, derive_again, outdated_brains
from graphmem.memory import Memory


def migrate(
    brains: Annotated[list[str] | None, typer.Option("--brain", help="Only this brain; may be repeated.")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Change nothing; count what would change.")] = False,
    as_json: AsJson = False,
) -> None:
    """Derive the facts of brains that an earlier version wrote again. An interrupted run is continued by the next."""
    found = asyncio.run(_derived(brains, dry_run=dry_run))
    if as_json:
        print_json({brain: asdict(total) for brain, total in found.items()})
        return
    for brain, total in found.items():
        what = "would change" if dry_run else "changed"
        lines = [f"{brain}: {total.subjects} subjects, {total.changed} facts {what}", *total.readings()]
        console.print("\n".join(lines), markup=False, highlight=False)
    if not found:
        console.print(f"{'Each of them' if brains else 'Every brain'} is derived by the rules of this version.")


async def _derived(only: list[str] | None, *, dry_run: bool) -> dict[str, DerivedAgain]:
    async with Memory.open() as memory:
        store, embedder = memory.store, memory.models.embedder
        return {
            brain: await derive_again(store, embedder, brain, _report, dry_run=dry_run)
            for brain in await outdated_brains(store)
            if not only or brain in only
        }


def _report(brain: str, total: DerivedAgain) -> None:
    errors.print(f"{brain}: {total.subjects} subjects, {total.changed} facts changed …", markup=False, highlight=False)
