"""A recall as a call that can be copied: curl, Python, MCP. Pure."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from typing import Any

MCP_ARGUMENTS = (
    "query", "k", "valid_at", "known_at", "entities", "asker", "recent", "session_id", "speaker", "recipe",
    "include_closed", "deep", "min_confidence", "min_relevance",
)  # fmt: skip
"""The arguments that the tool `recall` of the MCP server has."""


def as_curl(origin: str, brain: str, asked: Mapping[str, Any], *, keyed: bool) -> str:
    """Return the call as a command line. With `keyed` it sends the key in the variable GRAPHMEM_API_KEY."""
    body = shlex.quote(json.dumps(asked, ensure_ascii=False))
    key = ' \\\n  -H "Authorization: Bearer $GRAPHMEM_API_KEY"' if keyed else ""
    address = shlex.quote(f"{origin}/v1/brains/{brain}/recall")
    return f"curl {address}{key} \\\n  -H 'Content-Type: application/json' \\\n  -d {body}"


def as_python(origin: str, brain: str, asked: Mapping[str, Any]) -> str:
    """Return the call with the Python client. The key, if the service needs one, is read from GRAPHMEM_API_KEY."""
    given = dict(asked)
    first = [json_literal(given.pop("query"))] if "query" in given else []
    arguments = ", ".join((*first, *(f"{name}={json_literal(value)}" for name, value in given.items())))
    return (
        "from graphmem_client import GraphmemClientSync\n\n"
        f"with GraphmemClientSync({json_literal(origin)}) as client:\n"
        f"    found = client.brain({json_literal(brain)}).recall({arguments})\n"
        "    print(found.context)"
    )


def as_mcp(asked: Mapping[str, Any]) -> str:
    """Return the call of the MCP tool `recall`, with those of the arguments that it has."""
    given = {name: value for name, value in asked.items() if name in MCP_ARGUMENTS}
    call = {"method": "tools/call", "params": {"name": "recall", "arguments": given}}
    return json.dumps(call, indent=2, ensure_ascii=False)


def without_mcp(asked: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the arguments that the MCP tool does not have."""
    return tuple(name for name in asked if name not in MCP_ARGUMENTS)


def json_literal(value: Any) -> str:
    """Return a value of JSON as a Python expression."""
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    return repr(value)
