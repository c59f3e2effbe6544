"""Standing requests to the assistant."""

from __future__ import annotations

import pytest

from graphmem_offline.requests.standing_requests import request_drafts
from tests.unit.offline.reading import parsed

pytestmark = pytest.mark.needs_spacy


def asked(text: str) -> list[str]:
    """Return what Ana asks for in a text."""
    return [draft.object.name for draft in request_drafts(parsed(text), "Ana")]


@pytest.mark.parametrize(
    ("text", "wishes"),
    [
        (
            "Please always write to me in Danish, and never recommend horror films.",
            ["always write to Ana in Danish", "never recommend horror films"],
        ),
        ("I can't eat nuts, so please never suggest almonds.", ["never suggest almonds"]),
        ("Don't ever call me Annie.", ["never call Ana Annie"]),
        ("From now on, keep the answers short.", ["always keep the answers short"]),
    ],
)
def test_a_request_that_holds_from_now_on_is_a_wish_of_the_speaker(text: str, wishes: list[str]) -> None:
    assert asked(text) == wishes


@pytest.mark.parametrize(
    "text",
    [
        "Please call me tomorrow.",
        "Never give up!",
        "Always follow your dreams.",
        "I always answer letters.",
        "Would you always answer in Danish?",
        "Please never do this today.",
    ],
)
def test_a_request_for_once_a_motto_and_a_question_are_none(text: str) -> None:
    assert asked(text) == []


def test_without_a_speaker_nobody_asks() -> None:
    assert list(request_drafts(parsed("Please never suggest almonds."), None)) == []
