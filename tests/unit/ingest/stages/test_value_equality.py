"""When two wordings of a value are one value."""

from __future__ import annotations

import pytest

from graphmem.ingest.stages.value_equality import (
    another_count,
    bare_words,
    cosine,
    details_differ,
    same_wording,
    similar_words,
)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Green tea", "green  TEA!"),
        ("the green tea", "green tea"),
        ("uma casa", "casa"),
        ("“café”", "cafe"),
        ("state-of-the-art", "state of the art"),
        ("red – blue", "red blue"),
        ("snake_case", "snake case"),
    ],
)
def test_case_accents_signs_and_a_leading_article_make_no_other_value(one: str, other: str) -> None:
    assert same_wording(one, other)
    assert same_wording(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("C", "C++"),
        ("C#", "C"),
        ("-18", "18"),
        ("B-", "B"),
        ("a+", "o+"),
        ("A positive", "O positive"),
        ("a positive", "o positive"),
        ("type A", "type B"),
        ("type A", "type"),
        ("Mac OS", "Mac"),
        (".5", "5"),
        ("green tea", "black tea"),
    ],
)
def test_a_sign_a_letter_or_a_word_that_tells_two_values_apart_is_kept(one: str, other: str) -> None:
    assert not same_wording(one, other)
    assert not same_wording(other, one)


def test_an_article_alone_or_in_capitals_is_no_article() -> None:
    assert bare_words("the tea") == ("tea",)
    assert bare_words("the") == ("the",)
    assert bare_words("A positive") == ("a", "positive")


def test_a_value_of_signs_alone_is_itself() -> None:
    assert bare_words("…") == ("…",)
    assert not same_wording("…", "!!")


@pytest.mark.parametrize(
    ("one", "other", "differ"),
    [
        ("two dogs", "dogs, two", False),
        ("2 dogs", "3 dogs", True),
        ("a trip to Rome", "a trip to Paris", True),
        ("Rome in spring", "rome in spring", False),
        ("a trip to Rome", "a trip", True),
        ("VAT for May", "the VAT for May", False),
        ("Rye bread", "rye bread", False),
    ],
)
def test_a_number_or_a_name_is_a_detail(one: str, other: str, differ: bool) -> None:
    assert details_differ(one, other) is differ


def test_values_are_alike_where_all_words_of_one_stand_in_the_other() -> None:
    assert similar_words("running at dawn", "dawn running")
    assert similar_words("the choir", "choir of the mill")
    assert not similar_words("a dog", "chess")
    assert not similar_words("choir on mondays", "choir of the mill")
    assert not similar_words("9", "9 years")


def test_the_cosine_of_a_vector_that_is_missing_or_zero_is_zero() -> None:
    assert cosine([3.0, 4.0], [1.0, 0.0]) == pytest.approx(0.6)
    assert cosine(None, [1.0]) == cosine([1.0], None) == cosine([0.0], [1.0]) == 0.0


@pytest.mark.parametrize(
    ("one", "other", "is_so"),
    [
        ("four looms", "9 looms", True),
        ("10 mg of ramipril", "5 mg of ramipril", True),
        ("gate 4", "gate 9", False),
        ("two looms", "2 looms", False),
        ("a loom", "two looms", False),
        ("4 looms", "9 wheels", False),
        ("6 June", "9 June", False),
    ],
)
def test_a_count_of_the_same_is_another_count(one: str, other: str, is_so: bool) -> None:
    assert another_count(one, other) is is_so
