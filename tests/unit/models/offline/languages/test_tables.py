"""The tables of the languages and the patterns that they give."""

from __future__ import annotations

import re

import pytest

from graphmem.models.offline.languages.objects import is_ailment, objects_of
from graphmem.models.offline.languages.patterns import LANGUAGES, clean, patterns


@pytest.mark.parametrize("code", sorted(LANGUAGES))
def test_every_relation_of_a_table_has_a_sentence_with_both_ends(code: str) -> None:
    language = LANGUAGES[code]
    relations = {verb.relation for verb in language.verbs} | {verb.place for verb in language.verbs if verb.place}
    assert relations - set(language.texts) == set()
    assert all("{s}" in text and "{o}" in text for text in language.texts.values())
    assert len(patterns(code)) == len(language.verbs)


@pytest.mark.parametrize("code", sorted(LANGUAGES))
def test_no_kinship_word_is_a_pet(code: str) -> None:
    assert not [role for role in LANGUAGES[code].kin if re.fullmatch(LANGUAGES[code].pets, role)]


def test_objects_lose_articles_and_tails() -> None:
    likes = next(verb for verb in LANGUAGES["pt"].verbs if verb.relation == "likes")
    assert objects_of("o mar e as montanhas desde criança", likes, LANGUAGES["pt"]) == ["mar", "montanhas"]
    assert objects_of("isso", likes, LANGUAGES["pt"]) == []
    assert clean("l'Oréal,") == "Oréal"


def test_an_ailment_is_known_by_list_or_by_ending() -> None:
    assert is_ailment("gastrite", LANGUAGES["pt"])
    assert is_ailment("asma", LANGUAGES["es"])
    assert not is_ailment("tempo", LANGUAGES["pt"])
