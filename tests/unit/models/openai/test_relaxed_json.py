"""What is nearly JSON is written as JSON, in one pass, and says what it said."""

from __future__ import annotations

import json
from time import process_time
from typing import Any

import pytest
from hypothesis import given, strategies as st

from graphmem.models.json_answers import LONGEST_ANSWER, UNREADABLE, json_values
from graphmem.models.openai.relaxed_json import relaxed

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-99, 99) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=12,
)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("{'a': None, 'b': [True, False,],}", {"a": None, "b": [True, False]}),
        ("{“a”: “b”, ‘c’: ’d’}", {"a": "b", "c": "d"}),
        ("{a: 1, b_2: -2.5e3}", {"a": 1, "b_2": -2500.0}),
        ("{'a': 'it\\'s', \"b\": 'O'Neil'}", {"a": "it's", "b": "O'Neil"}),
        ('{"a": "he said "hi" to me"}', {"a": 'he said "hi" to me'}),
        ('{"a": "x\ny", "b": "\\d"}', {"a": "x\ny", "b": "\\d"}),
        ('{"a": 1 // one\n}', {"a": 1}),
        ('{"a": [1]', {"a": [1]}),
    ],
)
def test_it_is_written_as_it_was_meant(text: str, value: Any) -> None:
    assert json.loads(relaxed(text, 0)[0]) == value


@pytest.mark.parametrize("text", ['{"a": [1', '{"a": 1', '{"a": "b', '{"a": [1}', '{"a": [[1]', '{"a": [1] "b'])
def test_what_was_cut_is_not_completed(text: str) -> None:
    assert list(json_values(text)) == [UNREADABLE]


@given(st.dictionaries(st.text(max_size=6), VALUES, max_size=4))
def test_json_is_left_as_it_is(value: dict[str, Any]) -> None:
    for text in (json.dumps(value), json.dumps(value, ensure_ascii=False, indent=1)):
        written, end = relaxed(text + " more", 0)
        assert (json.loads(written), end) == (value, len(text))


@given(st.text("{}[],:\"'“” \\\\ab1/\n", max_size=60))
def test_any_text_has_an_end(text: str) -> None:
    for _ in json_values(text):
        pass


@pytest.mark.parametrize(
    "piece",
    [
        '{"a": ',
        "{'a': '",
        '["',
        '[{"',
        "{'a': 'b', ",
        "{a:}",
        "{'a':'\\\\",
        '" ',
        "{'a' ",
        "{a: //",
        "{'a':[]}",
        '{"',
        "```",
    ],
)
def test_a_hostile_answer_is_read_in_little_time(piece: str) -> None:
    text = (piece * LONGEST_ANSWER)[: LONGEST_ANSWER // 4]
    for whole in (text, "{'x': [" + text, "{'x': '" + text + "'}", "{'x': [" + text + "]}"):
        began = process_time()
        for _ in json_values(whole):
            pass
        assert process_time() - began < 3, piece
