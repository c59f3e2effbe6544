"""The JSON of an answer is found in any text around it."""

from __future__ import annotations

from typing import Any

import pytest

from graphmem.models.json_answers import LONGEST_ANSWER, Shape, Unfit, json_values, read_answer, read_cut_answer


def numbers(value: Any) -> list[int]:
    if not isinstance(value, dict) or not isinstance(value.get("n"), list):
        raise Unfit("the object has no list n")
    return value["n"]


SHAPE = Shape("numbers", {"type": "object"}, numbers)


@pytest.mark.parametrize(
    "text",
    [
        '{"n": [1, 2]}',
        '```json\n{"n": [1, 2]}\n```',
        'Here it is: {"n": [1, 2]}. Anything else?',
        '<think>{"n": [9]}</think>{"n": [1, 2]}',
        '{"n": [9]} No, rather: {"n": [1, 2]}',
        '{"answer": {"n": [1, 2]}}',
        'a { brace and [ a bracket, then {"n": [1, 2]}',
        '{"n": [1, 2]}, and nothing else: {"n": []}',
        '{"n": [1,, 2]} No, rather: {"n": [1, 2]}',
        "{'n': [1, 2,],}",
        "{n: [1, 2]} // done",
        '"{\\"n\\": [1, 2]}"',
        '{"answer": "{\\"n\\": [1, 2]}"}',
        '[{"n": [1, 2]}]',
        '{"n": [1, 2]',
    ],
)
def test_the_last_fitting_value_is_the_answer(text: str) -> None:
    assert read_answer(text, SHAPE) == [1, 2]


def test_a_value_that_does_not_fit_gives_way_to_one_that_does() -> None:
    assert read_answer('{"n": [1]} and {"m": 2}', SHAPE) == [1]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("no braces", "there is no JSON"),
        ("{broken", "there is no JSON"),
        ('{"m": 1, "k": 2}', "has no list n"),
        ('{"n": [1, 2', "cannot be read"),
        ('{"n": [1] "m" [2]} and {"n": []}', "cannot be read"),
        ('{"n": [1]} No: {"n": [1, 2,, 3]}', "cannot be read"),
        ("I cannot do that. []", "only an empty list"),
    ],
)
def test_an_answer_that_does_not_fit_says_why(text: str, problem: str) -> None:
    with pytest.raises(Unfit, match=problem):
        read_answer(text, SHAPE)


def test_a_thought_without_an_end_is_no_answer() -> None:
    assert list(json_values('<think>{"n": [1]}')) == []


def test_outermost_values_come_in_their_order() -> None:
    assert list(json_values('[1, {"a": 2}] text {"b": [3]} {')) == [[1, {"a": 2}], {"b": [3]}]


def test_what_lies_behind_the_longest_answer_is_not_read() -> None:
    assert list(json_values(" " * LONGEST_ANSWER + "[1]")) == []


def test_the_complete_part_of_a_cut_answer_counts() -> None:
    assert read_cut_answer('So: {"n": [1, 2, {"a"', SHAPE)[:2] == [1, 2]


@pytest.mark.parametrize("text", ['{"m": [1', "nothing", "{"])
def test_a_cut_answer_without_the_field_does_not_fit(text: str) -> None:
    with pytest.raises(Unfit):
        read_cut_answer(text, SHAPE)


@pytest.mark.parametrize("text", ['{"n": [', '{"n": null'])
def test_an_answer_that_was_cut_before_it_says_anything_does_not_fit(text: str) -> None:
    with pytest.raises(Unfit):
        read_cut_answer(text, SHAPE)
