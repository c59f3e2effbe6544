"""A cursor leads to the next page, and to nothing else."""

from __future__ import annotations

import base64
import json
from datetime import UTC, datetime
from typing import Any

import pytest

from graphmem.graph.pagination import (
    LARGEST_ID,
    MOST,
    ListPosition,
    PageStep,
    checked_limit,
    page_of,
    page_step,
    position_of,
)
from graphmem.graph.time_parameters import FUTURE
from graphmem_contract.errors import InvalidInput

MAY = datetime(2024, 5, 1, 12, 30, 0, 123456, tzinfo=UTC)


def cursor(value: Any) -> str:
    return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")


@pytest.mark.parametrize("id_", ["a", "ab", "abc", "é~/+"])
def test_a_position_comes_back_from_its_cursor(id_: str) -> None:
    position = ListPosition(MAY, id_)
    assert position_of(position.text()) == position
    assert "=" not in position.text()


def test_without_a_cursor_a_list_begins_at_the_newest() -> None:
    assert position_of(None) == position_of("") == ListPosition(FUTURE, LARGEST_ID)


@pytest.mark.parametrize("known", [None, MAY])
def test_a_step_comes_back_from_its_cursor(known: datetime | None) -> None:
    step = PageStep(7, MAY, known)
    assert page_step(step.text()) == step


NONE_OF_OURS = [
    "x", "not a cursor", cursor(7), cursor([]), cursor(["2024-05-01T00:00:00", "a"]), cursor(["soon", "a"]),
    "[" * 50_000,
]  # fmt: skip


@pytest.mark.parametrize("text", NONE_OF_OURS, ids=range(len(NONE_OF_OURS)))
def test_what_is_no_cursor_of_a_list_is_refused(text: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        position_of(text)
    assert refused.value.field == "cursor"


@pytest.mark.parametrize(
    "value",
    [
        [-1, "2024-05-01T00:00:00+00:00", None],
        [0, "2024-05-01T00:00:00", None],
        [0, "2024-05-01T00:00:00+00:00", "2024-05-01T00:00:00"],
        ["x", "2024-05-01T00:00:00+00:00", None],
        [0, "2024-05-01T00:00:00+00:00"],
    ],
    ids=["negative", "no zone", "no zone of the second clock", "no number", "too short"],
)
def test_what_is_no_cursor_of_a_walk_is_refused(value: Any) -> None:
    with pytest.raises(InvalidInput):
        page_step(cursor(value))


@pytest.mark.parametrize("limit", [0, -1, MOST + 1])
def test_a_limit_out_of_range_is_refused(limit: int) -> None:
    with pytest.raises(InvalidInput) as refused:
        checked_limit(limit)
    assert refused.value.field == "limit"


def test_a_limit_in_range_is_given_back() -> None:
    assert (checked_limit(1), checked_limit(MOST)) == (1, MOST)


def test_one_item_more_than_the_limit_makes_a_next_page() -> None:
    page = page_of(["c", "b", "a"], 2, lambda id_: ListPosition(MAY, id_))
    assert (list(page), len(page), page[0]) == (["c", "b"], 2, "c")
    assert position_of(page.next_cursor) == ListPosition(MAY, "b")


def test_as_many_items_as_the_limit_are_the_last_page() -> None:
    assert page_of(["b", "a"], 2, lambda id_: ListPosition(MAY, id_)).next_cursor is None
    assert page_of([], 2, lambda id_: ListPosition(MAY, id_)).items == ()
