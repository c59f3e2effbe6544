"""`graphmem upkeep`: run the jobs that keep brains in shape between messages."""

from __future__ import annotations

import asyncio
from typing import Annotated

import typer

from graphmem.cli.session import AsJson, stop_signals
from graphmem.console import console, errors, print_json
from graphmem.memory import Memory
from graphmem.observability.logs import log_to_stderr
from graphmem.serving.scheduled_upkeep import scheduled_upkeep
from graphmem.settings import settings as process_settings
from graphmem.upkeep.schedule.due import EndedRun
from graphmem.upkeep.tick import JOBS, checked_jobs, tick
from graphmem_contract.upkeep import JobName, JobReport, TickReport
from graphmem_contract.validation import check_brain


def upkeep(
    brains: Annotated[list[str] | None, typer.Option("--brain", help="Only this brain; may be repeated.")] = None,
    jobs: Annotated[
        list[str] | None, typer.Option("--job", help=f"Only this job; may be repeated. There are {', '.join(JOBS)}.")
    ] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="The most changes of each job.")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Change nothing; count what would change.")] = False,
    watch: Annotated[
        bool, typer.Option("--watch", help="Run the jobs that are due by their schedules, until SIGINT or SIGTERM.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Run the jobs of upkeep over all brains, or over some. An interrupted run is continued by the next."""
    if watch:
        if jobs or limit is not None or dry_run or as_json:
            raise typer.BadParameter("--watch takes no other option but --brain.")
        for name in brains or ():
            check_brain(name)
        log_to_stderr(process_settings())
        asyncio.run(_watch(brains))
        return
    chosen = checked_jobs(jobs)  # type: ignore[arg-type]
    for name in brains or ():
        check_brain(name)
    found = asyncio.run(_run(brains, chosen, limit, dry_run=dry_run))
    if as_json:
        print_json({brain: report.model_dump(mode="json") for brain, report in found.items()})
        return
    for brain, report in found.items():
        for job in report.jobs:
            console.print(_line(brain, job, dry_run=dry_run), markup=False, highlight=False, soft_wrap=True)
    if not found:
        console.print("There is no brain yet; the first write makes one.")


async def _run(
    only: list[str] | None, jobs: tuple[JobName, ...], limit: int | None, *, dry_run: bool
) -> dict[str, TickReport]:
    async with Memory.open() as memory:
        return {
            name: await tick(memory.engine, name, jobs, limit=limit, dry_run=dry_run, progress=_report)
            for name in only or await _every_brain(memory)
        }


async def _watch(brains: list[str] | None) -> None:
    async with Memory.open() as memory:
        with stop_signals() as stopping:
            async with scheduled_upkeep(memory.engine, brains, _tell):
                errors.print("graphmem runs the jobs of upkeep that are due.", soft_wrap=True)
                await stopping.wait()


def _tell(ended: EndedRun) -> None:
    """Print a run that has ended."""
    if ended.report is not None and ended.error is None:
        line = _line(ended.brain, ended.report, dry_run=False)
    else:
        line = f"{ended.brain}: {ended.job}: failed: {ended.error}"
    console.print(line, markup=False, highlight=False, soft_wrap=True)


async def _every_brain(memory: Memory) -> list[str]:
    names: list[str] = []
    cursor: str | None = None
    while True:
        page = await memory.brains(limit=1000, cursor=cursor)
        names += [one.name for one in page.items]
        cursor = page.next_cursor
        if cursor is None:
            return names


def _report(brain: str, job: JobName, done: int) -> None:
    errors.print(f"{brain}: {job}, {done} changes …", markup=False, highlight=False)


def _line(brain: str, job: JobReport, *, dry_run: bool) -> str:
    what = "would change" if dry_run else "changed"
    line = f"{brain}: {job.job}: {job.done} {what}, {job.skipped} as they should be, {job.statements} queries"
    return "\n".join((line, *(f"  {warning}" for warning in job.warnings)))
