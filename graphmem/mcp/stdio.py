"""The server on standard input and output, for a client that starts it as a process of its own.

Standard output carries the protocol and nothing else: everything that anybody prints goes to standard error.
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
    """Serves one client until it closes our input or the process is told to stop; the memory is closed then."""
    ended = asyncio.Event()
    _on_signals(ended.set)
    async with Opening(open_) as opening:
        server = make(opening.memory)
        lines = cast("anyio.AsyncFile[str]", StdinLines(_input(), ended))
        async with stdio_server(stdin=lines) as (incoming, outgoing):
            await server.run(incoming, outgoing, server.create_initialization_options())


def _on_signals(stop: Any) -> None:
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, stop)
        except NotImplementedError:  # Windows: ended by its input, or by the system
            return


def _input() -> int:
    """A descriptor of our own for what the client sends; children that read the usual one find nothing."""
    mine = os.dup(0)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    return mine


class StdinLines:
    """Lines from a descriptor, until its end or until the process is to stop.

    A thread reads, for a read cannot be called off: on a signal it is left behind, where the SDK's own reader would wait.
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
            return  # the loop has been closed meanwhile


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
    r"""The line with half surrogate pairs (\ud800) replaced: the SDK drops such a message and never answers it."""
    if "\\ud" not in line.lower():
        return line
    try:
        message = json.loads(line)
    except ValueError:
        return line
    return json.dumps(message, ensure_ascii=False).encode("utf8", "replace").decode("utf8")
