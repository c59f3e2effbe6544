"""The examples of the client's page and of docs/python.md run, each on a service of its own port."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest
from uuid_utils import uuid4

from graphmem_client import GraphmemClient, GraphmemClientSync

ROOT = Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(*pages: str) -> list[Any]:
    """The blocks that use the client, each with an id."""
    found = []
    for page in pages:
        text = (ROOT / page).read_text("utf8")
        for match in BLOCK.finditer(text):
            if "graphmem_client" in match[1]:
                found.append(pytest.param(match[1], id=f"{page}:{text[: match.start()].count(chr(10)) + 1}"))
    return found


@pytest.mark.parametrize("code", blocks("clients/python/README.md", "docs/python.md"))
async def test_an_example_runs(code: str, url: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GRAPHMEM_URL", url)
    monkeypatch.chdir(tmp_path)
    run = uuid4()
    for kind in (GraphmemClient, GraphmemClientSync):
        real = kind.brain
        monkeypatch.setattr(kind, "brain", lambda self, name, real=real: real(self, f"{name}-{run}"))
    names: dict[str, Any] = {"__name__": "documentation"}
    program = code.replace("\n\nasyncio.run(main())\n", "\n")
    await asyncio.to_thread(exec, compile(program, "documentation", "exec"), names)
    if "main" in names:
        await names["main"]()
