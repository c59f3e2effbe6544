"""Kinship terms as names of people."""

from __future__ import annotations

import pytest

from graphmem.names.kinship import is_address, kin_of, owner_of, term_of


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


@pytest.mark.parametrize(
    ("name", "alias"),
    [
        ("Mom", "Ana's mother"), ("Dad", "Ana's father"), ("Boss", "Ana's boss"), ("Grandma", "Ana's grandmother"),
        ("Mãe", "Ana's mother"), ("Pai", "Ana's father"), ("Vovô", "Ana's grandfather"), ("Chefe", "Ana's boss"),
        ("Mamá", "Ana's mother"), ("Papá", "Ana's father"), ("Abuelo", "Ana's grandfather"), ("Jefa", "Ana's boss"),
        ("Maman", "Ana's mother"), ("Papa", "Ana's father"), ("Mamie", "Ana's grandmother"), ("Patron", "Ana's boss"),
        ("Mutti", "Ana's mother"), ("Vater", "Ana's father"), ("Opa", "Ana's grandfather"), ("Chefin", "Ana's boss"),
    ],
)  # fmt: skip
def test_a_capital_makes_the_word_a_name_for_the_speakers_relative(name: str, alias: str) -> None:
    assert is_address(name)
    kin = kin_of(name, "Ana")
    assert kin is not None
    assert kin.alias == alias


@pytest.mark.parametrize("name", ["mom", "Friends", "Brother", "Mother Teresa", "Ana"])
def test_other_words_are_no_address(name: str) -> None:
    assert not is_address(name)


def test_an_accent_tells_two_relatives_apart() -> None:
    keys = [term.key for word in ("avó", "avô", "vovó", "vovô") if (term := term_of(word))]
    assert keys == ["grandmother", "grandfather", "grandmother", "grandfather"]


def test_the_relative_of_an_unknown_person_has_no_owner() -> None:
    kin = kin_of("her brother", "Ana")
    assert kin is not None
    assert kin.owner is None
    assert kin.name == "brother"


@pytest.mark.parametrize("name", ["my brother", "brother", "我的妈妈"])
def test_without_a_speaker_nobody_owns_my_brother(name: str) -> None:
    assert kin_of(name, None) is None


@pytest.mark.parametrize("name", ["mama", "baby", "Ex", "Leo", "my boat"])
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


@pytest.mark.parametrize(
    ("name", "owner"),
    [
        ("Odile's landlord", "Odile"),
        ("o senhorio da Odile", "Odile"),
        ("小林的房东", "小林"),
        ("Odile Marchetti", None),
        ("University of Ghent", None),
        ("odile de castro", None),
    ],
)
def test_a_name_of_somebodys_person_or_thing_tells_whose(name: str, owner: str | None) -> None:
    assert owner_of(name) == owner
