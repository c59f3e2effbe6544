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
    await main_of("docs/integrations/llama_index.md", name)()
    (text,) = await episodes(brain, name)
    assert text.startswith("Ana: I moved to Porto.\nassistant: ")


async def test_the_example_runs(any_brain: Any, brain: Brain) -> None:
    answers = await example("llama_index_agent").talk(any_brain)
    assert answers[:2] == ["Nice to meet you.", "Nice to meet you."]
    assert "I moved to Porto last week." in answers[2]
    assert len(await episodes(brain, any_brain.name)) == 2
