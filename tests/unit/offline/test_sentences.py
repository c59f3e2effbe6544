"""Sentences of claims."""

from __future__ import annotations

import pytest

from graphmem_offline.sentences import sentence_of, template, third_of
from tests.unit.offline.reading import clauses, dating, people


@pytest.mark.parametrize(
    ("verb", "third"),
    [("work", "works"), ("watch", "watches"), ("study", "studies"), ("play", "plays"), ("have", "has"), ("be", "is")],
)
def test_a_verb_has_a_third_person(verb: str, third: str) -> None:
    assert third_of(verb) == third


@pytest.mark.parametrize(
    ("relation", "thing", "action", "planned", "sentence"),
    [
        ("works_at", "Acme", "holds", False, "Ana works at Acme."),
        ("works_at", "Acme", "ends", False, "Ana no longer works at Acme."),
        ("works_at", "Acme", "never", False, "Ana never worked at Acme."),
        ("works_at", "Acme", "holds", True, "Ana will work at Acme."),
        ("sibling_of", "Clara", "holds", False, "Ana is a sibling of Clara."),
        ("has_role", "engineer", "holds", False, "Ana works as an engineer."),
        ("plans_to_open", "bakery", "holds", True, "Ana plans to open bakery."),
    ],
)
def test_a_plain_sentence_follows_the_action(
    relation: str, thing: str, action: str, planned: bool, sentence: str
) -> None:
    assert template("Ana", relation, thing, action, planned=planned) == sentence


@pytest.mark.needs_spacy
@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("I've been working at Acme since 2019.", "Ana has been working at Acme since 2019."),
        ("I don't like my boss.", "Ana doesn't like their boss."),
        ("I joined Acme yesterday.", "Ana joined Acme on 19 May 2026."),
        ("You work at Acme.", "Bruno works at Acme."),
        ("Researching adoption agencies.", "Ana is researching adoption agencies."),
        ("Well, we all made our own pots.", "Ana made their own pots."),
        ("I can't stand fennel.", "Ana can't stand fennel."),
        ("I won't move.", "Ana won't move."),
        ("I still live in Porto.", "Ana lives in Porto."),
        ("I'm allergic to walnuts though.", "Ana is allergic to walnuts."),
    ],
)
def test_a_sentence_has_names_and_dates_of_its_own(text: str, sentence: str) -> None:
    (clause,) = clauses(text)
    assert sentence_of(clause, people(), dating(clause)) == sentence


@pytest.mark.needs_spacy
def test_a_clause_that_is_too_long_has_no_sentence() -> None:
    (clause,) = clauses(f"I bought {', '.join(['a red car'] * 60)} yesterday.")
    assert sentence_of(clause, people(), dating(clause)) == ""
