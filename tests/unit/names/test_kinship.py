"""Kinship terms as names of people."""

from __future__ import annotations

import pytest

from graphmem.names.kinship import kin_of, term_of


@pytest.mark.parametrize(
    ("text", "key", "language"),
    [
        ("mum", "mother", "en"),
        ("Mother", "mother", "en"),
        ("mãe", "mother", "pt"),
        ("melhor amiga", "best_friend", "pt"),
        ("Schwester", "sister", "de"),
        ("爸爸", "father", "zh"),
    ],
)
def test_a_term_has_one_key_in_all_languages(text: str, key: str, language: str) -> None:
    term = term_of(text)
    assert term is not None
    assert (term.key, term.form, term.language) == (key, text, language)


@pytest.mark.parametrize("text", ["", "  ", "Ana", "my brother"])
def test_other_texts_are_no_term(text: str) -> None:
    assert term_of(text) is None


@pytest.mark.parametrize(
    ("name", "alias", "given"),
    [
        ("my brother", "Ana's brother", None),
        ("brother", "Ana's brother", None),
        ("minha mãe", "Ana's mother", None),
        ("my brother Leo", "Ana's brother", "Leo"),
        ("my best friend Ana Lima", "Ana's best_friend", "Ana Lima"),
        ("Rafael's girlfriend", "Rafael's girlfriend", None),
        ("mãe da Clara", "Clara's mother", None),
        ("我的妈妈", "Ana's mother", None),
        ("brother of me", "Ana's brother", None),
    ],
)
def test_a_relationship_belongs_to_the_speaker_or_to_a_named_owner(name: str, alias: str, given: str | None) -> None:
    kin = kin_of(name, "Ana")
    assert kin is not None
    assert (kin.alias, kin.given) == (alias, given)


def test_the_relative_of_an_unknown_person_has_no_owner() -> None:
    kin = kin_of("her brother", "Ana")
    assert kin is not None
    assert kin.owner is None
    assert kin.name == "brother"


@pytest.mark.parametrize("name", ["my brother", "brother", "我的妈妈"])
def test_without_a_speaker_nobody_owns_my_brother(name: str) -> None:
    assert kin_of(name, None) is None


@pytest.mark.parametrize("name", ["Mama", "baby", "Ex", "Leo", "my boat"])
def test_ambiguous_words_and_other_names_are_no_relationship(name: str) -> None:
    assert kin_of(name, "Ana") is None


@pytest.mark.parametrize(
    ("name", "provisional"),
    [("my sister", "Ana's sister"), ("minha irmã", "irmã de Ana"), ("我的妈妈", "Ana的妈妈")],
)
def test_the_provisional_name_keeps_the_language_of_the_term(name: str, provisional: str) -> None:
    kin = kin_of(name, "Ana")
    assert kin is not None
    assert kin.name == provisional
