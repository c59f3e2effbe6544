"""The server on standard input and output, for a client that starts it as a child process.

Standard output carries only the protocol. All other output goes to standard error.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import threading
from collections.abc import AsyncIterator, Iterator
from typing import Any, cast

import anyio
from mcp.server.stdio import stdio_server

from graphmem.mcp.opening import MakeServer, Open, Opening

READ = 1 << 16


async def serve_stdio(open_: Open, make: MakeServer) -> None:
    """Serve one client until it closes the input, or until SIGINT or SIGTERM. Then close the memory."""
    ended = asyncio.Event()
    _on_signals(ended.set)
    async with Opening(open_) as opening:
        server = make(opening.memory)
        lines = cast("anyio.AsyncFile[str]", StdinLines(_take_stdin(), ended))
        async with stdio_server(stdin=lines) as (incoming, outgoing):
            await server.run(incoming, outgoing, server.create_initialization_options())


def _on_signals(stop: Any) -> None:
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, stop)
        except NotImplementedError:  # Windows: the input or the system ends the process
            return


def _take_stdin() -> int:
    """Return a private descriptor of standard input. Descriptor 0 becomes empty, so that child processes read nothing."""
    private = os.dup(0)
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)
    return private


class StdinLines:
    """Lines from a descriptor, until its end or until `ended` is set.

    A thread reads, because a blocking read cannot be cancelled. On a signal the thread is abandoned; the SDK's own reader
    would wait for the next line.
    """

    def __init__(self, descriptor: int, ended: asyncio.Event) -> None:
        self._descriptor = descriptor
        self._ended = ended
        self._loop = asyncio.get_running_loop()
        self._queue: asyncio.Queue[str | None] = asyncio.Queue(64)

    async def __aiter__(self) -> AsyncIterator[str]:
        threading.Thread(target=self._read, name="stdin", daemon=True).start()
        stop = asyncio.create_task(self._ended.wait())
        try:
            while (line := await self._next(stop)) is not None:
                yield line
        finally:
            stop.cancel()

    async def _next(self, stop: asyncio.Task[bool]) -> str | None:
        line = asyncio.create_task(self._queue.get())
        done, _ = await asyncio.wait((line, stop), return_when=asyncio.FIRST_COMPLETED)
        if line in done:
            return line.result()
        line.cancel()
        return None

    def _read(self) -> None:
        try:
            for line in _lines(self._descriptor):
                asyncio.run_coroutine_threadsafe(self._queue.put(mended(line)), self._loop).result()
            asyncio.run_coroutine_threadsafe(self._queue.put(None), self._loop).result()
        except RuntimeError:
            return  # the loop is closed


def _lines(descriptor: int) -> Iterator[str]:
    rest = bytearray()
    while piece := os.read(descriptor, READ):
        rest += piece
        if b"\n" in piece:
            *whole, last = bytes(rest).split(b"\n")
            rest = bytearray(last)
            yield from (line.decode("utf8", "replace") for line in whole)
    if rest:
        yield bytes(rest).decode("utf8", "replace")


def mended(line: str) -> str:
    r"""Return the line with lone surrogates (\ud800) replaced. The SDK drops a message with one and never answers it."""
    if "\\ud" not in line.lower():
        return line
    try:
        message = json.loads(line)
    except ValueError:
        return line
    return json.dumps(message, ensure_ascii=False).encode("utf8", "replace").decode("utf8")
