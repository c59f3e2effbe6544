"""The lines of the page and the example run as they stand."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tests.adapters.support import example

pytestmark = pytest.mark.newest


async def test_the_page_runs(
    run_page: Callable[[str], Awaitable[list[str]]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert (await run_page("langgraph"))[:2] == [
        "Ana: I moved to Porto.\nassistant: Noted.",
        "Ana: Where do I live?\nassistant: In Porto.",
    ]
    told = capsys.readouterr().out
    assert told.startswith("In Porto.\n")
    assert "I moved to Porto." in told
    assert told.endswith("{'text': 'No sugar in the tea.'}\n")


async def test_the_example_runs(any_brain: Any) -> None:
    answers = await example("langgraph_agent").talk(any_brain)
    assert answers[0] == "Nice to meet you."
    assert "Porto" in answers[2]
    assert answers[3] == "Your notes: two lemons, and the tea without sugar"
