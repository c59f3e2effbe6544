"""The lines of the page and the example run as they stand."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from graphmem.brain import Brain
from tests.adapters.support import episodes, example

pytestmark = pytest.mark.newest


async def test_the_page_runs(run_page: Callable[[str], Awaitable[list[str]]]) -> None:
    (text,) = await run_page("llama_index")
    assert text.startswith("Ana: I moved to Porto.\nassistant: ")


async def test_the_example_runs(any_brain: Any, brain: Brain) -> None:
    answers = await example("llama_index_agent").talk(any_brain)
    assert answers[:2] == ["Nice to meet you.", "Nice to meet you."]
    assert "I moved to Porto last week." in answers[2]
    assert len(await episodes(brain, any_brain.name)) == 3
