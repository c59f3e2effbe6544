"""Cleaning of what models send as text."""

from __future__ import annotations

from typing import Any

import pytest

from graphmem.models.clean_text import (
    clean,
    clean_value,
    is_echo,
    is_placeholder,
    shortened,
    snake_case,
    split_hint,
    without_ends,
)


@pytest.mark.parametrize(
    ("value", "text"),
    [("  a\n\tb\x00c ", "a b c"), ("x\u200by\ufeff", "x y"), (3, "3"), (2.5, "2.5"), (True, ""), (None, ""), ([], "")],
)
def test_a_value_becomes_one_line_of_text(value: Any, text: str) -> None:
    assert clean(value) == text


def test_half_of_a_surrogate_pair_is_replaced() -> None:
    assert clean("a\ud83dz") == "a?z"


@pytest.mark.parametrize("value", ["null", "None", " N/A ", "undefined", "-", "?", "", None])
def test_a_word_for_null_is_no_text(value: Any) -> None:
    assert clean_value(value) == ""


def test_a_word_that_contains_one_for_null_is_text() -> None:
    assert clean_value("Nonesuch Records") == "Nonesuch Records"


@pytest.mark.parametrize("text", ["string", "Subject", "…", "<name>", "unknown", "not mentioned in the message"])
def test_a_placeholder_is_no_name(text: str) -> None:
    assert is_placeholder(text)


@pytest.mark.parametrize("text", ["Unknown", "unknown pleasures of a long evening in May", "Ana", "The String"])
def test_a_name_is_no_placeholder(text: str) -> None:
    assert not is_placeholder(text)


@pytest.mark.parametrize(
    ("alias", "echoes"), [("Clara Clara", True), ("clara souza clara", True), ("Clara", False), ("Bora Bora", False)]
)
def test_an_alias_that_repeats_words_of_the_name_is_an_echo(alias: str, echoes: bool) -> None:
    assert is_echo(alias, "Clara Souza") is echoes


@pytest.mark.parametrize(
    ("text", "longest", "short"),
    [
        ("One two.", 20, "One two."),
        ("One two three. Four five six", 20, "One two three."),
        ("A. One two three four", 12, "A. One two"),
        ("abcdefghij", 4, "abcd"),
    ],
)
def test_a_text_is_cut_after_a_sentence_else_after_a_word(text: str, longest: int, short: str) -> None:
    assert shortened(text, longest) == short


@pytest.mark.parametrize("text", ["worksAt", "works at", "Works-At", "WORKS AT"])
def test_spellings_of_a_relation_become_one(text: str) -> None:
    assert snake_case(text) == "works_at"


def test_letters_of_every_script_stay_in_a_relation() -> None:
    assert snake_case("работает В") == "работает_в"


@pytest.mark.parametrize(
    ("relation", "ends", "kept"),
    [
        ("lives_in_vienna", ("Vienna", "Ana"), "lives_in"),
        ("has_sister_ana", ("Bia", "Ana"), "has_sister"),
        ("likes_tea", ("tea",), "likes_tea"),
        ("works_at", ("at", ""), "works_at"),
    ],
)
def test_a_relation_loses_the_name_of_an_end(relation: str, ends: tuple[str, ...], kept: str) -> None:
    assert without_ends(relation, *ends) == kept


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("Carol (Rafael's girlfriend)", ("Carol", "Rafael's girlfriend")),
        ("Bento (filho da Ana)", ("Bento", "filho da Ana")),
        ("Acme (Lisbon)", ("Acme (Lisbon)", None)),
        ("Ana", ("Ana", None)),
    ],
)
def test_a_relationship_in_parentheses_is_a_hint(name: str, parts: tuple[str, str | None]) -> None:
    assert split_hint(name) == parts
