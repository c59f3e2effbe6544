"""JSON from callers: how many values a body may have is known before they are made."""

from __future__ import annotations

import json
from typing import Any

import pytest

from api.text import MOST_VALUES, parsed
from graphmem_contract.errors import CallerError, InvalidInput, TooLarge

MANY = MOST_VALUES + 1


@pytest.mark.parametrize(
    "body",
    [
        b"[" + b"0," * MANY + b"0]",
        b"[" + b"[]," * MANY + b"0]",
        b'{"a": [' + b'{"b": {"c": []}},' * (MANY // 3) + b"0]}",
        b"[" + rb'"\\\"",' * MANY + b"0]",
        b"[" + b'"",' * MANY + b'""]',
        b'{"a":"' + b"," * MANY + b'" ' + b'"," ' * (2 * MANY),
        "[" + "0," * MANY + "0]",
    ],
    ids=["numbers", "lists", "objects", "escapes", "texts", "texts without a sign between them", "as text"],
)
def test_a_body_with_too_many_values_is_refused_before_they_are_made(body: bytes | str) -> None:
    no_json = body + "}" if isinstance(body, str) else body + b"}"
    with pytest.raises(TooLarge, match="more than 100,000 values"):
        parsed(no_json)


@pytest.mark.parametrize("sign", [",", "[", "{", '"', "\\", ',"[{\\'])
def test_signs_within_texts_are_no_values(sign: str) -> None:
    body = {"content": sign * MANY, sign * MANY: [sign, "x"]}
    assert parsed(json.dumps(body).encode()) == body


def test_a_body_may_have_as_many_values_as_the_limit_says() -> None:
    assert len(parsed(b"[" + b"0," * (MOST_VALUES - 1) + b"0]")) == MOST_VALUES
    with pytest.raises(TooLarge):
        parsed(b"[" + b"0," * MOST_VALUES + b"0]")


def test_a_text_without_an_end_is_no_json() -> None:
    with pytest.raises(CallerError, match="This is no JSON"):
        parsed(b'["' + b'\\"' * MANY + b"," * MANY)


@pytest.mark.parametrize(
    ("value", "field"),
    [
        ({"a": [{"b": "x"}, {"b": "\0"}]}, "a.1.b"),
        ([["\0"]], "0.0"),
        ({"a": {"b\0": 1}}, "a"),
        ("\0", "body"),
    ],
)
def test_the_place_of_what_cannot_be_stored_is_named(value: Any, field: str) -> None:
    with pytest.raises(InvalidInput, match="NUL") as caught:
        parsed(json.dumps(value))
    assert caught.value.field == field


def test_a_value_that_is_nested_too_deeply_is_named_by_its_place() -> None:
    with pytest.raises(InvalidInput, match="nested deeper than 64 levels") as caught:
        parsed('{"a":' + "[" * 64 + "0" + "]" * 64 + "}")
    assert caught.value.field == "a" + ".0" * 64
