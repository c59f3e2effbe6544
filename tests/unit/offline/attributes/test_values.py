"""Values of roles."""

from __future__ import annotations

import pytest

from graphmem.languages.language import language as spoken
from graphmem_offline.attributes.values import value_of


@pytest.mark.parametrize(
    ("words", "value", "entity"),
    [
        ("Ana Prado", "Ana Prado", True),
        ("Dr. Ida Bell now", "Ida Bell", True),
        ("the Harbour & Sons", "Harbour & Sons", True),
        ("Studio 4", "Studio 4", False),
        ("room 12", "room 12", False),
        ("#stage-crew these days", "#stage-crew", False),
        ("docs.loft.example/keys", "docs.loft.example/keys", False),
        ("Thursdays at 18:30", "Thursdays at 18:30", False),
        ("4471", "4471", False),
    ],
)
def test_a_name_a_time_an_address_and_a_code_are_values(words: str, value: str, entity: bool) -> None:
    found = value_of(words, spoken("en"))
    assert found is not None
    assert (found.text, found.entity) == (value, entity)


@pytest.mark.parametrize(
    "words",
    ["very kind", "a careful cook", "Italian", "You", "not Bea", "that Bea left", "Lately I", "red", "a b c d e f g"],
)
def test_a_description_is_none(words: str) -> None:
    assert value_of(words, spoken("en")) is None
