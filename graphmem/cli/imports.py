"""`graphmem import`: import facts or episodes from a file of JSON lines, with progress. An import can be resumed."""

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
from graphmem.cli.session import AsJson, BrainName, stop_signals, with_brain
from graphmem.console import console, errors, print_json
from graphmem.ingest.batch_size import Pace
from graphmem.ingest.episodes.apart import is_of_record, line_error, told
from graphmem.ingest.import_keys import DigestCounter, import_key
from graphmem_contract.errors import GraphmemError, InvalidInput, ModelError
from graphmem_contract.records import ResolveMode, WriteResult
from graphmem_contract.requests import EpisodeRequest

EPISODES_AT_ONCE = 200
"""Episodes without extraction per batch."""
SHOWN, MOST_TOLD = 20, 1000
"""Maximum number of rejected lines that are printed, and that --json reports. --rejected writes all of them."""


class Resolve(StrEnum):
    """How the names of imported facts are resolved to entities."""

    FULL = "full"
    EXACT = "exact"


@dataclass(frozen=True, slots=True)
class ImportFileLine:
    """One line of the file. `size` is in bytes."""

    number: int
    text: str
    size: int
    wrong: str | None = None
    """Why the line cannot be read."""

    def record(self) -> dict[str, Any]:
        """Return the line as a JSON object.

        Raises:
            InvalidInput: the line is not a JSON object.
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
        """Idempotency key: a second import of the same file continues where the first one stopped."""
        return f"import-{self.number}-{hashlib.sha256(self.text.encode()).hexdigest()[:32]}"


@dataclass(slots=True)
class ImportTally:
    """Counts of an import. `rejected` has the first `MOST_TOLD` rejected lines; `file`, if given, gets all of them.

    `stopped_before`: a signal stopped the import before this line. Every line before it is done, and none from it on.
    """

    records: int = 0
    added: int = 0
    matched: int = 0
    left_out: int = 0
    rejected: list[dict[str, Any]] = field(default_factory=list)
    file: TextIO | None = None
    stopped_before: int | None = None

    def reject(self, line: ImportFileLine, why: str) -> None:
        """Count a line that was left out, and report why."""
        self.records += 1
        self.left_out += 1
        rejection = {"line": line.number, "error": why}
        if len(self.rejected) < MOST_TOLD:
            self.rejected.append(rejection)
        if self.file:
            self.file.write(json.dumps(rejection, ensure_ascii=False) + "\n")

    def report(self) -> dict[str, Any]:
        """Return the report as one JSON object."""
        counts = {"records": self.records, "added": self.added, "matched": self.matched, "left_out": self.left_out}
        stopped = {} if self.stopped_before is None else {"stopped_before_line": self.stopped_before}
        return {**counts, **stopped, "rejected": self.rejected}


def import_file(
    brain: BrainName,
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, readable=True, metavar="FILE.ndjson")],
    resolve: Annotated[
        Resolve, typer.Option(help="exact: names are keys; full: aliases and similar names too.")
    ] = Resolve.FULL,
    rejected: Annotated[
        Path | None, typer.Option(dir_okay=False, writable=True, help="File for every rejected line, with its error.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Import a file of facts or episodes, one JSON object per line, in the shapes of the REST interface.

    SIGINT and SIGTERM stop it after the running commit. The same command continues where it stopped.
    """
    size = file.stat().st_size
    with rejected.open("w", encoding="utf8") if rejected else nullcontext() as report_file:
        tally = with_brain(brain, lambda b: run(b, file, size, resolve.value, ImportTally(file=report_file)))
    if as_json:
        print_json(tally.report())
    else:
        _print_report(tally)
    if tally.left_out or tally.stopped_before is not None:
        raise typer.Exit(1)


async def run(brain: Brain, file: Path, size: int, resolve: ResolveMode, tally: ImportTally) -> ImportTally:
    """Import a file: facts and episodes without extraction in batches, other episodes one by one."""
    batches = _Batches(brain, resolve, tally, Pace.of(resolve))
    with _progress() as bar, stop_signals() as stopping:
        task = bar.add_task(file.name, total=size)
        for line in lines(file):
            if stopping.is_set():
                tally.stopped_before = line.number
                break
            await batches.add(line)
            bar.advance(task, line.size)
        await batches.commit()
    return tally


def lines(file: Path) -> Iterator[ImportFileLine]:
    """Yield the lines that are not blank."""
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
class _Batches:
    """Lines that wait for the next commit: facts, or episodes without extraction.

    A line of another kind commits the waiting lines first, so that the order of the file is kept.
    """

    brain: Brain
    resolve: ResolveMode
    tally: ImportTally
    pace: Pace
    counter: DigestCounter = field(default_factory=DigestCounter)
    facts: list[tuple[ImportFileLine, dict[str, Any]]] = field(default_factory=list)
    episodes: list[tuple[ImportFileLine, EpisodeRequest]] = field(default_factory=list)

    async def add(self, line: ImportFileLine) -> None:
        """Add a line to the waiting lines, or reject it."""
        request = None
        try:
            record = line.record()
            if not ("subject" in record and "relation" in record):
                request = EpisodeRequest.checked(**{"resolve": self.resolve, **record})
        except Exception as error:  # noqa: BLE001 (no line costs the others)
            self.tally.reject(line, line_error(told(error)))
            return
        await (self._add_episode(line, request) if request else self._add_fact(line, record))

    async def _add_fact(self, line: ImportFileLine, record: dict[str, Any]) -> None:
        await self._commit_episodes()
        self.facts.append((line, record))
        if len(self.facts) >= self.pace.size:
            await self._commit_facts()

    async def _add_episode(self, line: ImportFileLine, request: EpisodeRequest) -> None:
        """Add an episode without extraction to the waiting lines; remember any other episode at once."""
        await self._commit_facts()
        if not request.skip_extraction or request.dry_run or request.is_blank:
            await self._commit_episodes()
            await self._remember(line, request)
            return
        self.episodes.append((line, request))
        if len(self.episodes) >= EPISODES_AT_ONCE:
            await self._commit_episodes()

    async def commit(self) -> None:
        """Commit all waiting lines."""
        await self._commit_facts()
        await self._commit_episodes()
        self.counter.close()

    async def _commit_facts(self) -> None:
        if not self.facts:
            return
        facts, self.facts, tally = self.facts, [], self.tally
        with self.pace.measure_commit(len(facts)):
            report = await self.brain.transfer.import_facts(
                [record for _, record in facts],
                resolve=self.resolve,
                batch=len(facts),
                keys=[import_key(record, self.resolve, self.counter) for _, record in facts],
            )
        tally.records += report.records - report.rejected
        tally.added += report.added
        tally.matched += report.matched
        for row in report.lines:
            if row.error:
                tally.reject(facts[row.line - 1][0], row.error)

    async def _commit_episodes(self) -> None:
        if not self.episodes:
            return
        episodes, self.episodes = self.episodes, []
        outcomes = await self.brain.episodes.store_verbatim([(request, line.key) for line, request in episodes])
        failed = next((one for one in outcomes if isinstance(one, ModelError)), None)
        if failed and not await is_of_record(failed, self.brain.engine.models.embedder):
            raise failed  # no line after this one can be embedded either
        for (line, _), outcome in zip(episodes, outcomes, strict=True):
            if isinstance(outcome, GraphmemError):
                self.tally.reject(line, line_error(outcome))
            else:
                self._count(line, *outcome)

    async def _remember(self, line: ImportFileLine, request: EpisodeRequest) -> None:
        try:
            result, replayed = await self.brain.episodes.submit(request, line.key)
        except Exception as error:
            if not await is_of_record(error, self.brain.engine.models.embedder):
                raise
            self.tally.reject(line, line_error(told(error)))
        else:
            self._count(line, result, replayed)

    def _count(self, line: ImportFileLine, result: WriteResult, replayed: bool) -> None:
        if not result.success:
            self.tally.reject(line, result.error or "the extraction failed; the episode is kept")
            return
        self.tally.records += 1
        self.tally.matched += replayed
        self.tally.added += not replayed and result.episode_id is not None


def _progress() -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    return Progress(*columns, console=errors, transient=True)


def _print_report(tally: ImportTally) -> None:
    console.print(f"{tally.records} records: {tally.added} added, {tally.matched} known already, ", end="")
    console.print(f"{tally.left_out} left out")
    if tally.stopped_before is not None:
        errors.print(
            f"Stopped before line {tally.stopped_before}. The same command continues there: what is stored is not stored again.",
            soft_wrap=True,
        )
    for rejection in tally.rejected[:SHOWN]:
        errors.print(f"  line {rejection['line']}: {rejection['error']}", markup=False)
    if tally.left_out > SHOWN:
        errors.print(f"  … and {tally.left_out - SHOWN} more (--rejected FILE lists all)")
