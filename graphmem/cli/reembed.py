"""`graphmem reembed`: the vectors of another embedder, beside those in use until the switch."""

from __future__ import annotations

import asyncio
import getpass
from dataclasses import asdict
from typing import Annotated

import typer

from graphmem.cli.session import AsJson
from graphmem.console import console, errors, print_json
from graphmem.memory import open_store
from graphmem.models.embeddings import make_embedder
from graphmem.settings import Settings, settings as process_settings
from graphmem.upkeep.vectors import reembed as job
from graphmem.upkeep.vectors.reembed import VectorReport, Vouched


def reembed(
    embedder: Annotated[
        str | None,
        typer.Argument(help="As in GRAPHMEM_EMBEDDER, e.g. openai:text-embedding-3-small; default: that setting."),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Change nothing; count vectors, calls and tokens.")
    ] = False,
    drop: Annotated[
        bool, typer.Option("--drop", help="Remove the vectors that are not in use: those of the former embedder.")
    ] = False,
    reason: Annotated[str, typer.Option(help="Why; it is noted in the graph.")] = "",
    as_json: AsJson = False,
) -> None:
    """Make the vectors of another embedder, then switch to them. An interrupted run is continued by the next."""
    chosen = process_settings()
    if embedder is not None:
        chosen = chosen.model_copy(update={"embedder": embedder})
    report = asyncio.run(_run(chosen, reason, dry_run=dry_run, drop=drop))
    if as_json:
        print_json(asdict(report))
        return
    for line in _lines(report, chosen.embedder, dry_run=dry_run, drop=drop):
        console.print(line, markup=False, highlight=False, soft_wrap=True)


async def _run(settings: Settings, reason: str, *, dry_run: bool, drop: bool) -> VectorReport:
    embedder = make_embedder(settings)
    who = Vouched(getpass.getuser(), reason)
    work = job.drop if drop else job.reembed
    try:
        async with open_store(settings) as store:
            return await work(store, embedder, who, dry_run=dry_run, lease_sec=settings.lease_sec, progress=_report)
    finally:
        await embedder.aclose()


def _report(brain: str, kind: str, vectors: int) -> None:
    errors.print(f"{brain}: {kind}, {vectors} vectors …", markup=False, highlight=False)


def _lines(report: VectorReport, setting: str, *, dry_run: bool, drop: bool) -> list[str]:
    made = "would be made" if dry_run else "made"
    lines = [
        f"{report.vectors} vectors of {report.embedder} ({report.dimensions} dimensions) {made}: {report.calls} calls, about "
        f"{report.tokens} tokens"
    ]
    if drop and not dry_run:
        lines.append(f"The vectors of {report.removed} nodes and edges were dropped.")
    if report.has_switched:
        lines += [
            f"The graph has switched from {report.before} to {report.embedder}.",
            f"Set GRAPHMEM_EMBEDDER={setting} and restart every process of graphmem. Then run `graphmem reembed --drop`.",
        ]
    return lines
