"""Relations that a verb and its objects state."""

from __future__ import annotations

import pytest

from graphmem_offline.verb_relations import drafts_of
from tests.unit.offline.reading import clauses, dating, people

pytestmark = pytest.mark.needs_spacy


def drafts(text: str) -> set[tuple[str, str, str, str]]:
    """Return subject, relation, object and mode of the drafts of the last clause of a text."""
    clause = clauses(text)[-1]
    dates = dating(clause)
    found = drafts_of(clause, people(), dates, dates.of(clause.verb))
    return {(draft.subject.name, draft.relation, draft.object.name, draft.mode) for draft in found}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I work at Acme as a nurse.", {("Ana", "works_at", "Acme", "state"), ("Ana", "has_role", "nurse", "state")}),
        ("I left Acme for Globex.", {("Ana", "works_at", "Acme", "end"), ("Ana", "works_at", "Globex", "begin")}),
        (
            "Tom left Zentrix for Quillon.",
            {("Tom", "works_at", "Zentrix", "end"), ("Tom", "works_at", "Quillon", "begin")},
        ),
        ("Tom and I got married.", {("Ana", "married_to", "Tom", "begin")}),
        ("Globex hired me.", {("Ana", "works_at", "Globex", "begin")}),
        ("I was born in Porto.", {("Ana", "born_in", "Porto", "event")}),
        ("My dog Rex died.", {("Ana", "has_pet", "Rex", "end")}),
        ("I have two kids, Leo and Mia.", {("Leo", "child_of", "Ana", "state"), ("Mia", "child_of", "Ana", "state")}),
        ("I'm a nurse.", {("Ana", "has_role", "nurse", "state")}),
        ("I'm 30 years old.", {("Ana", "age", "30", "state")}),
        ("I'm allergic to peanuts.", {("Ana", "allergic_to", "peanuts", "state")}),
        ("I graduated yesterday.", {("Ana", "achieved", "graduation", "event")}),
        ("I became a baker.", {("Ana", "has_role", "baker", "begin")}),
        ("I'm a nurse and a baker.", {("Ana", "has_role", "nurse", "state"), ("Ana", "has_role", "baker", "state")}),
        ("I moved house to Porto.", {("Ana", "lives_in", "Porto", "begin")}),
        ("I resigned as treasurer.", {("Ana", "has_role", "treasurer", "end")}),
        ("I stepped down as captain.", {("Ana", "has_role", "captain", "end")}),
        ("I'm moving to Porto on 3 June.", {("Ana", "lives_in", "Porto", "begin")}),
        ("I got rid of my car.", {("Ana", "owns", "car", "end")}),
        ("I went off olives.", {("Ana", "likes", "olives", "end")}),
        ("I can't stand fennel.", {("Ana", "dislikes", "fennel", "state")}),
        ("I can stand fennel now.", {("Ana", "dislikes", "fennel", "end")}),
        ("I no longer like fennel.", {("Ana", "likes", "fennel", "state")}),
        ("I don't like cut flowers.", {("Ana", "likes", "cut flowers", "state")}),
        ("I play the bassoon.", {("Ana", "plays", "bassoon", "state")}),
    ],
)
def test_a_verb_states_its_relations(text: str, expected: set[tuple[str, str, str, str]]) -> None:
    assert drafts(text) == expected


@pytest.mark.parametrize("text", ["You're the perfect mentor!", "I love that painting.", "I learned a ton."])
def test_praise_things_of_the_situation_and_empty_objects_state_nothing(text: str) -> None:
    assert drafts(text) == set()


@pytest.mark.parametrize(
    "text",
    [
        "I moved our database to Frankfurt.",
        "We moved the wiki from Boston to Lagos.",
        "I'm moving the piano to Porto in May.",
        "We relocated the office to Porto.",
        "We moved to Slack last year.",
        "I've moved on from Porto.",
        "Founded in Graz. Moved to Bern in 2020.",
    ],
)
def test_who_moves_a_thing_or_to_a_tool_does_not_move(text: str) -> None:
    assert "lives_in" not in {draft[1] for draft in drafts(text)}


def test_what_is_given_up_ends_as_a_pastime() -> None:
    assert {draft[1:] for draft in drafts("I gave up chess.")} >= {("plays", "chess", "end"), ("does", "chess", "end")}
    assert ("does", "smoking", "end") in {draft[1:] for draft in drafts("I have quit smoking.")}
    for text in ("I gave up my seat.", "I stopped the car."):
        assert "plays" not in {draft[1] for draft in drafts(text)}
    assert drafts("I gave up playing chess.") == {("Ana", "plays", "chess", "end")}


def test_a_frame_excludes_the_weak_reading_of_the_same_clause() -> None:
    assert drafts("I bought a car yesterday.") == {("Ana", "owns", "car", "begin")}
    assert drafts("I repaired a car yesterday.") == {("Ana", "repaired", "car", "event")}
