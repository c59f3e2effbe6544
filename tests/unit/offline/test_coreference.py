"""Coreference: who a pronoun or a kinship word means."""

from __future__ import annotations

import pytest

from graphmem_offline.coreference import Coreference


def test_i_is_the_speaker_and_you_the_only_other_one() -> None:
    coref = Coreference("Ana", ("Bruno",))
    assert (coref.person_of("I"), coref.person_of("our"), coref.person_of("you")) == ("Ana", "Ana", "Bruno")
    coref.start_turn("Bruno", ("Ana", "Clara"))
    assert (coref.person_of("I"), coref.person_of("you")) == ("Bruno", None)


def test_she_is_the_latest_woman_but_never_the_speaker() -> None:
    coref = Coreference("Ana")
    coref.add_person("Clara")
    coref.add_person("Diego")
    coref.add_person("Ana")
    assert (coref.person_of("she"), coref.person_of("he")) == ("Clara", "Diego")


def test_a_person_mentioned_again_is_the_latest() -> None:
    coref = Coreference("Ana", people=["Kim", "Robin"])
    coref.add_person("Kim")
    assert coref.person_of("he") == "Kim"


@pytest.mark.parametrize("pronoun", ["it", "they", "them", "this"])
def test_other_pronouns_mean_nobody(pronoun: str) -> None:
    assert Coreference("Ana", ("Bruno",), ["Clara"]).person_of(pronoun) is None


def test_a_kinship_word_outweighs_the_ending_of_the_name() -> None:
    coref = Coreference("Bruno")
    assert coref.gender_of("Luca") == "she"
    coref.add_person("Luca", "brother", "Bruno")
    assert coref.gender_of("Luca") == "he"
    assert coref.gender_of("Robin") is None


def test_a_recent_message_names_people_and_relatives_of_its_speaker() -> None:
    coref = Coreference("Ana")
    coref.add_message("Bruno: My sister Clara is here, and Diego works at Acme.")
    assert coref.relative("Bruno", "sister") == "Clara"
    assert coref.relative("Ana", "sister") is None
    assert coref.person_of("he") == "Diego"


def test_only_names_of_pets_are_pets() -> None:
    coref = Coreference("Ana", kin={("Ana", "dog"): "Rex", ("Ana", "sister"): "Clara"})
    assert coref.is_pet("Rex")
    assert not coref.is_pet("Clara")
