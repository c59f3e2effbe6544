"""Names of roles and their owners."""

from __future__ import annotations

import pytest

from graphmem.languages.language import language as spoken
from graphmem_offline.attributes.roles import head_of, is_usual, owner_noun, role_of


@pytest.mark.parametrize(
    ("words", "name", "owner"),
    [
        ("the choir's vocal coach", "vocal coach", "the choir"),
        ("our band's new drummer", "drummer", "our band"),
        ("the door code for our house", "door code", "our house"),
        ("The head of finance", "head of finance", ""),
        ("our on-call nurse", "on-call nurse", ""),
        ("Nordlicht's treasurer", "treasurer", "Nordlicht"),
    ],
)
def test_a_role_has_a_name_and_perhaps_an_owner(words: str, name: str, owner: str) -> None:
    role = role_of(words, spoken("en"))
    assert role is not None
    assert (role.name, role.owner) == (name, owner)


@pytest.mark.parametrize(
    "words", ["my name", "the best player", "our dog", "the one who left", "it", "the Ana coach", "that"]
)
def test_other_nouns_are_none(words: str) -> None:
    assert role_of(words, spoken("en")) is None


@pytest.mark.parametrize(
    ("words", "language", "name", "owner"),
    [
        ("the zeppelin's steward", "en", "steward", "the zeppelin"),
        ("the puppet theatre's dramaturge", "en", "dramaturge", "the puppet theatre"),
        ("o jardineiro do convento", "pt", "jardineiro", "o convento"),
        ("la apuntadora de la cofradía", "es", "apuntadora", "la cofradía"),
        ("le souffleur de l' opéra", "fr", "souffleur", "l'opéra"),
        ("der Platzwart des Reitstalls", "de", "Platzwart", "Reitstall"),
    ],
)
def test_an_owner_needs_no_list(words: str, language: str, name: str, owner: str) -> None:
    role = role_of(words, spoken(language))
    assert role is not None
    assert (role.name, role.owner) == (name, owner)


@pytest.mark.parametrize("words", ["the world's mayor", "the big blue boat's host"])
def test_other_words_are_no_owner(words: str) -> None:
    assert role_of(words, spoken("en")) is None


def test_what_belongs_to_a_thing_keeps_its_name() -> None:
    role = role_of("o código da porta", spoken("pt"))
    assert role is not None
    assert (role.name, role.owner) == ("código da porta", "")


def test_new_says_that_there_was_one_before() -> None:
    new, old = role_of("our new steward", spoken("en")), role_of("our steward", spoken("en"))
    assert new is not None
    assert old is not None
    assert (new.new, old.new) == (True, False)


def test_the_head_is_the_noun_that_says_what_it_is() -> None:
    assert head_of("head of finance", spoken("en")) == "head"
    assert head_of("freezer key holder", spoken("en")) == "holder"
    assert is_usual("ethics adviser", spoken("en"))
    assert not is_usual("grand total", spoken("en"))


def test_owners_are_alike_without_their_determiners() -> None:
    assert owner_noun("our club", spoken("en")) == owner_noun("the club", spoken("en")) == "club"
