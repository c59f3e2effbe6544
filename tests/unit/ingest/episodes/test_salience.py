"""Which messages sound memorable."""

from __future__ import annotations

import pytest

from graphmem.ingest.episodes.salience import LONG, is_signal
from graphmem_contract.records import Message


@pytest.mark.parametrize(
    "text",
    ["I PREFER tea", "Remember  this", "my\nname is Ana", "I’m allergic to nuts", "Não esqueça o leite", "me llamo Ana",
     "je m’appelle Ana", "Ich heiße Ana", "d'ora in poi", "我叫王", "覚えておいて覚えて"],
)  # fmt: skip
def test_a_phrase_of_the_list_is_heard_in_any_case_spacing_and_apostrophe(text: str) -> None:
    assert is_signal(text)


@pytest.mark.parametrize("text", ["Hello there", "neverland", "I preferred", "", "unimportant"])
def test_a_phrase_inside_of_another_word_is_not_heard(text: str) -> None:
    assert not is_signal(text)


def test_a_letter_with_a_loose_accent_is_the_same_letter() -> None:
    assert is_signal("na\u0303o esquec\u0327a")


def test_a_long_message_counts_in_any_case() -> None:
    assert not is_signal("x" * LONG)
    assert is_signal("x" * (LONG + 1))


def test_the_result_of_a_tool_counts_and_the_words_of_a_system_never() -> None:
    assert is_signal("42", "tool")
    assert is_signal("42", "function")
    assert not is_signal(" ", "tool")
    assert not is_signal("I prefer tea", "system")


def test_a_turn_that_calls_a_tool_counts_though_it_says_nothing() -> None:
    call = Message(role="assistant", tool_calls=({"function": {"name": "book_table"}},))
    assert is_signal("", messages=(call,))


def test_of_a_chat_any_turn_suffices_and_the_joined_content_does_not_count() -> None:
    def turns(*pairs: tuple[str, str]) -> tuple[Message, ...]:
        return tuple(Message(role=role, content=content) for role, content in pairs)

    assert is_signal("", messages=turns(("user", "Hello"), ("user", "I prefer tea")))
    assert not is_signal("I prefer tea", messages=turns(("user", "Hello"), ("system", "I prefer tea")))
