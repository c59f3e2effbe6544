"""Patterns of words: choices, optional words, verbs in any form."""

from __future__ import annotations

from graphmem.languages.language import language
from graphmem.relations.conjugation import forms_of
from graphmem.relations.patterns import FILLERS, MOST_WORDS, PatternIndex

ENGLISH, PORTUGUESE = language("en"), language("pt")
ROWS = [("home", [(ENGLISH, "~settle [down] in|at"), (PORTUGUESE, "~morar em")]), ("bare", [(ENGLISH, "~settle")])]
INDEX = PatternIndex(ROWS, forms_of)


def _rows(*words: str) -> list[str]:
    return [match.row for match in INDEX.matches(words)]


def test_choices_and_optional_words() -> None:
    assert _rows("settled", "down", "in") == _rows("settles", "at") == ["home"]
    assert _rows("settled") == ["bare"]


def test_a_verb_keeps_to_its_language() -> None:
    assert _rows("mora", "em") == ["home"]
    assert _rows("mora", "in") == []


def test_fillers_may_stand_anywhere_and_other_words_nowhere() -> None:
    assert "recently" in FILLERS
    assert _rows("has", "recently", "settled", "in") == ["home"]
    assert _rows("settled", "quarrels", "in") == []


def test_the_tense_of_the_verb_is_told() -> None:
    assert INDEX.matches(["settled"])[0].past
    assert not INDEX.matches(["settling"])[0].past
    assert INDEX.verb_forms("settled") == {"en:settle": "past"}


def test_a_sentence_is_no_relation_name() -> None:
    assert _rows(*["has"] * MOST_WORDS, "settled") == []


def test_a_long_name_takes_no_more_steps_than_its_words_allow() -> None:
    assert _rows(*["has"] * (MOST_WORDS - 1), "settled") == ["bare"]
