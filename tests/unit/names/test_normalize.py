"""Normal forms of names: folding, slugs, keys."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, strategies as st

from graphmem.names.normalize import begins, brain_token, entity_key, free_key, same_kind, similarity, slug, value_key
from graphmem.names.pronouns import is_pronoun
from graphmem.ontology import snake


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("São Paulo", "sao_paulo"),
        ("  JOÃO ", "joao"),
        ("O'Brien & Sons", "o_brien_sons"),
        ("東京", "東京"),
        ("Łódź", "łodz"),
        ("Straße", "strasse"),
        ("R2-D2", "r2_d2"),
        ("℠ Labs", "sm_labs"),
        ("C++", "c_plus_plus"),
        ("C#", "c_sharp"),
        ("Disney+", "disney_plus"),
        ("#1 fan", "1_fan"),
        ("1 + 1", "1_1"),
        ("मीना कुमारी", "मीना_कुमारी"),
        ("น้ำฝน", "น\u0e49\u0e4d\u0e32ฝน"),
        ("やまざき", "やまざき"),
        ("ﾔﾏｻﾞｷ", "ヤマザキ"),
        ("김민준", "김민준"),
        ("Nguyễn Thị Hường", "nguyen_thi_huong"),
        ("مُحَمَّد", "محمد"),
        ("דָּוִד", "דוד"),
        ("Ἀθῆναι", "αθηναι"),
        ("Алексе́й", "алексеи"),
        ("I ❤️ Rust", "i_rust"),
        ("Café+", "cafe_plus"),
    ],
)
def test_a_slug_folds_case_and_accents_and_keeps_every_script(name: str, expected: str) -> None:
    for form in ("NFC", "NFD"):
        assert slug(unicodedata.normalize(form, name)) == expected


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("मीना", "मोना"),
        ("राम", "रोम"),
        ("มานี", "มานะ"),
        ("ปา", "ป่า"),
        ("やまざき", "やまさき"),
        ("ガ", "カ"),
        ("バス", "ハス"),
        ("பாலா", "பாலு"),
        ("মিতা", "মীতা"),
    ],
)
def test_a_vowel_a_tone_or_a_voice_makes_another_name_and_another_relation(one: str, other: str) -> None:
    assert slug(one) != slug(other)
    assert snake(one) != snake(other)
    assert not begins(one, other)


def test_names_of_signs_alone_have_different_slugs() -> None:
    assert slug("!!!") != slug("???")
    assert slug("!!!") == slug(" !!! ")


@given(st.text(min_size=1))
def test_a_slug_is_never_empty_and_is_its_own_slug(name: str) -> None:
    once = slug(name)
    assert once
    assert slug(once) == once or once.startswith("sign_")


def test_homonyms_get_numbered_keys() -> None:
    base = entity_key("person", "Ana Silva")
    assert free_key(base, set()) == "person:ana_silva"
    assert free_key(base, {base}) == "person:ana_silva~2"
    assert free_key(base, {base, "person:ana_silva~2"}) == "person:ana_silva~3"


def test_a_value_is_the_same_whatever_its_case_and_spaces() -> None:
    assert value_key("Green  Tea") == value_key("green tea") != value_key("green teas")


def test_a_brain_token_is_one_word_that_no_stemmer_touches() -> None:
    token = brain_token("a-b:c d")
    assert token.isalnum()
    assert token.endswith("0")
    assert token != brain_token("a-b:c")


@pytest.mark.parametrize("word", ["I", "me", "eu", "Yo", "ich", "moi", "user"])
def test_pronouns_stand_for_the_speaker(word: str) -> None:
    assert is_pronoun(word)


def test_a_name_is_no_pronoun() -> None:
    assert not is_pronoun("Io Silva")
    assert not is_pronoun("Mia")


@pytest.mark.parametrize(
    ("short", "long", "expected"),
    [
        ("Ana", "Ana Souza", True),
        ("Carol", "Carolina", True),
        ("Ana", "Anastasia", False),
        ("Jo", "João", False),
        ("Ana Souza", "Ana Souza Lima", True),
        ("Ana", "Ana", False),
    ],
)
def test_a_first_part_of_a_name_is_whole_words_or_a_diminutive_of_four_letters(
    short: str, long: str, expected: bool
) -> None:
    assert begins(short, long) is expected


def test_likeness_ignores_the_order_of_words() -> None:
    assert similarity("Souza Ana", "Ana Souza") == 1.0
    assert similarity("Postgres", "MySQL") < 0.5


def test_generic_types_fit_every_type() -> None:
    assert same_kind("person", "person")
    assert same_kind("other", "person")
    assert not same_kind("person", "place")


def test_two_names_too_long_for_an_index_that_begin_alike_have_two_normal_forms() -> None:
    one, other = (slug("reports of the year " * 20 + ending) for ending in ("first", "second"))
    assert one != other
    assert len(one) <= 300 >= len(other)
    assert one == slug("Reports of the year " * 20 + "FIRST")
