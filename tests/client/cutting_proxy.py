"""A TCP proxy that cuts one connection after a number of bytes."""

from __future__ import annotations

import asyncio
import contextlib
from types import TracebackType


class CuttingProxy:
    """Passes bytes between clients and a port of this machine, and cuts once.

    `passed`: bytes in both directions so far. `cut_after`: bytes after which the connection that carries the next one is cut, the
    piece in half; None = never. `cut_behind`: the end of a piece behind which the connection is cut. `cuts`: how often that has
    happened.
    """

    def __init__(self, port: int, cut_after: int | None = None, cut_behind: bytes | None = None) -> None:
        self.passed = self.cuts = 0
        self.cut_after = cut_after
        self.cut_behind = cut_behind
        self._target = port
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> CuttingProxy:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        self._server.close()
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        there_reader, there_writer = await asyncio.open_connection("127.0.0.1", self._target)
        pumps = [
            asyncio.create_task(self._pump(reader, there_writer)),
            asyncio.create_task(self._pump(there_reader, writer)),
        ]
        try:
            await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for pump in pumps:
                pump.cancel()
            await asyncio.gather(*pumps, return_exceptions=True)
            for one in (writer, there_writer):
                one.close()
            self._tasks.discard(task)

    async def _pump(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        """Pass bytes on until an end is closed, or the cut."""
        with contextlib.suppress(OSError):
            while piece := await source.read(65536):
                left = None if self.cut_after is None or self.cuts else self.cut_after - self.passed
                self.passed += len(piece)
                if left is not None and left < len(piece):
                    self.cuts += 1
                    sink.write(piece[:left])
                    await sink.drain()
                    return
                sink.write(piece)
                await sink.drain()
                if self.cut_behind is not None and not self.cuts and piece.endswith(self.cut_behind):
                    self.cuts += 1
                    return
