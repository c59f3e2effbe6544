"""The application on a real port with a memory of its own, and clients that misbehave."""

from __future__ import annotations

import asyncio
import json
import re
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx
import pytest
import uvicorn
from fastapi import FastAPI
from pydantic import SecretStr

from api.main import create_app
from graphmem.ingest.worker import Workers
from graphmem.memory import Memory
from graphmem.settings import Settings
from tests.api.conftest import Api
from tests.conftest import Server, altered


@asynccontextmanager
async def serving(app: FastAPI) -> AsyncIterator[int]:
    """The port of the application."""
    server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=0, log_level="warning"))
    task = asyncio.create_task(server.serve())
    try:
        while not server.started:
            await asyncio.sleep(0.02)
            assert not task.done(), "the server did not start"
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        await task


@pytest.fixture
def app(memory: Memory) -> FastAPI:
    return create_app(memory=altered(memory, workers=Workers(0)))


async def test_the_application_opens_and_closes_its_own_memory(
    server: Server, test_settings: Settings, memory: Memory, api: Api
) -> None:
    login = {"neo4j_uri": server.uri, "neo4j_user": server.user, "neo4j_password": SecretStr(server.password)}
    app = create_app(test_settings.model_copy(update={**login, "workers": 0}))
    async with serving(app) as port, httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as client:
        assert (await client.get("/ready")).status_code == 200
        said = {"content": "Ana likes tea.", "extraction": {"facts": []}}
        assert (await client.post(api.at("/episodes"), json=said)).status_code == 201
        assert (await client.get("/v1/brains", headers={"Host": "evil.example"})).status_code == 403
    assert len((await api.get("/episodes")).json()["episodes"]) == 1


async def test_a_client_that_sends_all_before_it_reads_gets_its_whole_report(app: FastAPI, api: Api) -> None:
    lines, line = 80_000, b"x" + b" " * 150 + b"\n"  # both directions are larger than the buffers of the kernel
    async with serving(app) as port:
        reader, writer = await asyncio.open_connection(sock=_deaf(port))
        writer.write(
            f"POST {api.at('/facts:import')} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\n"
            f"Content-Length: {lines * len(line)}\r\nConnection: close\r\n\r\n".encode()
        )
        for _ in range(0, lines, 1000):
            writer.write(line * 1000)
            await asyncio.wait_for(writer.drain(), 60)
        answer = await asyncio.wait_for(reader.read(), 120)
        writer.close()
        await writer.wait_closed()
    assert answer.startswith(b"HTTP/1.1 200")
    report = re.sub(rb"\r\n[0-9a-f]+\r\n", b"", answer)
    assert report.count(b'"code":"bad_request"') == lines


def _deaf(port: int) -> socket.socket:
    """A connection with a small receive buffer."""
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    made.connect(("127.0.0.1", port))
    made.setblocking(False)
    return made


async def test_the_report_comes_while_the_body_is_still_sent(app: FastAPI, api: Api) -> None:
    half = asyncio.Event()

    async def body() -> AsyncIterator[bytes]:
        yield b"x\n" * 400
        await asyncio.wait_for(half.wait(), 60)
        yield json.dumps({"subject": "Ana", "relation": "likes", "object": "tea"}).encode()

    async with serving(app) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        head = f"POST {api.at('/facts:import')} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\n"
        writer.write(f"{head}Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n".encode())
        sender = asyncio.create_task(_chunks(writer, body()))
        early = await asyncio.wait_for(reader.readuntil(b'"line":200,'), 60)
        half.set()
        rest = await asyncio.wait_for(reader.read(), 60)
        await sender
        writer.close()
        await writer.wait_closed()
    assert b'"line":1,' in early
    assert b'"line":401,"id":' in rest


async def _chunks(writer: asyncio.StreamWriter, pieces: AsyncIterator[bytes]) -> None:
    async for piece in pieces:
        writer.write(b"%x\r\n%b\r\n" % (len(piece), piece))
        await writer.drain()
    writer.write(b"0\r\n\r\n")
    await writer.drain()
