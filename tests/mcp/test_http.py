"""`graphmem mcp --transport http`: several clients on one server."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from mcp import Client
from starlette.types import Receive, Scope, Send
from typer.testing import CliRunner

from graphmem.brain import Brain
from graphmem.cli.main import app
from graphmem.mcp.http import KeyGuard
from tests.conftest import Server
from tests.mcp.talking import JOBS, call, environment


@contextmanager
def served(server: Server, folder: Path) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    command = [sys.executable, "-m", "graphmem.cli.main", "mcp", "--transport", "http", "--port", "0"]
    env = environment(server, folder)
    with subprocess.Popen(command, env=env, cwd=folder, stderr=subprocess.PIPE, text=True) as running:
        try:
            assert running.stderr
            told = running.stderr.readline()
            address = re.search(r"http://\S+", told)
            assert address, told + running.stderr.read()
            yield address[0], running
        finally:
            running.kill()


async def test_it_serves_many_and_leaves_cleanly(server: Server, brain: Brain, tmp_path: Path) -> None:
    with served(server, tmp_path) as (address, running):
        async with Client(address) as first, Client(address) as second:
            await call(first, "add_fact", brain=brain.name, **JOBS[0])
            assert (await call(second, "facts", brain=brain.name))["facts"][0]["object"] == "Acme"
        async with httpx.AsyncClient() as stranger:
            elsewhere = await stranger.post(address, json={}, headers={"Host": "evil.example"})
            page = await stranger.post(address, json={}, headers={"Origin": "https://evil.example"})
        assert (elsewhere.status_code, page.status_code) == (421, 403)
        running.terminate()
        assert running.wait(120) == 0
        assert running.stderr
        assert "Traceback" not in running.stderr.read()


async def test_with_a_key_only_who_knows_it_comes_in() -> None:
    async def inside(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"in"})

    transport = httpx.ASGITransport(app=KeyGuard(inside, "sesame"))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        for wrong in ({}, {"Authorization": "Bearer open"}, {"Authorization": "sesame"}, {"Authorization": "Bearer "}):
            answer = await client.get("/mcp", headers=wrong)
            assert answer.status_code == 401
            assert answer.headers["www-authenticate"] == "Bearer"
        assert (await client.get("/mcp", headers={"Authorization": "Bearer sesame"})).text == "in"


@pytest.mark.usefixtures("clean")
def test_beyond_this_machine_it_wants_a_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GRAPHMEM_ADMIN_KEY", raising=False)
    told = CliRunner().invoke(app, ["mcp", "--transport", "http", "--host", "0.0.0.0", "--port", "0"])
    assert told.exit_code == 1
    assert "GRAPHMEM_ADMIN_KEY" in told.stderr
