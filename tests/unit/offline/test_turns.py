"""Turns of a request."""

from __future__ import annotations

from typing import Any

import pytest

from graphmem.claims import Request
from graphmem_contract.records import Message
from graphmem_offline.turns import LONGEST_PART, MOST_OTHERS, SpokenTurn, parts_of, turns_of
from tests.unit.offline.reading import NOW


def turns(content: str, speaker: str | None = "Ana", **more: Any) -> list[SpokenTurn]:
    """Return the turns of a request."""
    return turns_of(Request(content, NOW, speaker=speaker, **more))


def test_a_plain_content_is_one_turn_of_the_speaker() -> None:
    assert turns("Hello!") == [SpokenTurn("Ana", "Hello!")]
    assert turns("Hello!", None) == [SpokenTurn("user", "Hello!")]
    assert turns("  ") == []


def test_lines_with_names_are_turns_and_the_others_may_be_you() -> None:
    assert turns("Ana: Hi.\nBruno: Hello.", None) == [
        SpokenTurn("Ana", "Hi.\n", ("Bruno",)),
        SpokenTurn("Bruno", "Hello.", ("Ana",)),
    ]


def test_one_line_is_a_turn_only_if_it_names_the_speaker_or_a_role() -> None:
    assert turns("Ana: Hi.") == [SpokenTurn("Ana", "Hi.")]
    assert turns("Porto: a city.") == [SpokenTurn("Ana", "Porto: a city.")]
    assert turns("User: Hi.") == [SpokenTurn("Ana", "Hi.")]


def test_a_note_is_no_speaker() -> None:
    assert turns("Note: buy milk.\nTodo: call Bruno.") == [SpokenTurn("Ana", "Note: buy milk.\nTodo: call Bruno.")]


def test_labels_keys_and_pronouns_are_no_speakers() -> None:
    for text in ("Input: Hi.\nOutput: Hello.", "City: Ulm\nEmployer: Brox", "From: Tom\nHim: Hello."):
        assert {turn.speaker for turn in turns(text)} == {"Ana"}


def test_what_is_not_the_speakers_own_is_blank() -> None:
    assert turns("> I live in Kassel.") == []
    assert [turn.text.strip() for turn in turns("I live in Ulm.\n> I live in Kassel.")] == ["I live in Ulm."]
    messages = (Message(role="user", content="Translate: I live in Kassel."), Message(role="user", content="Hi."))
    assert [turn.text for turn in turns("", messages=messages)] == ["Hi."]
    (turn,) = turns("I live in Ulm. Please translate 'good morning' into German.")
    assert turn.text.rstrip() == "I live in Ulm."
    assert turns("17.02.2021, 09:41 - Tom Weller: I live in Kassel.", None) == []


def test_an_assistant_has_no_name() -> None:
    messages = (Message(role="user", content="Hi."), Message(role="assistant", content="Hello."))
    assert [(turn.speaker, turn.text) for turn in turns("", messages=messages)] == [("Ana", "Hi."), (None, "Hello.")]


def test_what_an_assistant_a_system_or_a_tool_says_is_second_hand_even_with_a_name() -> None:
    messages = (Message(role="user", content="Hi."), Message(role="assistant", content="Hello.", name="Robo"))
    assert [turn.second_hand for turn in turns("", messages=messages)] == [False, True]
    assert [turn.second_hand for turn in turns("User: Hi.\nAssistant: Hello.", None)] == [False, True]
    assert [turns("Hi.", role=role)[0].second_hand for role in (None, "user", "assistant", "tool")] == [
        False, False, True, True,
    ]  # fmt: skip


def test_you_may_be_a_speaker_of_the_recent_messages() -> None:
    assert turns("Hi!", recent_messages=("Bruno: Hello.", "user: Hello.")) == [SpokenTurn("Ana", "Hi!", ("Bruno",))]


@pytest.mark.parametrize(
    ("piece", "end"), [("a line\n", "\n"), ("A sentence of it. ", ". "), ("word ", " "), ("x", "x")]
)
def test_a_long_turn_is_read_in_parts_that_end_where_something_ends(piece: str, end: str) -> None:
    turn = SpokenTurn("Ana", (piece * LONGEST_PART)[: 3 * LONGEST_PART], ("Bruno",))
    parts = list(parts_of(turn))
    assert "".join(part.text for part in parts) == turn.text
    assert all(part.text.endswith(end) for part in parts[:-1])
    assert all(LONGEST_PART // 2 <= len(part.text) <= LONGEST_PART for part in parts[:-1])
    assert {(part.speaker, part.others) for part in parts} == {("Ana", ("Bruno",))}


def test_a_chat_of_many_speakers_has_a_bounded_list_of_others() -> None:
    lines = "\n".join(f"Speaker{number}: hi" for number in range(1_000))
    turns = turns_of(Request(lines, NOW))
    assert len(turns) == 1_000
    assert max(len(turn.others) for turn in turns) <= MOST_OTHERS + 1
