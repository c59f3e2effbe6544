"""The tables of all languages."""

from __future__ import annotations

import dataclasses

import pytest

from graphmem.languages.language import Language, languages
from graphmem_offline.attributes.patterns import form, phrase

FORMS = ("firm", "loose", "naming", "owned", "future", "chosen", "questions", "answers", "holds", "changes", "begins", "chooser",
         "rests")  # fmt: skip


@pytest.mark.parametrize("language", languages("roles"), ids=lambda one: one.code)
def test_every_form_is_a_pattern_with_the_places_that_it_needs(language: Language) -> None:
    tables = language.roles
    for name in FORMS:
        for pattern in getattr(tables, name):
            places = form(pattern).groupindex
            if name in ("firm", "loose", "naming", "owned", "future", "chosen"):
                assert {"r", "v"} <= set(places), pattern
            if name in ("holds", "changes", "begins", "rests"):
                assert {"c", "h"} & set(places), pattern


@pytest.mark.parametrize("language", languages("roles"), ids=lambda one: one.code)
def test_words_are_lower_case(language: Language) -> None:
    tables = language.roles
    for field in dataclasses.fields(tables):
        value = getattr(tables, field.name)
        if isinstance(value, frozenset):
            assert {word for word in value if word != word.lower()} == set(), field.name


def test_a_form_fits_a_whole_clause_and_a_phrase_whole_words() -> None:
    assert form("<R> is <V>").fullmatch("the coach is Bea Lund")
    assert phrase("as long as").search("for as long as it lasts")
    assert not phrase("if").search("the gifted one")
