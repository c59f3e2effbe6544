"""Clauses: subject, tense, denial and what they leave out."""

from __future__ import annotations

import pytest

from graphmem_offline.clauses import after, direct, is_passive
from tests.unit.offline.reading import clauses

pytestmark = pytest.mark.needs_spacy


@pytest.mark.parametrize(
    ("text", "tense", "denial"),
    [
        ("I work at Acme.", "present", ""),
        ("I worked at Acme.", "past", ""),
        ("I have lived in Porto.", "perfect", ""),
        ("I'm going to move to Porto.", "plan", ""),
        ("I quit Acme.", "past", ""),
        ("I don't work at Acme.", "present", "not"),
        ("I never worked at Acme.", "past", "never"),
        ("I don't work at Acme anymore.", "present", "no longer"),
    ],
)
def test_a_clause_has_a_tense_and_a_denial(text: str, tense: str, denial: str) -> None:
    clause = clauses(text)[-1]
    assert (clause.tense, clause.denial) == (tense, denial)


def test_the_governing_verb_carries_the_tense_and_says_that_something_stops() -> None:
    clause = clauses("I stopped working at Acme.")[-1]
    assert (clause.verb.text, clause.top.text, clause.governors) == ("working", "stopped", ("stop",))
    assert clause.stops


@pytest.mark.parametrize(
    ("text", "verb"),
    [
        ("I gave up being a nurse.", "being"),
        ("I quit being a nurse.", "being"),
        ("I'm done being a nurse.", "being"),
        ("I'm done with being a nurse.", "being"),
        ("I gave up playing the bassoon.", "playing"),
        ("I retired from coaching.", "coaching"),
    ],
)
def test_what_is_given_up_stops(text: str, verb: str) -> None:
    clause = next(one for one in clauses(text) if one.verb.text == verb)
    assert clause.stops


def test_who_gives_or_does_something_stops_nothing() -> None:
    assert not any(one.stops for one in clauses("I gave Ana a book. I have done the dishes. I went up the hill."))


def test_a_sentence_without_a_subject_is_about_the_speaker() -> None:
    (clause,) = clauses("Lost my job yesterday.")
    assert clause.elided
    assert clause.subjects == ()


@pytest.mark.parametrize(
    "text",
    [
        "Where do you live?",
        "If I lived in Paris, I would be happy.",
        "I almost bought a car.",
        "where do I live",
        "do I like fennel",
        "I might move to Rome.",
        "In case I move to Rome, call me.",
        "Rumour has it that I'm moving to Rome.",
        '"I live in Rome," he said.',
    ],
)
def test_questions_conditions_near_misses_and_quotations_have_no_first_person_clause(text: str) -> None:
    assert [one for one in clauses(text) if one.subjects[0].text == "I"] == []


@pytest.mark.parametrize("text", ["I was supposed to move.", "I'm not sure I move.", "I don't think I move."])
def test_what_was_meant_or_is_doubted_is_no_clause(text: str) -> None:
    assert not any(one.verb.lemma_ == "move" for one in clauses(text))


@pytest.mark.parametrize("text", ["What a day, I moved to Rome.", "When I moved to Rome, I sold the car."])
def test_an_exclamation_is_no_question(text: str) -> None:
    assert clauses(text)


def test_a_name_that_is_addressed_is_no_subject() -> None:
    (clause,) = clauses("Maria, I went to the beach yesterday.")
    assert [subject.text for subject in clause.subjects] == ["I"]


def test_objects_are_found_directly_and_behind_nested_prepositions() -> None:
    (clause,) = clauses("I bought cheese and bread.")
    assert [token.text for token in direct(clause.verb)] == ["cheese", "bread"]
    (clause,) = clauses("I work as a nurse at Acme.")
    assert [token.text for token in after(clause.verb, ("at",))] == ["Acme"]
    assert after(clause.verb, ("in",)) == []


def test_passive_clauses_are_recognised() -> None:
    assert is_passive(clauses("I was hired by Acme.")[0])
    assert not is_passive(clauses("Acme hired me.")[0])
