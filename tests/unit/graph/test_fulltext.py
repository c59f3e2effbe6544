"""Full-text queries contain words only, each together with the token of the brain."""

from __future__ import annotations

import pytest

from graphmem.graph.fulltext import MOST_WORDS, any_of, fulltext, fuzzy, words


def test_words_are_distinct_lower_case_and_in_order() -> None:
    assert words("Ana likes TEA, and ana likes Rome") == ("ana", "likes", "tea", "and", "rome")
    assert words("") == ()
    assert len(words(" ".join(f"w{n}" for n in range(200)))) == MOST_WORDS


@pytest.mark.parametrize("text", ['a" OR brainToken:other', "tea) (secret", "x^9 y~2 z* +q -r", "\\: /regex/ [a TO b]"])
def test_no_syntax_of_the_index_gets_through(text: str) -> None:
    query = fulltext("t", ("name",), text)
    for clause in query.split(") ("):
        assert clause.strip("()").startswith("+brainToken:t^0 +name:")
        assert clause.strip("()").removeprefix("+brainToken:t^0 +name:").isalnum()


def test_every_word_stands_in_every_field_beside_the_token() -> None:
    assert fulltext("t", ("name", "norm"), "Ana") == "(+brainToken:t^0 +name:ana) (+brainToken:t^0 +norm:ana)"
    assert any_of("t", ["a:x", "b:y"]) == "(+brainToken:t^0 +a:x) (+brainToken:t^0 +b:y)"


def test_a_text_of_stop_words_makes_no_query() -> None:
    assert fulltext("t", ("name",), "The and OF __ !") == ""
    assert fulltext("t", ("name",), "the tea") == "(+brainToken:t^0 +name:tea)"


@pytest.mark.parametrize(
    ("word", "term"), [("globex", "globex~1"), ("mira", "mira~1"), ("ana", "ana"), ("team4", "team4")]
)
def test_a_word_of_four_letters_is_searched_with_a_letter_of_tolerance(word: str, term: str) -> None:
    assert fuzzy(word) == term
