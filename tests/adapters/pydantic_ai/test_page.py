"""The lines of the page and the example run as they stand."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tests.adapters.support import example

pytestmark = pytest.mark.newest


async def test_the_page_runs(run_page: Callable[[str], Awaitable[list[str]]]) -> None:
    assert await run_page("pydantic_ai") == [
        "Ana: I moved to Porto.\nassistant: Noted.",
        "Ana: Where do I live?\nassistant: Noted.",
    ]


async def test_the_example_runs(any_brain: Any) -> None:
    answers = await example("pydantic_ai_agent").talk(any_brain)
    assert answers[0] == "Nice to meet you."
    assert "Porto" in answers[1]
    assert answers[2] == "Kept."
    assert "tea" in answers[3]
