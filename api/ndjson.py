"""NDJSON in and out: records from a body of any length, and a report that is sent while the body still comes in."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing, suppress
from dataclasses import dataclass
from tempfile import SpooledTemporaryFile
from typing import Any

from fastapi.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from graphmem.errors import CallerError, TooLarge

from . import text

MEDIA_TYPE = "application/x-ndjson"
REPORT: dict[int | str, dict[str, Any]] = {
    200: {"description": "One report line a record", "content": {MEDIA_TYPE: {"schema": {"type": "string"}}}}
}
"""What an import answers with, for OpenAPI."""
MOST_LINE_BYTES = 4 * 1024 * 1024
MOST_IN_MEMORY = 1024 * 1024
PIECE = 64 * 1024


def body_like(example: str) -> dict[str, Any]:
    """What an import is sent, for OpenAPI."""
    content = {MEDIA_TYPE: {"schema": {"type": "string"}, "example": example}}
    return {"requestBody": {"required": True, "content": content}}


@dataclass(frozen=True, slots=True)
class NdjsonLine:
    """One line that is not blank: its number from 1, and its value or why it has none."""

    number: int
    value: Any = None
    error: CallerError | None = None


async def lines_of(stream: AsyncIterator[bytes]) -> AsyncIterator[NdjsonLine]:
    """The lines of a body, in constant memory; a line that is too long is passed over and told."""
    number, rest, skipping = 0, bytearray(), False
    async for piece in stream:
        *whole, tail = piece.split(b"\n")
        for end in whole:
            number += 1
            rest += end
            if not skipping and rest.strip():
                yield _read(number, bytes(rest))
            rest, skipping = bytearray(), False
        rest += b"" if skipping else tail
        if len(rest) > MOST_LINE_BYTES:
            yield _too_long(number + 1)
            rest, skipping = bytearray(), True
    if rest.strip():
        yield _read(number + 1, bytes(rest))


def _read(number: int, data: bytes) -> NdjsonLine:
    if len(data) > MOST_LINE_BYTES:
        return _too_long(number)
    try:
        return NdjsonLine(number, text.parsed(data))
    except CallerError as error:
        return NdjsonLine(number, error=error)


def _too_long(number: int) -> NdjsonLine:
    return NdjsonLine(number, error=TooLarge(f"The line is longer than {MOST_LINE_BYTES} bytes.", field="body"))


class Spool:
    """Lines from one task to another, where the writer never waits for the reader.

    A client may send its whole body before it reads a word of the report. If the report then waited for the client, and
    with it the reading of the body, both would wait for ever. What is not read yet lies in a temporary file.
    """

    def __init__(self) -> None:
        self._file = SpooledTemporaryFile(max_size=MOST_IN_MEMORY)  # noqa: SIM115 - closed in close()
        self._read = self._written = 0
        self._finished = False
        self._changed = asyncio.Event()

    def write(self, data: bytes) -> None:
        """Adds to the end."""
        self._file.seek(self._written)
        self._written += self._file.write(data)
        self._changed.set()

    def finish(self) -> None:
        """Nothing more comes."""
        self._finished = True
        self._changed.set()

    async def read(self) -> AsyncIterator[bytes]:
        """All that was written, and all that will be."""
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
        """Gives the temporary file back."""
        self._file.close()


class Report(StreamingResponse):
    """A streamed answer that leaves the request's body to those who read it.

    The response of Starlette listens for a disconnect meanwhile, and would swallow what is left of the body.
    """

    media_type = MEDIA_TYPE

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Sends the report."""
        async with aclosing(self.body_iterator):  # type: ignore[type-var]
            await self.stream_response(send)


async def spooled(first: bytes, rest: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """The same lines, taken from their source as fast as it gives them."""
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
