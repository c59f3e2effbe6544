"""Events, plans, former habits and health."""

from __future__ import annotations

import pytest

from graphmem_offline.coreference import MentionRef
from graphmem_offline.events import event_drafts, health_drafts
from tests.unit.offline.reading import clauses, dating, people

pytestmark = pytest.mark.needs_spacy
ANA = MentionRef("Ana", True, "person")


def events(text: str) -> list[tuple[str, str, str]]:
    """Return relation, object and mode of the events of the last clause of a text."""
    clause = clauses(text)[-1]
    dates = dating(clause)
    drafts = event_drafts(clause, ANA, people(), dates, dates.of(clause.verb, clause.top))
    return [(draft.relation, draft.object.name, draft.mode) for draft in drafts]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I ran a charity race last week.", ("ran", "charity race", "event")),
        ("I took the kids to the museum yesterday.", ("took_kid_to", "museum", "event")),
        ("I went camping last week.", ("went", "camping", "event")),
        ("I got back from a road trip.", ("returned_from", "road trip", "event")),
        ("I'm going to host a party.", ("plans_to_host", "party", "event")),
        ("I used to compete in dance competitions.", ("used_to_compete_in", "dance competitions", "habit")),
    ],
)
def test_an_event_keeps_the_words_of_the_message(text: str, expected: tuple[str, str, str]) -> None:
    assert events(text) == [expected]


@pytest.mark.parametrize(
    "text", ["I didn't run a race.", "Maybe I ran a race.", "I told him a story that helps.", "I had a blast."]
)
def test_denials_hedges_and_empty_words_are_no_events(text: str) -> None:
    assert events(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I have asthma.", ("health", "asthma", "state")),
        ("I was diagnosed with diabetes.", ("health", "diabetes", "begin")),
        ("I twisted my ankle.", ("injured", "ankle", "event")),
    ],
)
def test_illnesses_and_injuries(text: str, expected: tuple[str, str, str]) -> None:
    (clause,) = clauses(text)
    assert [(d.relation, d.object.name, d.mode) for d in health_drafts(clause, ANA)] == [expected]


@pytest.mark.parametrize("text", ["I have a car.", "I don't have asthma.", "I broke the vase."])
def test_other_objects_and_denials_are_not_about_health(text: str) -> None:
    (clause,) = clauses(text)
    assert list(health_drafts(clause, ANA)) == []
