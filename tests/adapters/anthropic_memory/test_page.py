"""The lines of the page and the example run as they stand."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from graphmem.brain import Brain
from tests.adapters.support import episodes, example

pytestmark = pytest.mark.newest


async def test_the_page_runs(run_page: Callable[[str], Awaitable[list[str]]]) -> None:
    assert await run_page("anthropic_memory") == ["Ana lives in Porto.\n", "Ana lives in Lisbon."]


async def test_the_example_runs(any_brain: Any, brain: Brain) -> None:
    answers = await example("anthropic_memory_agent").talk(any_brain)
    assert answers[0] == "File created successfully at: /memories/ana.md"
    assert answers[1].startswith("The memory file has been edited.")
    assert "     3\tAna lives in Lisbon.\n     4\tAna drinks tea.\n" in answers[2]
    assert (await episodes(brain, any_brain.name))[1:] == ["Ana lives in Lisbon."]
