"""Activities, likings and fondness in clauses."""

from __future__ import annotations

import pytest

from graphmem_offline.activities import fondness_drafts, pursuit_drafts, taste_drafts
from graphmem_offline.coreference import MentionRef
from tests.unit.offline.reading import clauses, dating, people

pytestmark = pytest.mark.needs_spacy
ANA = MentionRef("Ana", True, "person")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I'm researching adoption agencies.", ("researches", "adoption agencies", "state")),
        ("I'm looking for a job.", ("looks_for", "job", "state")),
        ("I run every morning.", ("hobby", "running", "state")),
        ("I'm considering yoga.", ("considers", "yoga", "plan")),
    ],
)
def test_the_present_names_what_the_subject_does(text: str, expected: tuple[str, str, str]) -> None:
    (clause,) = clauses(text)
    drafts = pursuit_drafts(clause, ANA, people(), dating(clause))
    assert [(draft.relation, draft.object.name, draft.mode) for draft in drafts] == [expected]


@pytest.mark.parametrize("text", ["I researched adoption agencies.", "I run.", "You run every morning."])
def test_the_past_a_single_time_and_you_are_no_habit(text: str) -> None:
    (clause,) = clauses(text)
    assert list(pursuit_drafts(clause, ANA, people(), dating(clause))) == []


def test_a_thing_that_helps_the_speaker_is_a_liking_of_the_speaker() -> None:
    drafts = [draft for clause in clauses("Dancing helps me relax.") for draft in taste_drafts(clause, people())]
    assert [(draft.subject.name, draft.relation, draft.object.name) for draft in drafts] == [
        ("Ana", "unwinds_with", "dancing")
    ]


def test_a_fan_likes_the_thing_and_a_denial_does_not() -> None:
    (fan,) = clauses("I'm a big fan of jazz.")
    assert [draft.object.name for draft in fondness_drafts(fan, ANA, people())] == ["jazz"]
    (no_fan,) = clauses("I'm not a big fan of jazz.")
    assert list(fondness_drafts(no_fan, ANA, people())) == []
