"""Imports: many records in, one report line each out, in batches and in constant memory."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator, Sequence
from typing import TypeVar

from fastapi import Response
from pydantic import ValidationError
from starlette.requests import ClientDisconnect

from graphmem.errors import CallerError, ConflictError, GraphmemError, InvalidInput, ModelError
from graphmem.ingest.request import EpisodeRequest
from graphmem.logs import get_logger
from graphmem.memory import Brain
from graphmem.records import Record, ResolveMode, SuppliedFact

from .ndjson import Line, Report, spooled
from .problems import invalid_input, problem_of
from .schemas import ReportLine

log = get_logger("graphmem.api")

FACTS_AT_ONCE = 200
EPISODES_AT_ONCE = 8

R = TypeVar("R", bound=Record)


async def report(lines: AsyncIterator[ReportLine]) -> Response:
    """The lines as a streamed answer. What fails before the first line is an ordinary problem."""
    try:
        first = _encoded(await anext(lines))
    except StopAsyncIteration:
        first = b""
    return Report(spooled(first, _until_failure(lines)))


async def _until_failure(lines: AsyncIterator[ReportLine]) -> AsyncIterator[bytes]:
    last = 0
    try:
        async for line in lines:
            last = line.line
            yield _encoded(line)
    except ClientDisconnect:
        return
    except GraphmemError as error:
        yield _encoded(_aborted(last, error))
    except Exception:
        log.exception("import_failed")
        yield _encoded(_aborted(last, GraphmemError("Something unexpected happened; the server's log says more.")))


def _aborted(last: int, error: GraphmemError) -> ReportLine:
    return _refused(last + 1, error).model_copy(update={"aborted": True})


def _encoded(line: ReportLine) -> bytes:
    return line.model_dump_json(exclude_none=True).encode() + b"\n"


def _refused(number: int, error: GraphmemError) -> ReportLine:
    problem = problem_of(error)
    return ReportLine(line=number, error=problem.detail, code=problem.code, field=problem.field)


def _record(line: Line, kind: type[R]) -> R:
    if line.error is not None:
        raise line.error
    if not isinstance(line.value, dict):
        raise InvalidInput("A line must be a JSON object.", field="body")
    try:
        return kind.model_validate(line.value)
    except ValidationError as error:
        raise invalid_input(error.errors()) from None
    except OverflowError:
        raise InvalidInput("A date is out of range; years go from 1 to 9999.", field="body") from None


async def _batches(lines: AsyncIterator[Line], size: int) -> AsyncIterator[list[Line]]:
    batch: list[Line] = []
    async for line in lines:
        batch.append(line)
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch


# --------------------------------------------------------------------------- facts


async def import_facts(brain: Brain, lines: AsyncIterator[Line], resolve: ResolveMode) -> AsyncIterator[ReportLine]:
    """Lands supplied facts; every record has a system time of its own."""
    async for batch in _batches(lines, FACTS_AT_ONCE):
        told: dict[int, ReportLine] = {}
        good: list[tuple[int, SuppliedFact]] = []
        for line in batch:
            try:
                good.append((line.number, _record(line, SuppliedFact)))
            except CallerError as error:
                told[line.number] = _refused(line.number, error)
        for done in await _landed(brain, good, resolve):
            told[done.line] = done
        for number in sorted(told):
            yield told[number]


async def _landed(brain: Brain, facts: Sequence[tuple[int, SuppliedFact]], resolve: ResolveMode) -> list[ReportLine]:
    """One batch in one transaction; if a record makes it impossible, each by itself."""
    if not facts:
        return []
    try:
        done = await brain.import_facts([fact for _, fact in facts], resolve=resolve, batch=FACTS_AT_ONCE)
    except CallerError as error:
        if len(facts) == 1:
            return [_refused(facts[0][0], error)]
        alone = [await _landed(brain, [one], resolve) for one in facts]
        return [line for lines in alone for line in lines]
    return [_fact_line(number, line) for (number, _), line in zip(facts, done.lines, strict=True)]


def _fact_line(number: int, line: Record) -> ReportLine:
    told = line.model_dump(exclude={"line"}, exclude_none=True)
    if "error" in told:
        return ReportLine(line=number, error=told["error"], code=InvalidInput.code)
    return ReportLine(line=number, **told)


# --------------------------------------------------------------------------- episodes


async def import_episodes(brain: Brain, lines: AsyncIterator[Line]) -> AsyncIterator[ReportLine]:
    """Takes in episodes, a few at a time. The same file sent again goes on where the first time stopped.

    Raises:
        TooManyRequests: too much waits for extraction already.
    """
    seen, memory = _Seen(), brain.memory
    await memory.workers.gate.check(memory.store, memory.settings)
    async for batch in _batches(lines, EPISODES_AT_ONCE):
        for told in await asyncio.gather(*(_taken_in(brain, line, seen) for line in batch)):
            yield told


class _Seen:
    """How often each record has come in this import: two equal turns of a chat are two episodes."""

    def __init__(self) -> None:
        self._times: dict[bytes, int] = {}

    def key(self, request: EpisodeRequest) -> str:
        """The idempotency key of a record: its external id, or its content and how often that has come so far."""
        if request.external_id is not None:
            return f"import:id:{hashlib.sha256(request.external_id.encode()).hexdigest()}"
        digest = request.digest()
        short = bytes.fromhex(digest)[:16]
        self._times[short] = times = self._times.get(short, 0) + 1
        return f"import:{digest}:{times}"


async def _taken_in(brain: Brain, line: Line, seen: _Seen) -> ReportLine:
    try:
        request = _record(line, EpisodeRequest)
        if not request.wait:
            raise InvalidInput("An import always waits; leave wait out.", field="wait")
        result, replayed = await brain.submit(request, seen.key(request))
        if replayed and result.status == "failed" and result.episode_id:
            result = await brain.replay(result.episode_id)
    except (CallerError, ConflictError, ModelError) as error:
        return _refused(line.number, error)
    return ReportLine(
        line=line.number, id=result.episode_id, status=result.status, replayed=replayed or None,
        recorded_at=result.recorded_at, error=result.error, code=ModelError.code if result.error else None,
    )  # fmt: skip
