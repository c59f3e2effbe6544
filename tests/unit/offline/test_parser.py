"""The pipeline's second parse of names, and the votes on what a name is."""

from __future__ import annotations

import pytest

from graphmem_offline.parser import is_no_place, is_person, is_place
from tests.unit.offline.reading import parsed


@pytest.mark.needs_spacy
def test_a_name_at_the_start_is_a_name_and_the_words_stay() -> None:
    text = "Ana, the CEO of Globex, moved to Berlin."
    doc = parsed(text)
    assert doc.text == text
    assert (doc[0].text, doc[0].lemma_, doc[0].tag_) == ("Ana", "Ana", "NNP")


@pytest.mark.needs_spacy
def test_a_name_that_the_vocabulary_has_with_a_capital_only_is_no_common_noun() -> None:
    assert parsed("Thibault works at Acme.")[0].tag_ == "NNP"
    assert parsed("Coffee keeps me going.")[0].tag_ == "NN"


@pytest.mark.needs_spacy
def test_a_like_behind_no_longer_is_a_verb() -> None:
    like = parsed("I no longer like radishes.")[3]
    assert (like.text, like.lemma_, like.pos_) == ("like", "like", "VERB")
    assert parsed("I swim like a fish.")[2].tag_ == "IN"


@pytest.mark.needs_spacy
def test_a_name_of_a_tool_is_no_place() -> None:
    assert is_no_place("Slack", is_town=False)
    assert is_no_place("Linux", is_town=True)
    assert not is_no_place("Lisbon", is_town=True)
    assert not is_no_place("Dunmere", is_town=False)


@pytest.mark.needs_spacy
def test_plain_sentences_vote_on_what_a_name_is() -> None:
    assert is_place("Lisbon")
    assert not is_place("Siemens")
    assert is_person("Clara")
    assert not is_person("Wohnung")
