"""`graphmem import`: facts or episodes from a file of JSON lines, with progress, resumable."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from graphmem.cli.brain import BrainName
from graphmem.cli.output import AsJson, console, errors, print_json
from graphmem.cli.session import with_brain
from graphmem.errors import CallerError, InvalidInput
from graphmem.ingest.request import EpisodeRequest
from graphmem.memory import Brain
from graphmem.records import ResolveMode

BATCH = 200
SHOWN = 20
"""So many rejected lines are told; all of them with --json."""


class Resolve(StrEnum):
    """How the names of imported facts find their entities."""

    FULL = "full"
    EXACT = "exact"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the file."""

    number: int
    text: str
    size: int

    def record(self) -> dict[str, Any]:
        """The JSON object that the line is.

        Raises:
            InvalidInput: it is none.
        """
        try:
            value = json.loads(self.text)
        except ValueError as error:
            raise InvalidInput(f"no JSON: {error}") from None
        if not isinstance(value, dict):
            raise InvalidInput("no JSON object")
        return value

    @property
    def key(self) -> str:
        """Makes a second import of the same file take up where the first one stopped."""
        return f"import-{self.number}-{hashlib.sha256(self.text.encode()).hexdigest()[:32]}"


@dataclass(slots=True)
class Tally:
    """What has become of the lines so far."""

    records: int = 0
    added: int = 0
    matched: int = 0
    rejected: list[dict[str, Any]] = field(default_factory=list)

    def reject(self, line: Line, why: str) -> None:
        """Notes a line that was left out."""
        self.records += 1
        self.rejected.append({"line": line.number, "error": why})

    def report(self) -> dict[str, Any]:
        """The whole as one JSON object."""
        return {"records": self.records, "added": self.added, "matched": self.matched, "rejected": self.rejected}


def import_file(
    brain: BrainName,
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, readable=True, metavar="FILE.ndjson")],
    resolve: Annotated[Resolve, typer.Option(help="exact = names are keys; nothing is guessed.")] = Resolve.FULL,
    as_json: AsJson = False,
) -> None:
    """Takes in a file of facts or of episodes, one JSON object a line, in the shapes of the REST interface."""
    size = file.stat().st_size
    tally = with_brain(brain, lambda b: run(b, file, size, resolve.value))
    if as_json:
        print_json(tally.report())
    else:
        _tell(tally)
    if tally.rejected:
        raise typer.Exit(1)


async def run(brain: Brain, file: Path, size: int, resolve: ResolveMode) -> Tally:
    """Imports a file: facts in batches, episodes one by one, each line by what it is."""
    tally, facts = Tally(), list[tuple[Line, dict[str, Any]]]()
    with _progress() as bar:
        task = bar.add_task(file.name, total=size)
        for line in lines(file):
            try:
                record = line.record()
                if "subject" in record and "relation" in record:
                    facts.append((line, record))
                    if len(facts) >= BATCH:
                        await _land(brain, facts, resolve, tally)
                else:
                    await _land(brain, facts, resolve, tally)
                    await _remember(brain, line, record, resolve, tally)
            except CallerError as error:
                tally.reject(line, f"{error.field}: {error.detail}" if error.field else error.detail)
            bar.advance(task, line.size)
        await _land(brain, facts, resolve, tally)
    return tally


def lines(file: Path) -> Iterator[Line]:
    """The lines that are not blank."""
    with file.open("rb") as opened:
        for number, raw in enumerate(opened, 1):
            text = raw.decode("utf8", "replace").strip()
            if text:
                yield Line(number, text, len(raw))


async def _land(brain: Brain, facts: list[tuple[Line, dict[str, Any]]], resolve: ResolveMode, tally: Tally) -> None:
    if not facts:
        return
    report = await brain.import_facts([record for _, record in facts], resolve=resolve, batch=BATCH)
    tally.records += report.records - report.rejected
    tally.added += report.added
    tally.matched += report.matched
    for told in report.lines:
        if told.error:
            tally.reject(facts[told.line - 1][0], told.error)
    facts.clear()


async def _remember(brain: Brain, line: Line, record: dict[str, Any], resolve: ResolveMode, tally: Tally) -> None:
    request = EpisodeRequest.checked(**{"resolve": resolve, **record})
    result, again = await brain.submit(request, line.key)
    if not result.success:
        tally.reject(line, result.error or "the extraction failed; the episode is kept")
        return
    tally.records += 1
    tally.matched += again
    tally.added += not again and result.episode_id is not None


def _progress() -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    return Progress(*columns, console=errors, transient=True)


def _tell(tally: Tally) -> None:
    console.print(f"{tally.records} records: {tally.added} added, {tally.matched} known already, ", end="")
    console.print(f"{len(tally.rejected)} left out")
    for one in tally.rejected[:SHOWN]:
        errors.print(f"  line {one['line']}: {one['error']}", markup=False)
    if len(tally.rejected) > SHOWN:
        errors.print(f"  … and {len(tally.rejected) - SHOWN} more (--json tells all)")
