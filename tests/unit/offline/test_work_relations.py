"""Jobs, offices, last days and homes."""

from __future__ import annotations

import pytest

from graphmem_offline.coreference import MentionRef
from graphmem_offline.work_relations import home_drafts, last_day_drafts, moves_home, seat_drafts, title_drafts
from tests.unit.offline.reading import clauses, people, word

pytestmark = pytest.mark.needs_spacy
ANA = MentionRef("Ana", True, "person")


def test_an_office_belongs_to_its_firm() -> None:
    (clause,) = clauses("I work in the Leeds office of Tillerman Foods.")
    (draft,) = seat_drafts(clause.verb, ANA)
    assert (draft.relation, draft.object.name) == ("works_at", "Tillerman Foods")


def test_a_last_day_is_the_end_of_a_job() -> None:
    (clause,) = clauses("My last day at Tillerman Foods is Friday.")
    (draft,) = last_day_drafts(clause, people())
    assert (draft.subject.name, draft.relation, draft.object.name, draft.mode) == (
        "Ana",
        "works_at",
        "Tillerman Foods",
        "end",
    )
    (other,) = clauses("My first day at Tillerman Foods is Friday.")
    assert list(last_day_drafts(other, people())) == []


@pytest.mark.parametrize(
    ("text", "relation"),
    [("Home is Aarhus.", "lives_in"), ("My home is in Aarhus.", "lives_in"), ("My hometown is Aarhus.", "comes_from")],
)
def test_home_is_where_somebody_lives(text: str, relation: str) -> None:
    (clause,) = clauses(text)
    assert [(draft.relation, draft.object.name) for draft in home_drafts(clause, people())] == [(relation, "Aarhus")]


def test_a_title_holds_job_and_firm() -> None:
    drafts = title_drafts(ANA, word("I'm the head of design at Globex.", "head"))
    assert next((draft.relation, draft.object.name) for draft in drafts) == ("has_role", "head of design")


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("I moved to Porto.", True),
        ("We moved house to Porto.", True),
        ("We moved our database to Porto.", False),
        ("I have moved on from Porto.", False),
        ("We moved to Porto on 3 June.", True),
    ],
)
def test_who_moves_a_thing_stays(text: str, moves: bool) -> None:
    (clause,) = clauses(text)
    assert moves_home(clause) == moves
