"""The tables of the languages and the patterns that they give."""

from __future__ import annotations

import re

import pytest

from graphmem.languages.language import Language, language, languages
from graphmem_offline.kin_words import kin_relations
from graphmem_offline.languages.objects import is_ailment, objects_of
from graphmem_offline.languages.patterns import clean, patterns


@pytest.mark.parametrize("tongue", languages("statements"), ids=lambda one: one.code)
def test_every_relation_of_a_table_has_a_sentence_with_both_ends(tongue: Language) -> None:
    statements = tongue.statements
    relations = {verb.relation for verb in statements.verbs} | {verb.place for verb in statements.verbs if verb.place}
    assert relations - set(statements.texts) == set()
    assert all("{s}" in text and "{o}" in text for text in statements.texts.values())
    assert len(patterns(tongue)) == len(statements.verbs)


@pytest.mark.parametrize("tongue", languages("statements"), ids=lambda one: one.code)
def test_no_kinship_word_is_a_pet(tongue: Language) -> None:
    assert not [role for role in kin_relations(tongue) if re.fullmatch(tongue.statements.pets, role)]


def test_objects_lose_articles_and_tails() -> None:
    likes = next(verb for verb in language("pt").statements.verbs if verb.relation == "likes")
    assert objects_of("o mar e as montanhas desde criança", likes, language("pt")) == ["mar", "montanhas"]
    assert objects_of("isso", likes, language("pt")) == []
    assert clean("l'Oréal,") == "Oréal"


def test_an_ailment_is_known_by_list_or_by_ending() -> None:
    assert is_ailment("gastrite", language("pt"))
    assert is_ailment("asma", language("es"))
    assert not is_ailment("tempo", language("pt"))
