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
    await main_of("docs/integrations/agent_framework.md", name)()
    first, second = await episodes(brain, name)
    assert first == "Ana: I moved to Porto.\nassistant: Noted."
    assert second.startswith("Ana: Where do I live?\nassistant: What you remember about this:\n")


async def test_the_example_runs(any_brain: Any, brain: Brain) -> None:
    answers = await example("agent_framework_agent").talk(any_brain)
    assert answers[0] == "Nice to meet you."
    assert answers[1] == "You said: I am Ana. I moved to Porto last week."
    assert "Porto" in answers[2]
    assert answers[3] == "Kept."
    assert "tea" in answers[4]
