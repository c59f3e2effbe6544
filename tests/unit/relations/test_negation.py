"""Words of denial."""

from __future__ import annotations

import pytest

from graphmem.relations.negation import denied_in, says_not


@pytest.mark.parametrize(
    "text", ["I don't have a car", "no longer", "Não tenho carro", "Je n'ai pas de voiture", "kein Auto mehr"]
)
def test_a_denial_is_heard_in_any_language(text: str) -> None:
    assert says_not(text)


@pytest.mark.parametrize("text", ["I have a note", "Nothing beats tea", "knots"])
def test_a_word_that_only_contains_one_is_none(text: str) -> None:
    assert not says_not(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Nils drives a Škoda, not an Opel.", "Opel"),
        ("Tycho lives in Palma, not in Parma.", "Parma"),
        ("Moro em Palma, não em Parma.", "Parma"),
        ("Elle habite à Palma, pas à Parma.", "Parma"),
        ("Er wohnt in Palma, nicht in Parma.", "Parma"),
    ],
)
def test_a_sentence_may_deny_a_value_beside_the_one_it_states(text: str, value: str) -> None:
    assert denied_in(text, value)


@pytest.mark.parametrize("text", ["Not long ago Ana bought the old yellow Opel.", "Ana drives an Opel.", "not"])
def test_a_denial_of_something_else_denies_it_not(text: str) -> None:
    assert not denied_in(text, "Opel")
