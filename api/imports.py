"""Imports: many records in, one report line each out, in batches and in constant memory."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import TypeVar

from fastapi import Response
from pydantic import ValidationError
from starlette.requests import ClientDisconnect

from graphmem.brain import Brain
from graphmem.contract.records import Record, ResolveMode, SuppliedFact, WriteResult
from graphmem.errors import CallerError, ConflictError, GraphmemError, InvalidInput, ModelError
from graphmem.ingest.batch_size import Pace
from graphmem.ingest.episodes.input import EpisodeInput
from graphmem.ingest.episodes.request import NOTHING_SAID, EpisodeRequest, episode_input
from graphmem.ingest.verbatim import store_verbatim
from graphmem.observability.logs import get_logger

from .ndjson import NdjsonLine, Report, spooled
from .problems import invalid_input, problem_of
from .schemas import ReportLine
from .seen import DigestCounter

log = get_logger("graphmem.api")

FACTS_AT_ONCE = 500
"""Of the first batch; then as many as land in about a second."""
EPISODES_AT_ONCE = 8
KEPT_AT_ONCE = 200
"""Episodes of one transaction, where nothing is extracted from them."""

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


def _record(line: NdjsonLine, kind: type[R]) -> R:
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


# --------------------------------------------------------------------------- facts


async def import_facts(
    brain: Brain, lines: AsyncIterator[NdjsonLine], resolve: ResolveMode
) -> AsyncIterator[ReportLine]:
    """Lands supplied facts; every record has a system time of its own. While a batch lands, the next one is read."""
    pace = Pace.of(resolve)
    pace.size = min(pace.size, FACTS_AT_ONCE)
    async with aclosing(_ahead(_batches(lines, pace))) as batches:
        async for good, told in batches:
            with pace.landing(len(good) + len(told)):
                landed = await _landed(brain, good, resolve)
            for line in sorted((*told, *landed), key=lambda line: line.line):
                yield line


Usable = list[tuple[int, SuppliedFact]]
Batch = tuple[Usable, list[ReportLine]]
"""Facts with the numbers of their lines, and what is told of the lines that are none."""


async def _batches(lines: AsyncIterator[NdjsonLine], pace: Pace) -> AsyncGenerator[Batch]:
    good: Usable = []
    told: list[ReportLine] = []
    async for line in lines:
        try:
            good.append((line.number, _record(line, SuppliedFact)))
        except CallerError as error:
            told.append(_refused(line.number, error))
        if len(good) + len(told) >= pace.size:
            yield good, told
            good, told = [], []
    if good or told:
        yield good, told


async def _ahead(batches: AsyncGenerator[Batch]) -> AsyncGenerator[Batch]:
    """The same, one further than what is asked for."""

    async def following() -> Batch | None:
        return await anext(batches, None)

    upcoming = asyncio.create_task(following())
    try:
        while (batch := await upcoming) is not None:
            upcoming = asyncio.create_task(following())
            yield batch
    finally:
        upcoming.cancel()
        await asyncio.gather(upcoming, return_exceptions=True)
        await batches.aclose()


async def _landed(brain: Brain, facts: Usable, resolve: ResolveMode) -> list[ReportLine]:
    """One batch in one transaction; if a record makes it impossible, in halves, until that one is alone."""
    if not facts:
        return []
    try:
        done = await brain.import_facts([fact for _, fact in facts], resolve=resolve, batch=len(facts))
    except CallerError as error:
        if len(facts) == 1:
            return [_refused(facts[0][0], error)]
        half = len(facts) // 2
        return [line for some in (facts[:half], facts[half:]) for line in await _landed(brain, some, resolve)]
    return [_fact_line(number, line) for (number, _), line in zip(facts, done.lines, strict=True)]


def _fact_line(number: int, line: Record) -> ReportLine:
    told = line.model_dump(exclude={"line"}, exclude_none=True)
    if "error" in told:
        return ReportLine(line=number, error=told["error"], code=InvalidInput.code)
    return ReportLine(line=number, **told)


# --------------------------------------------------------------------------- episodes


async def import_episodes(brain: Brain, lines: AsyncIterator[NdjsonLine]) -> AsyncIterator[ReportLine]:
    """Takes in episodes: a few at a time, or many where nothing is extracted. The same file sent again goes on where the
    first time stopped.

    Raises:
        TooManyRequests: too much waits for extraction already.
    """
    engine = brain.engine
    await engine.workers.gate.check(engine.store, engine.settings)
    with DigestCounter() as seen:
        async for some in _alike(_requests(lines, seen)):
            if _only_kept(some[0]):
                for told in await _kept(brain, some):
                    yield told
            else:
                for told in await asyncio.gather(*(_taken_in(brain, one) for one in some)):
                    yield told


@dataclass(frozen=True, slots=True)
class _Asked:
    """A line of an import of episodes: what it asks for under which key, or why it cannot be had."""

    line: int
    request: EpisodeRequest | None = None
    key: str = ""
    error: CallerError | None = None


async def _requests(lines: AsyncIterator[NdjsonLine], seen: DigestCounter) -> AsyncIterator[_Asked]:
    async for line in lines:
        try:
            request = _record(line, EpisodeRequest)
            if not request.wait:
                raise InvalidInput("An import always waits; leave wait out.", field="wait")
            yield _Asked(line.number, request, _key(request, seen))
        except CallerError as error:
            yield _Asked(line.number, error=error)


def _key(request: EpisodeRequest, seen: DigestCounter) -> str:
    """The idempotency key of a record: its external id, or its content and how often that has come so far."""
    if request.external_id is not None:
        return f"import:id:{hashlib.sha256(request.external_id.encode()).hexdigest()}"
    digest = request.digest()
    return f"import:{digest}:{seen.times(bytes.fromhex(digest)[:16])}"


def _only_kept(one: _Asked) -> bool:
    request = one.request
    return request is not None and request.skip_extraction and not request.dry_run and not request.is_blank


async def _alike(asked: AsyncIterator[_Asked]) -> AsyncIterator[list[_Asked]]:
    """Lines that are dealt with together, in their order."""
    some: list[_Asked] = []
    async for one in asked:
        if some and _only_kept(one) != _only_kept(some[0]):
            yield some
            some = []
        some.append(one)
        if len(some) >= (KEPT_AT_ONCE if _only_kept(one) else EPISODES_AT_ONCE):
            yield some
            some = []
    if some:
        yield some


async def _kept(brain: Brain, some: Sequence[_Asked]) -> list[ReportLine]:
    """Many in one transaction; if the embedder fails, all of them are told so."""
    told: dict[int, ReportLine] = {}
    episodes: list[tuple[int, EpisodeInput]] = []
    for one in some:
        assert one.request is not None
        try:
            episodes.append((one.line, episode_input(one.request, brain.name, brain.engine.settings, one.key)[0]))
        except CallerError as error:
            told[one.line] = _refused(one.line, error)
    try:
        done = await store_verbatim(brain.engine, brain.name, [episode for _, episode in episodes])
    except ModelError as error:
        return [told.get(one.line) or _refused(one.line, error) for one in some]
    for (number, _), kept in zip(episodes, done, strict=True):
        told[number] = _refused(number, kept) if isinstance(kept, GraphmemError) else _episode_line(number, *kept)
    return [told[one.line] for one in some]


async def _taken_in(brain: Brain, one: _Asked) -> ReportLine:
    if one.request is None:
        return _refused(one.line, one.error or InvalidInput("It is no episode."))
    try:
        result, replayed = await brain.submit(one.request, one.key)
        if replayed and result.status == "failed" and result.episode_id:
            result = await brain.replay(result.episode_id)
    except (CallerError, ConflictError, ModelError) as error:
        return _refused(one.line, error)
    return _episode_line(one.line, result, replayed)


def _episode_line(number: int, result: WriteResult, replayed: bool) -> ReportLine:
    return ReportLine(
        line=number, id=result.episode_id, status=result.status, replayed=replayed or None,
        recorded_at=result.recorded_at, note=NOTHING_SAID if NOTHING_SAID in result.warnings else None,
        error=result.error, code=ModelError.code if result.error else None,
    )  # fmt: skip
