"""The words of a name."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, strategies as st

from graphmem.names.kinship import kin_of
from graphmem.names.nicknames import share_a_name
from graphmem.names.normalize import latin, slug
from graphmem.names.similarity import looks_like_a_person, name_similarity, short_forms
from graphmem.names.vocabulary import GENERATIONS, LEGAL, NUMBERS, ROMAN, TITLES
from graphmem.names.words import NameKind, latin_alias, words_of

KINDS: tuple[NameKind, ...] = ("person", "organization", "other")
PIECES = sorted(
    {*NUMBERS, *ROMAN, *GENERATIONS, *TITLES, *LEGAL, "the", "of", "7", "07", "Pilots", "-", ",", ".", "&", ""}
)


@pytest.mark.parametrize(
    ("name", "kind", "words", "numbers"),
    [
        ("gateway07", "other", ("gateway",), ("7",)),
        ("Saal 12a", "other", ("saal", "a"), ("12",)),
        ("v20.3", "other", ("v",), ("20", "3")),
        ("Brigade forty four", "organization", ("brigade",), ("44",)),
        ("Twenty One Pilots", "organization", ("pilot",), ("21",)),
        ("21 Pilots", "organization", ("pilot",), ("21",)),
        ("Ninety-five Theses", "other", ("these",), ("95",)),
        ("Forty 4 Theses", "other", ("forty", "these"), ("4",)),
        ("Twenty V", "other", ("twenty",), ("5",)),
        ("Seven Seas", "other", ("seven", "sea"), ()),
        ("Twenty One", "other", ("twenty", "one"), ("21",)),
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


def test_every_start_of_two_words_of_the_vocabulary_is_a_name() -> None:
    for first, second in product((*NUMBERS, *ROMAN, *GENERATIONS, "7"), PIECES):
        for kind, name in product(KINDS, (f"{first} {second}", f"{first.title()}-{second} Theses")):
            assert words_of(name, kind).words, name


NAMES = st.one_of(st.text(max_size=40), st.lists(st.sampled_from(PIECES), min_size=1, max_size=6).map(" ".join))


@given(NAMES, NAMES, st.sampled_from(KINDS))
def test_any_text_can_be_taken_apart_and_compared(name: str, other: str, kind: NameKind) -> None:
    assert words_of(name, kind).words
    assert 0.0 <= name_similarity(name, other, kind).score <= 1.0
    for take in (slug, latin, latin_alias, short_forms, looks_like_a_person):
        take(name)  # raises nothing
    kin_of(name, other)
    share_a_name(name, other)
