"""Short helpers that call tools, in this process or in another one."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from mcp import Client, StdioServerParameters
from mcp_types import CallToolResult, TextContent

from graphmem.brain import Brain
from graphmem.mcp.profiles import Profile
from graphmem.mcp.server import make_server
from graphmem.memory import Memory
from tests.conftest import Server

JOBS = (
    {"subject": "Ana", "relation": "works_at", "object": "Acme", "object_is_entity": True, "valid_from": "2024-01-01"},
    {"subject": "Ana", "relation": "works_at", "object": "Globex", "object_is_entity": True, "valid_from": "2025-03-01"},
)  # fmt: skip


@asynccontextmanager
async def talking(
    brain: Brain, *, bound: bool = True, read_only: bool = False, profile: Profile = "full"
) -> AsyncIterator[Client]:
    """A client of a server in this process."""

    async def memory() -> Memory:
        return Memory(brain.engine)

    server = make_server(memory, brain.name if bound else None, read_only=read_only, profile=profile)
    async with Client(server) as client:
        yield client


async def call(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    """Return the answer of a tool, which must not fail."""
    result = await client.call_tool(tool, arguments)
    assert isinstance(result, CallToolResult)
    assert not result.is_error, text_of(result)
    assert json.loads(text_of(result)) == result.structured_content
    return dict(result.structured_content)


async def refused(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    """Return the refusal of a tool, which must fail; its text says the same and reveals nothing about the implementation."""
    result = await client.call_tool(tool, arguments)
    assert isinstance(result, CallToolResult)
    assert result.is_error, text_of(result)
    error = dict(result.structured_content["error"])
    assert error["code"] in text_of(result)
    assert error["what_to_do"] in text_of(result)
    assert "Traceback" not in text_of(result)
    assert 'File "' not in text_of(result)
    return error


def text_of(result: CallToolResult) -> str:
    (content,) = result.content
    assert isinstance(content, TextContent)
    return content.text


def environment(server: Server, folder: Path, **more: str) -> dict[str, str]:
    """The environment of a process that uses the test server, with models that need no files."""
    return {
        **os.environ, "NEO4J_URI": server.uri, "NEO4J_USER": server.user, "NEO4J_PASSWORD": server.password,
        "GRAPHMEM_EMBEDDER": "hash", "GRAPHMEM_EXTRACTOR": "none", "GRAPHMEM_DATA_DIR": str(folder / "data"),
        "PYTHONPATH": str(Path(__file__).resolve().parents[2]), **more,
    }  # fmt: skip


def process(server: Server, folder: Path, *options: str, **more: str) -> StdioServerParameters:
    """The parameters with which a client starts the server as a process of its own."""
    return StdioServerParameters(
        command=sys.executable,
        args=["-m", "graphmem.cli.main", "mcp", *options],
        env=environment(server, folder, **more),
        cwd=folder,
    )
