"""Words of denial."""

from __future__ import annotations

import pytest

from graphmem.relations.negation import says_not


@pytest.mark.parametrize(
    "text", ["I don't have a car", "no longer", "Não tenho carro", "Je n'ai pas de voiture", "kein Auto mehr"]
)
def test_a_denial_is_heard_in_any_language(text: str) -> None:
    assert says_not(text)


@pytest.mark.parametrize("text", ["I have a note", "Nothing beats tea", "knots"])
def test_a_word_that_only_contains_one_is_none(text: str) -> None:
    assert not says_not(text)
