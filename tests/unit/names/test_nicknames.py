"""Given names and their short forms."""

from __future__ import annotations

import pytest

from graphmem.names.nicknames import is_given_name, is_short_for, plain, share_a_name, variants


@pytest.mark.parametrize(
    ("short", "name"),
    [("bob", "robert"), ("chico", "francisco"), ("fritz", "friedrich"), ("ze", "jose"), ("kasia", "katarzyna")],
)
def test_short_forms_are_known_in_several_languages(short: str, name: str) -> None:
    assert is_short_for(short, name)
    assert is_short_for(name, short)


@pytest.mark.parametrize(("first", "second"), [("ana", "anastasia"), ("bill", "robert"), ("jean", "john")])
def test_pairs_that_mostly_name_two_people_are_no_short_forms(first: str, second: str) -> None:
    assert not is_short_for(first, second)
    assert not is_short_for(second, first)


def test_two_short_forms_share_a_name() -> None:
    assert share_a_name("kate", "katie")
    assert not share_a_name("bob", "katie")
    assert not share_a_name("globex", "globex")


def test_names_and_short_forms_are_given_names_and_other_words_are_not() -> None:
    assert is_given_name("beatriz")
    assert is_given_name("bob")
    assert not is_given_name("globex")
    assert not is_given_name("")


def test_the_plain_form_has_latin_letters_without_accents() -> None:
    assert plain("Małgorzata") == "malgorzata"
    assert plain("Наташа") == "natasha"


def test_a_name_has_its_short_forms_and_what_it_is_short_for() -> None:
    assert "robert" in variants("bob")
    assert "bob" in variants("robert")
    assert not variants("globex")
    assert all(is_short_for("bob", name) for name in variants("bob"))
