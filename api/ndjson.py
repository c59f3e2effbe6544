"""NDJSON: records from a body of any length, and a report that is sent while the body is still being received."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing, suppress
from dataclasses import dataclass
from tempfile import SpooledTemporaryFile
from typing import Any

from fastapi import Request
from fastapi.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from graphmem_contract.errors import CallerError, NotReady, TooLarge
from graphmem_contract.http_errors import TooSlowError

from . import text

MEDIA_TYPE = "application/x-ndjson"
LINE_SCHEMA = "x-line-schema"
"""The schema of one line, in OpenAPI beside that of the whole: OpenAPI 3.1 has no word for it."""


def lines_like(record: str | None = None, example: str | None = None) -> dict[str, Any]:
    """Return the description of NDJSON, for OpenAPI: the component that each line is, and an example."""
    line = {LINE_SCHEMA: {"$ref": f"#/components/schemas/{record}"}} if record else {}
    whole = {"type": "string", "format": "binary"}  # a stream: generated clients make a file of it, not a text
    return {MEDIA_TYPE: {"schema": whole, **line, **({"example": example} if example else {})}}


REPORT: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "One report line per record, while the body is being read",
        "content": lines_like("ReportLine"),
    }
}
"""Answer of an import, for OpenAPI."""
MOST_LINE_BYTES = 4 * 1024 * 1024
MOST_IN_MEMORY = 1024 * 1024
PIECE = 64 * 1024


def body_like(record: str | None = None, example: str | None = None) -> dict[str, Any]:
    """Return the description of a body of such lines, for OpenAPI."""
    return {"requestBody": {"required": True, "content": lines_like(record, example)}}


@dataclass(frozen=True, slots=True)
class NdjsonLine:
    """A line that is not blank: its number, counted from 1, and its value or the error that prevents one."""

    number: int
    value: Any = None
    error: CallerError | None = None


async def timely(request: Request) -> AsyncIterator[bytes]:
    """Yield the pieces of a body.

    Raises:
        TooSlowError: the next piece did not arrive within `body_sec`.
        NotReady: the server shuts down.
    """
    state, pieces = request.app.state, aiter(request.stream())
    while (piece := await _next_piece(pieces, state.stopping, state.settings.body_sec)) is not None:
        yield piece


async def _next_piece(pieces: AsyncIterator[bytes], stopping: asyncio.Event, seconds: float) -> bytes | None:
    """Return the next piece of a body; None at its end."""

    async def following() -> bytes | None:
        return await anext(pieces, None)

    piece, stop = asyncio.create_task(following()), asyncio.create_task(stopping.wait())
    try:
        await asyncio.wait({piece, stop}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        check_running(stopping)
        if not piece.done():
            raise TooSlowError(f"The next piece of the body did not arrive within {seconds:g} s.", field="body")
        return piece.result()
    finally:
        piece.cancel()
        stop.cancel()


def check_running(stopping: asyncio.Event) -> None:
    """Check that the server does not shut down.

    Raises:
        NotReady: it does.
    """
    if stopping.is_set():
        raise NotReady("The server is shutting down. What is reported is stored; send the rest again.", retry_after=5.0)


async def lines_of_request(request: Request) -> AsyncIterator[NdjsonLine]:
    """Yield the lines of the body of a request, until the server shuts down.

    Raises:
        NotReady: the server shuts down. Lines that have arrived and were not yielded are dropped.
    """
    async for line in lines_of(timely(request)):
        check_running(request.app.state.stopping)
        yield line


async def lines_of(stream: AsyncIterator[bytes]) -> AsyncIterator[NdjsonLine]:
    """Yield the lines of a body, in constant memory.

    A line that is too long is skipped and yielded as an error. A body that stops arriving ends with an error.
    """
    read = 0
    try:
        async for line in _lines(stream):
            read = line.number
            yield line
    except TooSlowError as error:
        yield NdjsonLine(read + 1, error=error)


async def _lines(stream: AsyncIterator[bytes]) -> AsyncIterator[NdjsonLine]:
    number, rest, skipping = 0, bytearray(), False
    async for piece in stream:
        *whole, tail = piece.split(b"\n")
        for end in whole:
            number += 1
            rest += end
            if not skipping and rest.strip():
                yield _parsed_line(number, bytes(rest))
            rest, skipping = bytearray(), False
        rest += b"" if skipping else tail
        if len(rest) > MOST_LINE_BYTES:
            yield _too_long(number + 1)
            rest, skipping = bytearray(), True
    if rest.strip():
        yield _parsed_line(number + 1, bytes(rest))


def _parsed_line(number: int, data: bytes) -> NdjsonLine:
    if len(data) > MOST_LINE_BYTES:
        return _too_long(number)
    try:
        return NdjsonLine(number, text.parsed(data))
    except CallerError as error:
        return NdjsonLine(number, error=error)


def _too_long(number: int) -> NdjsonLine:
    return NdjsonLine(number, error=TooLarge(f"The line is longer than {MOST_LINE_BYTES} bytes.", field="body"))


class Spool:
    """A byte queue between two tasks in which the writer never waits for the reader.

    A client may send its whole body before it reads the report. If writing the report waited for the client, the body
    would not be read either, and both sides would wait for ever. Unread bytes are kept in a temporary file.
    """

    def __init__(self) -> None:
        self._file = SpooledTemporaryFile(max_size=MOST_IN_MEMORY)  # noqa: SIM115 - closed in close()
        self._read = self._written = 0
        self._finished = False
        self._changed = asyncio.Event()

    def write(self, data: bytes) -> None:
        """Append data."""
        self._file.seek(self._written)
        self._written += self._file.write(data)
        self._changed.set()

    def finish(self) -> None:
        """End the queue: no more data follows."""
        self._finished = True
        self._changed.set()

    async def read(self) -> AsyncIterator[bytes]:
        """Yield all data written so far and all later data until `finish`."""
        while self._read < self._written or not self._finished:
            if self._read == self._written:
                self._changed.clear()
                await self._changed.wait()
                continue
            self._file.seek(self._read)
            piece = self._file.read(min(PIECE, self._written - self._read))
            self._read += len(piece)
            yield piece

    def close(self) -> None:
        """Delete the temporary file."""
        self._file.close()


class Report(StreamingResponse):
    """A streamed answer that does not read the request's body.

    Starlette's own response listens for a disconnect and would consume the rest of the body.
    """

    media_type = MEDIA_TYPE

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the report."""
        async with aclosing(self.body_iterator):  # type: ignore[type-var]
            await self.stream_response(send)


async def spooled(first: bytes, rest: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """Yield `first` and `rest` through a `Spool`, so that the source never waits for the client."""
    spool = Spool()
    pump = asyncio.create_task(_pump(first, rest, spool))
    try:
        async for piece in spool.read():
            yield piece
        await pump
    finally:
        pump.cancel()
        with suppress(asyncio.CancelledError):
            await asyncio.wait((pump,))
        spool.close()


async def _pump(first: bytes, rest: AsyncIterator[bytes], spool: Spool) -> None:
    try:
        spool.write(first)
        async for line in rest:
            spool.write(line)
    finally:
        spool.finish()
