"""A real HTTP server on a port of this machine, with the answers of a script."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any


@dataclass(frozen=True)
class Given:
    """An answer. `cut`: close the connection, before the answer (0) or after so many bytes of it."""

    status: int = 200
    body: bytes = b"{}"
    headers: Mapping[str, str] = field(default_factory=dict)
    cut: int | None = None

    def encoded(self) -> bytes:
        headers = {"Content-Type": "application/json", "Content-Length": str(len(self.body)), **self.headers}
        head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        return f"HTTP/1.1 {self.status} Given\r\n{head}\r\n".encode() + self.body


CUT = Given(cut=0)


def problem(status: int, code: str, **more: Any) -> Given:
    """A problem document, as the service sends it."""
    body = {"type": f"urn:graphmem:problem:{code}", "title": "T", "status": status, "detail": "D", "code": code, **more}
    return Given(status, json.dumps(body).encode(), {"Content-Type": "application/problem+json", "X-Request-ID": "r-1"})


@dataclass(frozen=True)
class Received:
    """A request as it arrived."""

    line: str
    headers: Mapping[str, str]
    body: bytes


class ScriptedHttp:
    """Gives the answers in turn, the last one for ever. `received` has the requests."""

    def __init__(self, *answers: Given) -> None:
        self.received: list[Received] = []
        self._answers = list(answers)
        self._tasks: set[asyncio.Task[Any]] = set()

    async def __aenter__(self) -> ScriptedHttp:
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
        try:
            with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
                while await self._answer(reader, writer):
                    pass
        finally:
            writer.close()
            self._tasks.discard(task)

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        self.received.append(await _request(reader))
        given = self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]
        writer.write(given.encoded()[: given.cut])
        await writer.drain()
        return given.cut is None


async def _request(reader: asyncio.StreamReader) -> Received:
    line, *rest = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
    headers = {name.lower(): value for name, _, value in (one.partition(": ") for one in rest if one)}
    if headers.get("transfer-encoding") == "chunked":
        body = b""
        while size := int(await reader.readuntil(b"\r\n"), 16):
            body += (await reader.readexactly(size + 2))[:-2]
        await reader.readexactly(2)
    else:
        body = await reader.readexactly(int(headers.get("content-length", "0")))
    return Received(line, headers, body)
