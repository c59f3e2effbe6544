"""Imports: commit many records in batches, in constant memory, and stream one report line per record."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from fastapi import Response
from pydantic import ValidationError
from starlette.requests import ClientDisconnect

from graphmem.brain import Brain
from graphmem.ingest.batch_size import Pace
from graphmem.ingest.episodes.apart import is_of_record, told
from graphmem.ingest.episodes.request import NOTHING_SAID
from graphmem.ingest.import_keys import DigestCounter, import_key
from graphmem.observability.logs import get_logger
from graphmem_contract.episode_state import EpisodeState
from graphmem_contract.errors import CallerError, ConflictError, GraphmemError, InvalidInput, ModelError
from graphmem_contract.records import Record, SuppliedFact, WriteResult
from graphmem_contract.reports import ReportLine
from graphmem_contract.requests import EpisodeRequest

from .ndjson import NdjsonLine, Report, spooled
from .problems import invalid_input, problem_of
from .schemas import ImportQuery

log = get_logger("graphmem.api")

FACTS_AT_ONCE = 500
"""Maximum size of the first batch. Later batches have as many facts as commit in about one second."""
EPISODES_AT_ONCE = 8
"""Episodes that are extracted at the same time."""
KEPT_AT_ONCE = 200
"""Episodes without extraction per transaction."""

R = TypeVar("R", bound=Record)


async def report(lines: AsyncIterator[ReportLine]) -> Response:
    """Return the report as a streamed answer. An error before the first line is an ordinary problem."""
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


async def import_facts(brain: Brain, lines: AsyncIterator[NdjsonLine], asked: ImportQuery) -> AsyncIterator[ReportLine]:
    """Import supplied facts; each has its own system time. While one batch is committed, the next one is read."""
    pace = Pace.of(asked.resolve)
    pace.size = min(pace.size, FACTS_AT_ONCE)
    with DigestCounter() as counter:
        keyed = partial(import_key, resolve=asked.resolve, counter=counter)
        async with aclosing(_read_ahead(_batches(lines, pace, keyed))) as batches:
            async for facts, refused in batches:
                with pace.measure_commit(len(facts) + len(refused)):
                    committed = await _commit(brain, facts, asked)
                for line in sorted((*refused, *committed), key=lambda line: line.line):
                    yield line


NumberedFacts = list[tuple[int, SuppliedFact, str]]
FactBatch = tuple[NumberedFacts, list[ReportLine]]
"""Facts with their line numbers and import keys, and report lines for the lines that are not usable."""


async def _batches(
    lines: AsyncIterator[NdjsonLine], pace: Pace, key_of: Callable[[SuppliedFact], str]
) -> AsyncGenerator[FactBatch]:
    facts: NumberedFacts = []
    refused: list[ReportLine] = []
    async for line in lines:
        try:
            fact = _record(line, SuppliedFact)
            facts.append((line.number, fact, key_of(fact)))
        except Exception as error:  # noqa: BLE001 (no line costs the others)
            refused.append(_refused(line.number, told(error)))
        if len(facts) + len(refused) >= pace.size:
            yield facts, refused
            facts, refused = [], []
    if facts or refused:
        yield facts, refused


async def _read_ahead(batches: AsyncGenerator[FactBatch]) -> AsyncGenerator[FactBatch]:
    """Yield the batches, and read the next one in the background."""

    async def following() -> FactBatch | None:
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


async def _commit(brain: Brain, facts: NumberedFacts, asked: ImportQuery) -> list[ReportLine]:
    if not facts:
        return []
    options: dict[str, Any] = {"resolve": asked.resolve, "judge": asked.judge, "batch": len(facts)}
    keys = [key for _, _, key in facts]
    imported = await brain.transfer.import_facts([fact for _, fact, _ in facts], keys=keys, **options)
    return [_fact_line(number, line) for (number, _, _), line in zip(facts, imported.lines, strict=True)]


def _fact_line(number: int, line: Record) -> ReportLine:
    fields = line.model_dump(exclude={"line"}, exclude_none=True)
    if "error" in fields:
        return ReportLine(line=number, error=fields["error"], code=fields["code"])
    return ReportLine(line=number, **fields)


# --------------------------------------------------------------------------- episodes


async def import_episodes(brain: Brain, lines: AsyncIterator[NdjsonLine]) -> AsyncIterator[ReportLine]:
    """Import episodes: a few at a time, or many if nothing is extracted. A repeated import continues where it stopped.

    Raises:
        TooManyRequests: too many episodes wait for extraction.
    """
    await brain.episodes.check_queue()
    with DigestCounter() as counter:
        async for items in _grouped(_requests(lines, counter)):
            if _is_verbatim(items[0]):
                for line in await _store_verbatim(brain, items):
                    yield line
            else:
                for line in await asyncio.gather(*(_remember(brain, item) for item in items)):
                    yield line


@dataclass(frozen=True, slots=True)
class _Item:
    """A line of an import of episodes: the request and its idempotency key, or the error of the line."""

    line: int
    request: EpisodeRequest | None = None
    key: str = ""
    error: GraphmemError | None = None


async def _requests(lines: AsyncIterator[NdjsonLine], counter: DigestCounter) -> AsyncIterator[_Item]:
    async for line in lines:
        try:
            request = _record(line, EpisodeRequest)
            if not request.wait:
                raise InvalidInput("An import always waits; leave wait out.", field="wait")
            item = _Item(line.number, request, _key(request, counter))
        except Exception as error:  # noqa: BLE001 (no line costs the others)
            item = _Item(line.number, error=told(error))
        yield item


def _key(request: EpisodeRequest, counter: DigestCounter) -> str:
    """Return the idempotency key of a record: its external id, or its content and how often this content has occurred."""
    if request.external_id is not None:
        return f"import:id:{hashlib.sha256(request.external_id.encode()).hexdigest()}"
    digest = request.digest()
    return f"import:{digest}:{counter.times(bytes.fromhex(digest)[:16])}"


def _is_verbatim(item: _Item) -> bool:
    """Whether the episode is stored without extraction."""
    request = item.request
    return request is not None and request.skip_extraction and not request.dry_run and not request.is_blank


async def _grouped(items: AsyncIterator[_Item]) -> AsyncIterator[list[_Item]]:
    """Yield groups of consecutive lines of the same kind, with or without extraction."""
    group: list[_Item] = []
    async for item in items:
        if group and _is_verbatim(item) != _is_verbatim(group[0]):
            yield group
            group = []
        group.append(item)
        if len(group) >= (KEPT_AT_ONCE if _is_verbatim(item) else EPISODES_AT_ONCE):
            yield group
            group = []
    if group:
        yield group


async def _store_verbatim(brain: Brain, items: Sequence[_Item]) -> list[ReportLine]:
    """Store many episodes in one batch."""
    outcomes = await brain.episodes.store_verbatim(
        [(item.request, item.key) for item in items if item.request is not None]
    )
    return [
        _refused(item.line, outcome) if isinstance(outcome, GraphmemError) else _episode_line(item.line, *outcome)
        for item, outcome in zip(items, outcomes, strict=True)
    ]


async def _remember(brain: Brain, item: _Item) -> ReportLine:
    if item.request is None:
        return _refused(item.line, item.error or InvalidInput("It is no episode."))
    try:
        result, replayed = await brain.episodes.submit(item.request, item.key)
        if replayed and result.status == EpisodeState.FAILED and result.episode_id:
            result = await brain.episodes.replay(result.episode_id)
    except Exception as error:
        known = isinstance(error, CallerError | ConflictError | ModelError)
        if not known and not await is_of_record(error, brain.engine.models.embedder):
            raise
        return _refused(item.line, told(error))
    return _episode_line(item.line, result, replayed)


def _episode_line(number: int, result: WriteResult, replayed: bool) -> ReportLine:
    return ReportLine(
        line=number, id=result.episode_id, status=result.status, replayed=replayed or None,
        recorded_at=result.recorded_at, note=NOTHING_SAID if NOTHING_SAID in result.warnings else None,
        error=result.error, code=ModelError.code if result.error else None,
    )  # fmt: skip
