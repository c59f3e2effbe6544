"""Cursors of the changes feed."""

from __future__ import annotations

import pytest

from graphmem.feed.cursor import ALL, FeedPosition, feed_position
from graphmem_contract.errors import InvalidInput


def test_a_cursor_is_the_position_again() -> None:
    position = FeedPosition("2026-01-01 00:00:00+00:00", 7, 3)
    assert feed_position(position.text()) == position


def test_positions_follow_the_commits_and_the_kinds_within_them() -> None:
    assert FeedPosition("b", 7, 3) < FeedPosition("b", 7, ALL) < FeedPosition("b", 8, 0)


@pytest.mark.parametrize("text", ["x", "W10", "WzEsMiwzXQ", "WyJhIiwiYiIsMV0", "WyJhIiwxLHRydWVd", "é"])
def test_another_text_is_no_cursor(text: str) -> None:
    with pytest.raises(InvalidInput):
        feed_position(text)
