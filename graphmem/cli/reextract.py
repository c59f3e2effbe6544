"""`graphmem reextract`: read the episodes of a brain again, by another model or newer prompts."""

from __future__ import annotations

import getpass
from typing import Annotated, Any

import typer

from graphmem.brain import Brain
from graphmem.cli.session import AsJson, with_brain
from graphmem.console import console, errors, print_json
from graphmem_contract.reextraction import ReextractionEstimate, ReextractionReport, UndoneReextraction

AT_ONCE = 10
"""Episodes of one call; the progress is told after each call."""


def reextract(
    brain: Annotated[str, typer.Argument(help="The brain.")],
    sample: Annotated[
        int | None,
        typer.Option(min=1, max=1000, help="Read so many episodes and show what would change; change nothing."),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Ask no model and change nothing; tell the episodes, calls and tokens.")
    ] = False,
    undo: Annotated[str | None, typer.Option(help="Take back the new extraction with this id.")] = None,
    episodes: Annotated[list[str] | None, typer.Option("--episode", help="Only this episode; may be repeated.")] = None,
    session: Annotated[str | None, typer.Option(help="Only episodes of this session.")] = None,
    source: Annotated[str | None, typer.Option(help="Only episodes of this source.")] = None,
    tags: Annotated[
        list[str] | None, typer.Option("--tag", help="Only episodes with this tag; all of several.")
    ] = None,
    since: Annotated[str | None, typer.Option(help="Only episodes said at this time or later.")] = None,
    until: Annotated[str | None, typer.Option(help="Only episodes said before this time.")] = None,
    again: Annotated[bool, typer.Option("--again", help="Also episodes that this reader has read already.")] = False,
    reason: Annotated[str | None, typer.Option(help="Why; it is noted in the graph.")] = None,
    as_json: AsJson = False,
) -> None:
    """Read episodes again with the configured model. An interrupted run is continued by the next."""
    if undo is not None:
        taken_back = with_brain(brain, lambda b: b.reextraction.undo(undo, dry_run=dry_run))
        _show([taken_back], as_json=as_json)
        return
    chosen: dict[str, Any] = {
        "episode_ids": episodes, "session_id": session, "source": source, "tags": tags or (), "since": since, "until": until,
        "again": again,
    }  # fmt: skip
    if dry_run:
        _show([with_brain(brain, lambda b: b.reextraction.estimate(**chosen))], as_json=as_json)
        return
    _show(with_brain(brain, lambda b: _run(b, chosen, reason, sample)), as_json=as_json)


async def _run(
    brain: Brain, chosen: dict[str, Any], reason: str | None, sample: int | None
) -> list[ReextractionReport]:
    if sample is not None:
        return [await brain.reextraction.run(**chosen, limit=sample, dry_run=True)]
    reports: list[ReextractionReport] = []
    while not reports or reports[-1].cursor is not None:
        cursor = reports[-1].cursor if reports else None
        asked: dict[str, Any] = {"by": getpass.getuser(), "reason": reason, "limit": AT_ONCE, "cursor": cursor}
        reports.append(await brain.reextraction.run(**chosen, **asked))
        _report(reports)
    return reports


def _report(reports: list[ReextractionReport]) -> None:
    read, skipped = (
        sum(len(part) for part in parts) for parts in zip(*((r.episodes, r.skipped) for r in reports), strict=True)
    )
    errors.print(f"{read} episodes read again, {skipped} left out …", markup=False, highlight=False)


Shown = ReextractionReport | ReextractionEstimate | UndoneReextraction


def _show(reports: list[Any], *, as_json: bool) -> None:
    if as_json:
        print_json([one.model_dump(mode="json") for one in reports])
        return
    for report in reports:
        for line in _lines(report):
            console.print(line, markup=False, highlight=False, soft_wrap=True)


def _lines(report: Shown) -> list[str]:
    if isinstance(report, ReextractionEstimate):
        return [
            f"{report.reader}: {report.episodes} episodes, about {report.model_calls} calls and {report.tokens} tokens"
        ]
    if isinstance(report, UndoneReextraction):
        return [f"{report.statements} statements hold again, {report.withdrawn} were withdrawn"]
    lines = []
    for one in report.episodes:
        lines.append(
            f"{one.episode_id}: {one.kept} kept" + (f" ({one.reextraction_id})" if one.reextraction_id else "")
        )
        lines += [f"  + {text}" for text in (*one.added, *one.restored)]
        lines += [f"  - {text}" for text in one.withdrawn]
        lines += [f"  ! {text}" for text in one.warnings]
    lines += [f"{one.episode_id}: left out: {one.reason}" for one in report.skipped]
    lines += [f"{one.episode_id}: failed: {one.reason}" for one in report.failed]
    return [
        *lines,
        f"{report.reader}: {len(report.episodes)} episodes, {report.model_calls} calls, {report.tokens} tokens",
    ]
