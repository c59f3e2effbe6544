"""The lines of the page and the example run as they stand."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from typing import Any

import pytest

from graphmem.brain import Brain
from graphmem_client import GraphmemClient
from tests.adapters.langgraph.test_store_memory import episodes

ROOT = Path(__file__).resolve().parents[3]
END = "\n\nasyncio.run(main())\n"

pytestmark = pytest.mark.newest


async def test_the_page_runs(url: str, client: GraphmemClient, brain: Brain, monkeypatch: pytest.MonkeyPatch) -> None:
    (code,) = re.findall(
        r"^```python\n(.*?)^```$", (ROOT / "docs/integrations/langgraph.md").read_text("utf8"), re.M | re.S
    )
    assert code.endswith(END)
    lines = [line for line in code.partition("async def main")[2].splitlines()[1:] if line.startswith("    ")]
    assert len(lines) <= 15
    name = f"{brain.name}-page"
    monkeypatch.setenv("GRAPHMEM_URL", url)
    namespace: dict[str, Any] = {}
    exec(compile(code.removesuffix(END).replace('"ana")', f'"{name}")', 1), "page", "exec"), namespace)
    await namespace["main"]()
    assert (await episodes(brain, name))[:2] == [
        "Ana: I moved to Porto.\nassistant: Noted.",
        "Ana: Where do I live?\nassistant: In Porto.",
    ]


async def test_the_example_runs(any_brain: Any) -> None:
    spec = importlib.util.spec_from_file_location("langgraph_agent", ROOT / "examples/langgraph_agent.py")
    assert spec is not None
    assert spec.loader is not None
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    answers = await example.talk(any_brain)
    assert answers[0] == "Nice to meet you."
    assert "Porto" in answers[2]
    assert answers[3] == "Your notes: two lemons, and the tea without sugar"
