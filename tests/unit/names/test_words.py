"""The words of a name."""

from __future__ import annotations

import pytest

from graphmem.names.words import NameKind, latin_alias, words_of


@pytest.mark.parametrize(
    ("name", "kind", "words", "numbers"),
    [
        ("gateway07", "other", ("gateway",), ("7",)),
        ("Saal 12a", "other", ("saal", "a"), ("12",)),
        ("v20.3", "other", ("v",), ("20", "3")),
        ("Brigade forty four", "organization", ("brigade",), ("44",)),
        ("1.11", "other", ("1", "11"), ("1", "11")),
        ("Team A", "organization", ("team", "a"), ()),
        ("The Museum of Trade", "organization", ("museum", "trade"), ()),
        ("tenant4", "person", ("tenanta",), ("4",)),
        ("Ig0r Petrov", "person", ("igor", "petrov"), ()),
    ],
)
def test_numbers_are_apart_from_the_words(
    name: str, kind: NameKind, words: tuple[str, ...], numbers: tuple[str, ...]
) -> None:
    found = words_of(name, kind)
    assert (found.words, found.numbers) == (words, numbers)


def test_a_name_in_another_alphabet_is_also_known_in_latin_letters() -> None:
    assert latin_alias("Мария Иванова") == "Mariya Ivanova"
    assert latin_alias("Ana") is None
    assert latin_alias("東京") is None, "signs are not read letter by letter"
