"""The lines of the page and the example run as they stand."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tests.adapters.support import example

pytestmark = pytest.mark.newest


async def test_the_page_runs(run_page: Callable[[str], Awaitable[list[str]]]) -> None:
    assert await run_page("openai_agents") == [
        "Ana: I moved to Porto.\nassistant: Noted.",
        "Ana: Where do I live?\nassistant: In Porto.",
    ]


async def test_the_page_runs_again(
    run_page: Callable[[str], Awaitable[list[str]]], capsys: pytest.CaptureFixture[str]
) -> None:
    for items in (2, 4):
        await run_page("openai_agents")
        printed = capsys.readouterr().out
        assert "moved to Porto" in printed, "what a model would be told"
        assert f"{items} items of Monday" in printed


async def test_the_example_runs(any_brain: Any) -> None:
    answers = await example("openai_agents_agent").talk(any_brain)
    assert answers[0] == "Nice to meet you."
    assert answers[1] == "You said: I am Ana. I moved to Porto last week."
    assert "Porto" in answers[2]
    assert answers[3] == "Kept."
    assert "tea" in answers[4]
