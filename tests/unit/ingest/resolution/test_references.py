"""Relationships as names: whose brother, and in which language."""

from __future__ import annotations

import pytest

from graphmem.claims import Claim
from graphmem.ingest.resolution.references import ObjectRole, object_role, reference_of, resolve_reference
from graphmem.names.kinship import kin_of
from graphmem.names.pronouns import is_pronoun
from tests.unit.ingest.claim_building import source


@pytest.mark.parametrize(
    "wording",
    ["my brother", "My bro", "brother", "meu irmão", "mi hermano", "mon frère", "mein Bruder", "mio fratello", "mijn broer",
     "mój brat", "мой брат", "我的哥哥", "兄", "남동생"],
)  # fmt: skip
def test_a_brother_is_the_speakers_whatever_the_language(wording: str) -> None:
    kin = kin_of(wording, "Ana")
    assert kin is not None
    assert kin.alias == "Ana's brother"


@pytest.mark.parametrize(
    "wording", ["Rafael's girlfriend", "girlfriend of Rafael", "namorada do Rafael", "Rafael的女朋友"]
)
def test_somebody_elses_girlfriend_is_theirs(wording: str) -> None:
    kin = kin_of(wording, "Ana")
    assert kin is not None
    assert (kin.owner, kin.alias) == ("Rafael", "Rafael's girlfriend")


def test_the_name_is_in_the_language_of_the_term() -> None:
    assert resolve_reference("minha mãe", "person", "Ana").name == "mãe de Ana"
    assert resolve_reference("my mom", "person", "Ana").name == "Ana's mom"
    assert resolve_reference("minha mãe", "person", "Ana").norm == resolve_reference("my mother", "person", "Ana").norm


def test_a_relative_with_a_name_has_that_name() -> None:
    said = resolve_reference("my brother Leo", "person", "Ana")
    assert (said.name, said.norm) == ("Leo", "leo")
    assert said.kin is not None
    assert said.kin.alias == "Ana's brother"


@pytest.mark.parametrize(
    ("wording", "name"),
    [
        ("Carol (Rafael's girlfriend)", "Carol"),
        ("Carol (namorada do Rafael)", "Carol"),
        ("Leo (my brother)", "Leo"),
        ("Springfield (Illinois)", "Springfield (Illinois)"),
        ("Springfield (city of Illinois)", "Springfield (city of Illinois)"),
    ],
)
def test_a_hint_in_brackets_is_taken_off_only_if_it_is_a_relationship(wording: str, name: str) -> None:
    assert resolve_reference(wording, "other", "Ana").name == name


def test_her_brother_is_nobody_that_can_be_found_again() -> None:
    assert resolve_reference("her brother", "person", "Ana").is_unidentified
    assert not resolve_reference("my brother", "person", "Ana").is_unidentified


@pytest.mark.parametrize(
    ("wording", "type_"),
    [("Friends", "product"), ("Mother", "artwork"), ("papa", "person"), ("Brat", "other"), ("Ana's dog", "pet"),
     ("Leo", "person")],
)  # fmt: skip
def test_other_names_are_no_relatives(wording: str, type_: str) -> None:
    said = resolve_reference(wording, type_, "Ana")
    assert (said.name, said.kin) == (wording, None)


def test_without_a_speaker_my_brother_is_a_name_like_any_other() -> None:
    assert resolve_reference("my brother", "person", None).norm == "my_brother"


def test_a_relationship_is_the_speaker_where_the_settings_say_so() -> None:
    said = resolve_reference("my brother", "person", "Ana", "speaker")
    assert (said.name, said.speaker) == ("Ana", "speaker_relationship")
    assert resolve_reference("Rafael's brother", "person", "Ana", "speaker").speaker == ""
    assert resolve_reference("my brother Leo", "person", "Ana", "speaker").name == "Leo"


@pytest.mark.parametrize(
    "word", ["I", "ich", "je", "yo", "eu", "io", "ik", "ja", "я", "我", "私", "나", "أنا", "मैं", "ben"]
)
def test_the_speaker_says_i_in_many_languages(word: str) -> None:
    assert is_pronoun(word)


@pytest.mark.parametrize("name", ["Ben", "Io", "Mir", "Mia", "Jack"])
def test_a_name_that_is_also_a_pronoun_somewhere_stays_a_name(name: str) -> None:
    assert not is_pronoun(name)


def test_a_hint_that_came_with_a_name_says_whose_relative_it_is() -> None:
    said = resolve_reference("Carol", "person", "Ana", hint="Rafael's girlfriend")
    assert said.name == "Carol"
    assert said.kin is not None
    assert (said.kin.owner, said.kin.given) == ("Rafael", "Carol")
    assert resolve_reference("Carol", "person", "Ana", hint="a singer").kin is None


def test_where_names_are_keys_a_wording_is_a_name_and_nothing_else() -> None:
    exact = source(resolve="exact", speaker="Ana")
    brother = reference_of(" my brother ", "person", exact, "entity")
    assert (brother.name, brother.kin) == ("my brother", None)
    assert reference_of("Carol (Rafael's girlfriend)", "person", exact, "entity").name == "Carol (Rafael's girlfriend)"


def test_the_speaker_is_meant_by_a_pronoun_even_where_names_are_keys() -> None:
    assert reference_of("me", "other", source(resolve="exact", speaker="Ana"), "entity").name == "Ana"
    assert reference_of("me", "other", source(resolve="exact"), "entity").name == "me"


def test_a_relationship_in_brackets_is_read_without_a_speaker_too() -> None:
    reference = reference_of("Carol (Rafael's girlfriend)", "person", source(), "entity")
    assert (reference.name, reference.kin is not None) == ("Carol", True)


def test_a_single_word_with_a_capital_is_a_relative_only_if_it_is_a_person() -> None:
    def is_relative(wording: str, type_: str) -> bool:
        return resolve_reference(wording, type_, "Ana").kin is not None

    assert [is_relative("Mother", type_) for type_ in ("person", "other")] == [True, False]
    assert is_relative("mother", "other")
    assert is_relative("My mother", "other")
    assert not is_relative("my mother", "organization")


# --------------------------------------------------------------------------- the object of a claim


@pytest.mark.parametrize(
    ("relation", "object_", "role"),
    [
        ("works_at", "Acme", ObjectRole(entity=True, type="organization")),
        ("employed by", "Acme", ObjectRole(entity=True, type="organization")),
        ("lives in", "東京", ObjectRole(entity=True, type="place")),
        ("works_at", "acme", ObjectRole(open=True, type="organization")),
        ("works_at", "a bank", ObjectRole(open=True, type="organization")),
        ("lives_in", "My parents' house", ObjectRole(open=True, type="place")),
        ("lives_in", "There", ObjectRole(open=True, type="place")),
        ("likes", "Tea", ObjectRole(open=True)),
        ("born_on", "May 3", ObjectRole()),
        ("has_role", "Captain", ObjectRole()),
        ("likes", "42", ObjectRole()),
        ("likes", "x" * 101, ObjectRole()),
    ],
)
def test_the_relation_says_what_an_object_is(relation: str, object_: str, role: ObjectRole) -> None:
    assert object_role(Claim("Ana", relation, object_, "t"), source()) == role


def test_the_word_of_the_caller_goes_before_the_relation() -> None:
    assert object_role(Claim("Ana", "works_at", "Acme", "t", object_is_entity=False), source()) == ObjectRole()
    assert object_role(Claim("Ana", "born_on", "May", "t", object_is_entity=True), source()).entity


def test_an_end_and_a_name_that_is_a_key_make_no_new_entity() -> None:
    assert object_role(Claim("Ana", "works_at", "Acme", "t", action="ends"), source()).open
    assert object_role(Claim("Ana", "works_at", "Acme", "t"), source(resolve="exact")).open
