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
    await main_of("docs/integrations/strands.md", name)()
    assert await episodes(brain, name) == ["Ana moved to Porto."]


async def test_the_example_runs(any_brain: Any, brain: Brain) -> None:
    answers = await example("strands_agent").talk(any_brain)
    assert answers[0] == "Nice to meet you."
    assert "I moved to Porto last week." in answers[1]
    assert len(await episodes(brain, any_brain.name)) == 2
