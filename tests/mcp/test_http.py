"""`graphmem mcp --transport http`: several clients on one server."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import httpx
import httpx2
import pytest
from mcp import Client, MCPError
from mcp.client.streamable_http import streamable_http_client as way
from mcp_types import CallToolRequestParams
from pydantic import SecretStr
from starlette.requests import Request
from starlette.types import Receive, Scope, Send
from typer.testing import CliRunner

from graphmem.access.caller import Caller
from graphmem.access.keyring import Keyring
from graphmem.access.keys import Keys
from graphmem.brain import Brain
from graphmem.cli.main import app
from graphmem.mcp.http import KeyGuard
from graphmem.mcp.server import ToolServer
from graphmem.mcp.tools import tools
from graphmem.memory import Memory
from graphmem_contract.errors import DatabaseUnavailable
from tests.conftest import Server
from tests.mcp.talking import JOBS, call, environment, refused


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
            home = {"Host": address.split("/")[2]}
            sent = [
                await stranger.post(address, json={}, headers=headers)
                for headers in (
                    {"Host": "127.0.0.1:80@evil.example"},
                    [*home.items(), ("Origin", "http://localhost"), ("Origin", "https://evil.example")],
                    {"Origin": "http://me@localhost"},
                )
            ]
        assert (elsewhere.status_code, page.status_code) == (403, 403)
        assert [answer.status_code for answer in sent] == [403, 403, 403]
        running.terminate()
        assert running.wait(120) == 0
        assert running.stderr
        assert "Traceback" not in running.stderr.read()


async def no_graph() -> Keys:
    raise DatabaseUnavailable("There is no graph.")


async def test_a_graph_that_cannot_be_asked_about_a_key_lets_nobody_in() -> None:
    async def inside(*_: object) -> None:
        raise AssertionError

    for admin in (None, SecretStr("sesame")):
        transport = httpx.ASGITransport(app=KeyGuard(inside, Keyring(admin, no_graph)))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            assert (await client.get("/mcp", headers={"Authorization": "Bearer gmk_x"})).status_code == 503


async def test_a_key_is_held_to_its_brain_and_scopes(brain: Brain) -> None:
    async def memory() -> Memory:
        return Memory(brain.engine)

    desk, made = ToolServer(memory, None, dict(tools())), []
    reader = Caller("reader", frozenset(("memory:read",)), frozenset((brain.name,)))

    async def tried(tool: str, where: str, **arguments: Any) -> str | None:
        request = Request({"type": "http", "state": {"caller": reader}})
        context = cast(Any, SimpleNamespace(request=request))
        asked = CallToolRequestParams(name=tool, arguments={"brain": where, **arguments})
        result = await desk.call(context, asked)
        made.append(tool)
        return dict(result.structured_content or {})["error"]["code"] if result.is_error else None

    assert await tried("facts", brain.name) is None
    assert await tried("facts", f"{brain.name}-other") == "forbidden"
    assert await tried("recall", f"{brain.name}-other", query="x") == "forbidden"
    for writing, arguments in (
        ("remember", {"content": "x"}),
        ("add_fact", JOBS[0]),
        ("invalidate", {"fact_id": "x"}),
        ("forget", {"what": "fact", "id": "x"}),
    ):
        assert await tried(writing, brain.name, **arguments) == "forbidden"
    assert {tool.scope for tool in tools().values() if not tool.reads} == {"memory:write", "graph:write"}


@pytest.mark.slow
async def test_the_keys_of_the_graph_open_the_server(
    server: Server, brain: Brain, keys_removed: None, tmp_path: Path
) -> None:
    keys = Memory(brain.engine).keys
    made = await keys.create("mcp test", [brain.name], ["memory:read"])
    with served(server, tmp_path) as (address, running):
        async with httpx.AsyncClient() as stranger:
            assert (await stranger.post(address, json={})).status_code == 401
        headers = {"Authorization": f"Bearer {made.key}"}
        async with httpx2.AsyncClient(headers=headers) as http, Client(way(address, http_client=http)) as client:
            assert (await call(client, "facts", brain=brain.name))["facts"] == []
            assert (await refused(client, "add_fact", brain=brain.name, **JOBS[0]))["code"] == "forbidden"
            assert (await refused(client, "facts", brain=f"{brain.name}x"))["code"] == "forbidden"
        running.terminate()
        assert running.wait(120) == 0
        assert running.stderr
        assert made.key not in running.stderr.read()


async def test_a_key_reads_the_resource_and_the_prompt_of_its_own_brain_only(
    memory: Memory, server: Server, brain: Brain, keys_removed: None, tmp_path: Path
) -> None:
    other = memory.brain(f"{brain.name}-other")
    for one, city in ((brain, "Porto"), (other, "Bergen")):
        await one.add_fact(subject="Ana", relation="lives_in", object=city, object_is_entity=True)
    fact = (await other.facts())[0]
    made = await memory.keys.create("mcp test", [brain.name], ["memory:read"])
    headers = {"Authorization": f"Bearer {made.key}"}
    with served(server, tmp_path) as (address, _):
        patient = httpx2.AsyncClient(headers=headers, timeout=120)
        async with patient as http, Client(way(address, http_client=http)) as client:
            assert "Porto" in repr(await client.read_resource(f"graphmem://brains/{brain.name}/context"))
            assert "Porto" in repr(await client.get_prompt("memory", {"brain": brain.name}))
            for where in (other.name, quote_all(other.name), "*", f"{brain.name}x"):
                with pytest.raises(MCPError) as refused_resource:
                    await client.read_resource(f"graphmem://brains/{where}/context")
                assert "Bergen" not in str(refused_resource.value)
            for where in (other.name, "*", f"{brain.name}x"):
                with pytest.raises(MCPError) as refused_prompt:
                    await client.get_prompt("memory", {"brain": where, "question": "Where does Ana live?"})
                assert "Bergen" not in str(refused_prompt.value)
            with pytest.raises(MCPError, match="no scope memory:read for the brain"):
                await client.read_resource(f"graphmem://brains/{other.name}/context")
            with pytest.raises(MCPError, match="no scope memory:read for the brain"):
                await client.get_prompt("memory", {"brain": other.name})
            for uri in (
                "graphmem://context",
                f"graphmem://brains/{brain.name}/../{other.name}/context",
                f"graphmem://brains/{brain.name}/context/../../{other.name}/context",
                f"graphmem://brains/{brain.name}/context?brain={other.name}",
                f"graphmem://brains/{brain.name},{other.name}/context",
                f"graphmem://brains/{other.name}%00/context",
                f"graphmem://brains/{other.name}%2Fcontext%2F/context",
                f"graphmem://{other.name}/context",
                f"graphmem://brains/{brain.name}/facts/{fact.id}",
                f"graphmem://facts/{fact.id}",
            ):
                with pytest.raises(MCPError) as unknown:
                    await client.read_resource(uri)
                assert "Bergen" not in str(unknown.value)
            for strange in (fact.id, fact.subject_id):
                prompt = await client.get_prompt("memory", {"brain": brain.name, "question": strange})
                assert "Bergen" not in repr(prompt)


def quote_all(name: str) -> str:
    """The name with every letter as an escape."""
    return "".join(f"%{byte:02X}" for byte in name.encode())


async def test_with_a_key_only_who_knows_it_comes_in() -> None:
    async def inside(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"in"})

    transport = httpx.ASGITransport(app=KeyGuard(inside, Keyring(SecretStr("sesame"), no_graph)))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        for wrong in ({}, {"Authorization": "Bearer open"}, {"Authorization": "sesame"}, {"Authorization": "Bearer "}):
            answer = await client.get("/mcp", headers=wrong)
            assert answer.status_code == 401
            assert answer.headers["www-authenticate"] == "Bearer"
        assert (await client.get("/mcp", headers={"Authorization": "Bearer sesame"})).text == "in"


@pytest.mark.usefixtures("clean")
def test_beyond_this_machine_it_wants_a_key(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, value in environment(server, tmp_path).items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("GRAPHMEM_ADMIN_KEY", raising=False)

    async def none(_: Keys) -> bool:
        return False

    monkeypatch.setattr(Keys, "exist", none)
    told = CliRunner().invoke(app, ["mcp", "--transport", "http", "--host", "0.0.0.0", "--port", "0"])
    assert told.exit_code == 1
    assert "GRAPHMEM_ADMIN_KEY" in told.stderr
