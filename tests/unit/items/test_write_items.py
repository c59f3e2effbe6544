"""What is checked before an item is stored."""

from __future__ import annotations

from typing import Any

import pytest

from graphmem.items.write_items import MOST_ITEMS, SEARCHED, checked_items, checked_keys, item_row, value_text
from graphmem_contract.errors import InvalidInput


def test_a_value_is_kept_as_compact_json() -> None:
    assert value_text({"b": [1.0, "é"], "a": None}) == '{"b":[1.0,"é"],"a":null}'


def test_a_value_that_is_nested_too_deeply_is_refused() -> None:
    value: Any = 1
    for _ in range(5000):
        value = [value]
    with pytest.raises(InvalidInput):
        value_text(value)


def test_a_text_is_searched_up_to_its_limit_and_a_blank_one_is_none() -> None:
    (long, blank) = checked_items(
        [{"key": "a", "value": 1, "text": "x" * 9000}, {"key": "b", "value": 1, "text": " \n"}]
    )
    assert len(item_row(long)["text"]) == SEARCHED
    assert item_row(blank)["text"] is None


@pytest.mark.parametrize(
    ("item", "field"),
    [
        ({"value": 1}, "key"),
        ({"key": "", "value": 1}, "key"),
        ({"key": "k"}, "value"),
        ({"key": "k", "value": 1, "path": ["a", ""]}, "path.1"),
        ({"key": "k", "value": 1, "path": ["a"] * 21}, "path"),
        ({"key": "k", "value": 1, "ttl_sec": 0}, "ttl_sec"),
        ({"key": "k", "value": 1, "if_version": -1}, "if_version"),
        ({"key": "k", "value": 1, "colour": "red"}, "colour"),
    ],
)
def test_an_item_that_is_not_usable_is_refused_by_its_field(item: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidInput) as error:
        checked_items([item])
    assert error.value.field == field


def test_a_path_is_a_list_and_not_too_long() -> None:
    with pytest.raises(InvalidInput):
        checked_keys([{"path": "ab", "key": "k"}])
    (item,) = checked_items([{"path": ["x" * 300] * 4, "key": "k", "value": 1}])
    with pytest.raises(InvalidInput):
        item_row(item)


def test_a_call_has_a_most_number_of_items() -> None:
    with pytest.raises(InvalidInput):
        checked_keys([{"key": str(n)} for n in range(MOST_ITEMS + 1)])
