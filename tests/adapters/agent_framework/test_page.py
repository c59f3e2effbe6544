"""The lines of the page and the example run as they stand."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from graphmem.brain import Brain
from graphmem_client.integrations.calls import HEAD
from tests.adapters.support import example

pytestmark = pytest.mark.newest


async def test_the_page_runs(run_page: Callable[[str], Awaitable[list[str]]]) -> None:
    first, second = await run_page("agent_framework")
    assert first == "Ana: I moved to Porto.\nassistant: Noted."
    assert second.startswith(f"Ana: Where do I live?\nassistant: {HEAD}\n<memory>\n")


async def test_the_example_runs(any_brain: Any, brain: Brain) -> None:
    answers = await example("agent_framework_agent").talk(any_brain)
    assert answers[0] == "Nice to meet you."
    assert answers[1] == "You said: I am Ana. I moved to Porto last week."
    assert "Porto" in answers[2]
    assert answers[3] == "Kept."
    assert "tea" in answers[4]
