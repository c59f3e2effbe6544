"""`graphmem mcp` as a process of its own: the view of a client of the official SDK, and the bytes on the pipes."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from typer.testing import CliRunner

from graphmem.brain import Brain
from graphmem.cli.main import app
from graphmem.embedded import server as embedded
from graphmem.mcp.stdio import mended
from graphmem.settings import Settings
from tests.conftest import Server
from tests.mcp.talking import JOBS, call, environment, process, refused

GREETING = {
    "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"},
}  # fmt: skip


class Pipe:
    """A client that writes and reads plain lines."""

    def __init__(self, process_: Process) -> None:
        self.process = process_
        self.heard: list[str] = []

    def say(self, line: str | dict[str, Any]) -> None:
        assert self.process.stdin
        text = line if isinstance(line, str) else json.dumps({"jsonrpc": "2.0", **line})
        self.process.stdin.write(f"{text}\n".encode())

    async def answer(self, number: int) -> dict[str, Any]:
        """Return the answer to a request; every line before it must be of the protocol."""
        assert self.process.stdout
        while line := (await self.process.stdout.readline()).decode():
            self.heard.append(line)
            message = dict(json.loads(line))
            assert message["jsonrpc"] == "2.0"
            if message.get("id") == number:
                return message
        raise AssertionError("the server has gone")

    async def greet(self) -> dict[str, Any]:
        self.say({"id": 0, "method": "initialize", "params": GREETING})
        answer = await self.answer(0)
        self.say({"method": "notifications/initialized"})
        return answer

    async def call(self, number: int, tool: str, **arguments: Any) -> dict[str, Any]:
        self.say({"id": number, "method": "tools/call", "params": {"name": tool, "arguments": arguments}})
        return dict((await self.answer(number))["result"])


@asynccontextmanager
async def piped(env: dict[str, str], folder: Path, *options: str) -> AsyncIterator[Pipe]:
    started = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "graphmem.cli.main", "mcp", *options,
        env=env, cwd=folder, stdin=PIPE, stdout=PIPE, stderr=PIPE, limit=1 << 24,
    )  # fmt: skip
    try:
        yield Pipe(started)
    finally:
        if started.returncode is None:
            started.kill()
            await started.wait()


async def left(pipe: Pipe) -> tuple[int, str, str]:
    """Return the exit code, the rest of standard output, and standard error."""
    out, err = await asyncio.wait_for(pipe.process.communicate(), 120)
    return pipe.process.returncode or 0, out.decode(), err.decode()


async def test_a_session_over_pipes(server: Server, brain: Brain, tmp_path: Path) -> None:
    async with Client(process(server, tmp_path, "--brain", brain.name)) as client:
        assert client.server_info
        assert client.server_info.name == "graphmem"
        assert {"remember", "recall", "correct"} <= {tool.name for tool in (await client.list_tools()).tools}
        for job in JOBS:
            await call(client, "add_fact", **job)
        fact = (await call(client, "recall", query="Where does Ana work?"))["facts"][0]
        assert fact["object"] == "Globex"
        await call(client, "invalidate", fact_id=fact["id"])
        assert (await call(client, "facts", subject="Ana"))["facts"] == []
        assert (await refused(client, "remember", content="x" * 250_000))["code"] == "too_large"
        assert (await refused(client, "recall", query="x", valid_at="soon"))["field"] == "valid_at"
        assert (await call(client, "stats"))["entities"] == 3
    assert (await brain.overview.stats()).entities == 3


@pytest.mark.slow
async def test_two_clients_with_a_process_each_share_one_memory(server: Server, brain: Brain, tmp_path: Path) -> None:
    one = process(server, tmp_path, GRAPHMEM_BRAIN=brain.name)
    other = process(server, tmp_path)
    async with Client(one) as first, Client(other) as second:
        writes = [call(first, "add_fact", subject="Ana", relation="likes", object=f"tea {n}") for n in range(3)]
        writes += [
            call(second, "add_fact", brain=brain.name, subject="ana", relation="likes", object=f"tea {n}")
            for n in range(3)
        ]
        await asyncio.gather(*writes)
        assert len((await call(first, "facts", subject="Ana"))["facts"]) == 3
        assert [one["name"] for one in (await call(second, "entities", brain=brain.name))["entities"]] in (
            ["Ana"],
            ["ana"],
        )


async def test_only_the_protocol_is_on_standard_output_and_it_ends_with_its_input(
    server: Server, brain: Brain, tmp_path: Path
) -> None:
    env = environment(server, tmp_path, GRAPHMEM_LOG_LEVEL="debug")
    async with piped(env, tmp_path, "--brain", brain.name) as pipe:
        greeting = await pipe.greet()
        assert greeting["result"]["serverInfo"]["name"] == "graphmem"
        assert "recall" in greeting["result"]["instructions"]
        pipe.say("this is no JSON")
        pipe.say("")
        pipe.say('{"jsonrpc": "2.0", "id": 1, "method": "no/such"}')
        assert (await pipe.answer(1))["error"]["code"] == -32601
        hostile = r'{"name": "remember", "arguments": {"content": "half \ud83d a pair", "facts": []}}'
        pipe.say(f'{{"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {hostile}}}')
        assert (await pipe.answer(2))["result"]["structuredContent"]["success"]
        unknown = await pipe.call(3, "entity", name="nobody")
        assert unknown["isError"]
        assert unknown["structuredContent"]["error"]["code"] == "not_found"
        assert pipe.process.stdin
        pipe.process.stdin.close()
        code, out, err = await left(pipe)
    assert code == 0
    assert out == ""
    assert "Traceback" not in err
    assert [one.content for one in await brain.episodes.list()] == ["half ? a pair"]


@pytest.mark.slow
async def test_two_processes_on_one_data_folder_share_its_server_which_stops_with_the_last(
    server: Server, tmp_path: Path
) -> None:
    small = {"GRAPHMEM_NEO4J_HEAP": "512m", "GRAPHMEM_NEO4J_PAGE_CACHE": "64m", "GRAPHMEM_BOLT_PORT": "0"}
    env = environment(server, tmp_path, **small, GRAPHMEM_HTTP_PORT="0")
    del env["NEO4J_URI"]
    folder = Settings(data_dir=tmp_path / "data")
    async with piped(env, tmp_path, "--brain", "ana") as one, piped(env, tmp_path, "--brain", "ana") as other:
        await asyncio.gather(one.greet(), other.greet())
        assert not (await one.call(1, "add_fact", **JOBS[0])).get("isError"), "the greeting does not wait for Neo4j"
        assert (await other.call(1, "facts", subject="Ana"))["structuredContent"]["facts"]
        assert one.process.stdin
        one.process.stdin.close()
        assert (await left(one))[0] == 0
        assert (await other.call(2, "facts", subject="Ana"))["structuredContent"]["facts"], "the server is still there"
        other.process.send_signal(signal.SIGTERM)
        assert await asyncio.wait_for(other.process.wait(), 120) == 0
    assert embedded.status(folder).phase == "stopped"


@pytest.mark.parametrize("number", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.slow)])
async def test_it_leaves_cleanly_when_told_to(
    server: Server, brain: Brain, tmp_path: Path, number: signal.Signals
) -> None:
    async with piped(environment(server, tmp_path), tmp_path, "--brain", brain.name) as pipe:
        await pipe.greet()
        assert not (await pipe.call(1, "stats")).get("isError")
        pipe.process.send_signal(number)
        assert await asyncio.wait_for(pipe.process.wait(), 120) == 0, "although its input is still open"
        assert pipe.process.stderr
        assert b"Traceback" not in await pipe.process.stderr.read()


@pytest.mark.slow
async def test_a_database_that_is_not_there_is_told_and_the_server_stays(server: Server, tmp_path: Path) -> None:
    env = environment(server, tmp_path, NEO4J_URI="bolt://127.0.0.1:1")
    async with piped(env, tmp_path, "--brain", "ana") as pipe:
        await pipe.greet()
        for number in (1, 2):
            answer = await pipe.call(number, "recall", query="x")
            assert answer["structuredContent"]["error"]["code"] == "database_unavailable"
            assert answer["structuredContent"]["error"]["retryable"]
        assert pipe.process.stdin
        pipe.process.stdin.close()
        assert (await left(pipe))[0] == 0


@pytest.mark.usefixtures("clean")
def test_a_name_that_is_none_is_one_line_and_no_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    told = CliRunner().invoke(app, ["mcp", "--brain", "a b"])
    assert told.exit_code == 1
    assert told.stdout == ""
    assert "1 to 128" in told.stderr


def test_without_the_extra_it_says_how_to_get_it(tmp_path: Path) -> None:
    code = (
        "import importlib.util as u; find = u.find_spec\n"
        "u.find_spec = lambda name, *a: None if name == 'mcp' else find(name, *a)\n"
        "import sys; sys.argv = ['graphmem', 'mcp']\n"
        "from graphmem.cli.main import app; app()"
    )
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[2])}
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=env, capture_output=True, text=True, check=False
    )  # fmt: skip
    assert ran.returncode == 1
    assert "[mcp]'" in ran.stderr


@pytest.mark.parametrize(
    ("line", "becomes"),
    [
        ('{"a": "plain"}', '{"a": "plain"}'),
        (r'{"a": "\ud83e\udd9c"}', '{"a": "🦜"}'),
        (r'{"a": "\udead"}', '{"a": "?"}'),
        (r'{"a": "\ud800', r'{"a": "\ud800'),
    ],
)  # fmt: skip
def test_half_a_pair_is_replaced_and_all_else_stays(line: str, becomes: str) -> None:
    assert mended(line) == becomes
