"""The lines of the page and the example run as they stand."""

from __future__ import annotations

from typing import Any

import pytest

from graphmem.brain import Brain
from graphmem_client import GraphmemClient
from tests.adapters.support import episodes, example, main_of

pytestmark = pytest.mark.newest


async def test_the_page_runs(url: str, client: GraphmemClient, brain: Brain, monkeypatch: pytest.MonkeyPatch) -> None:
    name = f"{brain.name}-page"
    monkeypatch.setenv("GRAPHMEM_URL", url)
    await main_of("docs/integrations/anthropic_memory.md", name)()
    assert await episodes(brain, name) == ["Ana lives in Porto.\n", "Ana lives in Lisbon."]


async def test_the_example_runs(any_brain: Any, brain: Brain) -> None:
    answers = await example("anthropic_memory_agent").talk(any_brain)
    assert answers[0] == "File created successfully at: /memories/ana.md"
    assert answers[1].startswith("The memory file has been edited.")
    assert "     3\tAna lives in Lisbon.\n     4\tAna drinks tea.\n" in answers[2]
    assert (await episodes(brain, any_brain.name))[1:] == ["Ana lives in Lisbon."]
