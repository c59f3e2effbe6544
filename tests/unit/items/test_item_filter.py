"""Conditions on values: equality as JSON has it, and comparisons of like with like."""

from __future__ import annotations

from typing import Any

import pytest

from graphmem.items.item_filter import check_filter, fits
from graphmem_contract.errors import InvalidInput


@pytest.mark.parametrize(
    ("value", "wanted", "expected"),
    [
        ({"a": 1}, {}, True),
        ([], {}, False),
        ({"a": 1}, {"a": 1.0}, True),
        ({"a": True}, {"a": 1}, False),
        ({"a": 1}, {"a": True}, False),
        ({"a": None}, {"b": None}, True),
        ({"a": [1, 2]}, {"a": (1, 2)}, True),
        ({"a": {"b": 1, "c": 2}}, {"a": {"b": 1}}, True),
        ({"a": "x"}, {"a": {"b": 1}}, False),
        ({"a": 2}, {"a": {"$gt": 1, "$lt": 2}}, False),
        ({"a": "b"}, {"a": {"$gte": "b"}}, True),
        ({"a": "2"}, {"a": {"$gt": 1}}, False),
        ({"a": True}, {"a": {"$gte": 1}}, False),
        ({}, {"a": {"$ne": 1}}, True),
        ({"a": {"$b": 1}}, {"a": {"$eq": {"$b": 1}}}, True),
    ],
)
def test_a_value_fits(value: Any, wanted: dict[str, Any], expected: bool) -> None:
    assert fits(value, wanted) is expected


def test_an_unknown_operator_is_refused_wherever_it_stands() -> None:
    check_filter({"a": {"$eq": {"$x": 1}}, "b": {"c": {"$lt": 1}}})
    for wanted in ({"a": {"$in": [1]}}, {"a": {"b": {"$regex": "x"}}}):
        with pytest.raises(InvalidInput):
            check_filter(wanted)
