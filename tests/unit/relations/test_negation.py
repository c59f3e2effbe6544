"""Words of denial."""

from __future__ import annotations

import pytest

from graphmem.relations.negation import denied_in, says_not


@pytest.mark.parametrize(
    "text", ["I don't own a bike", "no longer", "Não tenho gatos", "Je n'ai pas de vélo", "kein Boot mehr"]
)
def test_a_denial_is_heard_in_any_language(text: str) -> None:
    assert says_not(text)


@pytest.mark.parametrize("text", ["I have a note", "Nothing beats tea", "knots"])
def test_a_word_that_only_contains_one_is_none(text: str) -> None:
    assert not says_not(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Ana drives a Volvo, not a Fiat.", "Fiat"),
        ("Ana lives in Turku, not in Tartu.", "Tartu"),
        ("Moro em Turku, não em Tartu.", "Tartu"),
        ("Elle habite à Turku, pas à Tartu.", "Tartu"),
        ("Er wohnt in Turku, nicht in Tartu.", "Tartu"),
    ],
)
def test_a_sentence_may_deny_a_value_beside_the_one_it_states(text: str, value: str) -> None:
    assert denied_in(text, value)


@pytest.mark.parametrize("text", ["Not long ago Ana bought the old yellow Fiat.", "Ana drives a Fiat.", "not"])
def test_a_denial_of_something_else_denies_it_not(text: str) -> None:
    assert not denied_in(text, "Fiat")
