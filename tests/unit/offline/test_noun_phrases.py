"""Noun phrases: names, relatives, values and their text."""

from __future__ import annotations

import pytest

from graphmem_offline import noun_phrases
from graphmem_offline.coreference import MentionRef
from tests.unit.offline.reading import people, word

pytestmark = pytest.mark.needs_spacy
SENTENCE = "My sister Clara ran a great charity race for mental health at St. Mary's Hospital in Porto last week."


def test_a_name_is_whole_and_a_date_is_no_name() -> None:
    assert noun_phrases.name_of(word(SENTENCE, "Mary")) == "St. Mary's Hospital"
    assert noun_phrases.is_name(word(SENTENCE, "Porto"))
    assert not noun_phrases.is_name(word(SENTENCE, "sister"))
    assert noun_phrases.is_time(word(SENTENCE, "week"))


def test_a_preposition_of_the_verb_divides_what_the_tagger_takes_for_one_name() -> None:
    text = "Tom left Zentrix for Quillon last year."
    assert [noun_phrases.name_of(word(text, form)) for form in ("Zentrix", "Quillon")] == ["Zentrix", "Quillon"]
    assert noun_phrases.name_of(word("Ana works at Bank of America.", "America")) == "Bank of America"


def test_the_noun_before_a_name_says_what_it_is() -> None:
    assert noun_phrases.type_of(word("The bike shop Linden sells helmets.", "Linden")) == "organization"
    assert noun_phrases.type_of(word("We use the framework Juniper.", "Juniper")) == "product"
    assert noun_phrases.type_of(word("My friend Carla sells helmets.", "Carla")) == "person"


def test_a_word_for_a_relative_stands_for_the_speakers_own() -> None:
    assert noun_phrases.is_address(word("Brother lives in Curitiba.", "Brother"))
    assert noun_phrases.is_address(word("We met Mom in Porto.", "Mom"))
    assert not noun_phrases.is_address(word("Mother of two works here.", "Mother"))
    assert not noun_phrases.is_address(word("The brother lives in Curitiba.", "brother"))


@pytest.mark.parametrize(
    ("text", "form", "phrase"),
    [
        (SENTENCE, "race", "charity race for mental health"),
        ("I played all kinds of board games.", "kinds", "board games"),
        ("I bought an awesome cross necklace.", "necklace", "cross necklace"),
    ],
)
def test_a_phrase_keeps_what_narrows_the_noun(text: str, form: str, phrase: str) -> None:
    assert noun_phrases.phrase_of(word(text, form)) == phrase


def test_empty_nouns_and_things_of_the_situation_are_recognised() -> None:
    assert noun_phrases.is_vague(word("I had a blast.", "blast"))
    assert not noun_phrases.is_vague(word("I had a party.", "party"))
    assert noun_phrases.is_pointed_at(word("I love that painting.", "painting"))
    assert not noun_phrases.is_pointed_at(word("I love painting.", "painting"))


def test_a_title_needs_capitals_and_quotation_marks() -> None:
    assert noun_phrases.title_at(word('I read "Becoming Nicole" twice.', "Nicole")) == "Becoming Nicole"
    assert noun_phrases.title_at(word('I said "good old Nicole" twice.', "Nicole")) is None
    assert noun_phrases.title_at(word("I read Becoming Nicole twice.", "Nicole")) is None


@pytest.mark.parametrize(
    ("text", "form", "gerund"),
    [
        ("He loves cooking fresh pasta.", "cooking", "cooking fresh pasta"),
        ("I love to read.", "read", "reading"),
        ("I love seeing him.", "seeing", ""),
    ],
)
def test_an_activity_is_a_gerund_or_nothing(text: str, form: str, gerund: str) -> None:
    assert noun_phrases.gerund_of(word(text, form)) == gerund


@pytest.mark.parametrize(
    ("text", "ing"), [("swim", "swimming"), ("make", "making"), ("lie", "lying"), ("read", "reading")]
)
def test_the_ing_form_follows_the_spelling(text: str, ing: str) -> None:
    assert noun_phrases.ing_of(word(text, text)) == ing


def test_the_owner_and_the_role_of_a_relative() -> None:
    sister = word("I met Bruno's sister today.", "sister")
    assert (noun_phrases.owner_of(sister, people()), noun_phrases.role_of(sister)) == ("Bruno", "sister")
    assert noun_phrases.role_of(word("I met my sister-in-law.", "sister")) is None


@pytest.mark.parametrize(
    ("text", "form", "ref"),
    [
        (SENTENCE, "sister", MentionRef("Clara", True, "person")),
        (SENTENCE, "Porto", MentionRef("Porto", True, "place")),
        ("I met my boss.", "boss", MentionRef("Ana's boss", True, "person")),
        ("You met my boss.", "You", MentionRef("Bruno", True, "person")),
        ("I bought a necklace.", "necklace", MentionRef("necklace", False)),
        ("They met my boss.", "They", None),
    ],
)
def test_a_noun_refers_to_an_entity_or_a_value(text: str, form: str, ref: MentionRef | None) -> None:
    assert noun_phrases.ref_of(word(text, form), people()) == ref
