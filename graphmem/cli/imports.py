"""`graphmem import`: facts or episodes from a file of JSON lines, with progress, resumable."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, TextIO

import typer
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from graphmem.brain import Brain
from graphmem.cli.brain import BrainName
from graphmem.cli.session import AsJson, with_brain
from graphmem.console import console, errors, print_json
from graphmem.contract.records import ResolveMode, WriteResult
from graphmem.errors import CallerError, GraphmemError, InvalidInput
from graphmem.ingest.batch_size import Pace
from graphmem.ingest.episodes.input import EpisodeInput
from graphmem.ingest.episodes.request import EpisodeRequest, episode_input
from graphmem.ingest.verbatim import store_verbatim

KEPT_AT_ONCE = 200
SHOWN, MOST_TOLD = 20, 1000
"""So many rejected lines are told; with --json more, and all of them with --rejected."""


class Resolve(StrEnum):
    """How the names of imported facts find their entities."""

    FULL = "full"
    EXACT = "exact"


@dataclass(frozen=True, slots=True)
class ImportFileLine:
    """One line of the file."""

    number: int
    text: str
    size: int
    wrong: str | None = None
    """Why it cannot be read."""

    def record(self) -> dict[str, Any]:
        """The JSON object that the line is.

        Raises:
            InvalidInput: it is none.
        """
        if self.wrong:
            raise InvalidInput(self.wrong)
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
class ImportTally:
    """What has become of the lines so far; of the rejected ones the first, and all of them in `file` if there is one."""

    records: int = 0
    added: int = 0
    matched: int = 0
    left_out: int = 0
    rejected: list[dict[str, Any]] = field(default_factory=list)
    file: TextIO | None = None

    def reject(self, line: ImportFileLine, why: str) -> None:
        """Notes a line that was left out."""
        self.records += 1
        self.left_out += 1
        told = {"line": line.number, "error": why}
        if len(self.rejected) < MOST_TOLD:
            self.rejected.append(told)
        if self.file:
            self.file.write(json.dumps(told, ensure_ascii=False) + "\n")

    def report(self) -> dict[str, Any]:
        """The whole as one JSON object."""
        counts = {"records": self.records, "added": self.added, "matched": self.matched, "left_out": self.left_out}
        return {**counts, "rejected": self.rejected}


def import_file(
    brain: BrainName,
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, readable=True, metavar="FILE.ndjson")],
    resolve: Annotated[Resolve, typer.Option(help="exact = names are keys; nothing is guessed.")] = Resolve.FULL,
    rejected: Annotated[
        Path | None, typer.Option(dir_okay=False, writable=True, help="Where every line that was left out is told.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Takes in a file of facts or of episodes, one JSON object a line, in the shapes of the REST interface."""
    size = file.stat().st_size
    with rejected.open("w", encoding="utf8") if rejected else nullcontext() as told:
        tally = with_brain(brain, lambda b: run(b, file, size, resolve.value, ImportTally(file=told)))
    if as_json:
        print_json(tally.report())
    else:
        _tell(tally)
    if tally.left_out:
        raise typer.Exit(1)


async def run(brain: Brain, file: Path, size: int, resolve: ResolveMode, tally: ImportTally) -> ImportTally:
    """Imports a file: facts in batches, kept episodes too, others one by one; each line by what it is."""
    waiting = _Waiting(brain, resolve, tally, Pace.of(resolve))
    with _progress() as bar:
        task = bar.add_task(file.name, total=size)
        for line in lines(file):
            try:
                record = line.record()
                if "subject" in record and "relation" in record:
                    await waiting.fact(line, record)
                else:
                    await waiting.episode(line, EpisodeRequest.checked(**{"resolve": resolve, **record}))
            except CallerError as error:
                tally.reject(line, _why(error))
            bar.advance(task, line.size)
        await waiting.land()
    return tally


def lines(file: Path) -> Iterator[ImportFileLine]:
    """The lines that are not blank."""
    with file.open("rb") as opened:
        for number, raw in enumerate(opened, 1):
            try:
                text = raw.decode("utf8").strip()
            except UnicodeDecodeError as error:
                wrong = f"no JSON: it is not encoded as UTF-8 (byte {error.start + 1} of the line)"
                yield ImportFileLine(number, "", len(raw), wrong)
                continue
            if text:
                yield ImportFileLine(number, text, len(raw))


@dataclass(slots=True)
class _Waiting:
    """Lines that are to land together: facts, or episodes from which nothing is extracted. What is of another kind lets
    those before it land first, so that the order of the file counts."""

    brain: Brain
    resolve: ResolveMode
    tally: ImportTally
    pace: Pace
    facts: list[tuple[ImportFileLine, dict[str, Any]]] = field(default_factory=list)
    kept: list[tuple[ImportFileLine, EpisodeInput]] = field(default_factory=list)

    async def fact(self, line: ImportFileLine, record: dict[str, Any]) -> None:
        """One more fact."""
        await self._keep()
        self.facts.append((line, record))
        if len(self.facts) >= self.pace.size:
            await self._state()

    async def episode(self, line: ImportFileLine, request: EpisodeRequest) -> None:
        """One more episode."""
        await self._state()
        if not request.skip_extraction or request.dry_run or request.is_blank:
            await self._keep()
            await self._remember(line, request)
            return
        self.kept.append((line, episode_input(request, self.brain.name, self.brain.engine.settings, line.key)[0]))
        if len(self.kept) >= KEPT_AT_ONCE:
            await self._keep()

    async def land(self) -> None:
        """All that is left."""
        await self._state()
        await self._keep()

    async def _state(self) -> None:
        if not self.facts:
            return
        facts, self.facts, tally = self.facts, [], self.tally
        with self.pace.landing(len(facts)):
            report = await self.brain.import_facts(
                [record for _, record in facts], resolve=self.resolve, batch=len(facts)
            )
        tally.records += report.records - report.rejected
        tally.added += report.added
        tally.matched += report.matched
        for told in report.lines:
            if told.error:
                tally.reject(facts[told.line - 1][0], told.error)

    async def _keep(self) -> None:
        if not self.kept:
            return
        kept, self.kept = self.kept, []
        done = await store_verbatim(self.brain.engine, self.brain.name, [episode for _, episode in kept])
        for (line, _), told in zip(kept, done, strict=True):
            if isinstance(told, GraphmemError):
                self.tally.reject(line, _why(told))
            else:
                self._count(line, *told)

    async def _remember(self, line: ImportFileLine, request: EpisodeRequest) -> None:
        result, again = await self.brain.submit(request, line.key)
        self._count(line, result, again)

    def _count(self, line: ImportFileLine, result: WriteResult, again: bool) -> None:
        if not result.success:
            self.tally.reject(line, result.error or "the extraction failed; the episode is kept")
            return
        self.tally.records += 1
        self.tally.matched += again
        self.tally.added += not again and result.episode_id is not None


def _why(error: GraphmemError) -> str:
    return f"{error.field}: {error.detail}" if getattr(error, "field", None) else error.detail


def _progress() -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    return Progress(*columns, console=errors, transient=True)


def _tell(tally: ImportTally) -> None:
    console.print(f"{tally.records} records: {tally.added} added, {tally.matched} known already, ", end="")
    console.print(f"{tally.left_out} left out")
    for one in tally.rejected[:SHOWN]:
        errors.print(f"  line {one['line']}: {one['error']}", markup=False)
    if tally.left_out > SHOWN:
        errors.print(f"  … and {tally.left_out - SHOWN} more (--rejected FILE tells all)")
