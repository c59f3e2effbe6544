"""Relatives, titles and nicknames in noun phrases."""

from __future__ import annotations

import pytest

from graphmem_offline.coreference import Coreference
from graphmem_offline.kin_relations import (
    Nickname,
    kin_drafts,
    later_name_drafts,
    listed_drafts,
    nicknames_of,
    owned_drafts,
    presupposed_drafts,
)
from tests.unit.offline.reading import parsed, people


def test_nicknames_and_full_names_are_aliases_of_the_speaker() -> None:
    assert nicknames_of("Everyone calls me Bea. My name is Beatriz Souza.", "Beatriz") == [
        Nickname("Beatriz", "Bea"),
        Nickname("Beatriz", "Beatriz Souza", full=True),
    ]


@pytest.mark.parametrize("speaker", [None, "user", "Bea"])
def test_an_unknown_speaker_and_the_own_name_have_no_alias(speaker: str | None) -> None:
    assert nicknames_of("Everyone calls me Bea.", speaker) == []


@pytest.mark.parametrize("text", ["Bruno called me Sunday morning.", "Please call me Monday.", "Bruno called me Ana."])
def test_a_call_makes_no_alias(text: str) -> None:
    assert nicknames_of(text, "Beatriz") == []


def test_a_pet_gets_its_name_from_a_later_sentence() -> None:
    coref = Coreference("Ana")
    (draft,) = later_name_drafts("I got a puppy. Her name's Coco.", coref)
    assert (draft.subject.name, draft.relation, draft.object.name) == ("Ana", "has_pet", "Coco")
    assert coref.kin == {("Ana", "puppy"): "Coco"}


def test_the_pet_of_nobody_gets_no_name() -> None:
    assert list(later_name_drafts("A puppy came in. Her name is Coco.", Coreference("Ana"))) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I have three cats: Grim, Nox and Pip.", [("Ana", "has_pet", name) for name in ("Grim", "Nox", "Pip")]),
        ("We've got two dogs called Rex and Fido.", [("Ana", "has_pet", name) for name in ("Rex", "Fido")]),
        ("Our puppies are Rex and Fido.", [("Ana", "has_pet", name) for name in ("Rex", "Fido")]),
        ("My kids: Leo, Mia, and Tom.", [(name, "child_of", "Ana") for name in ("Leo", "Mia", "Tom")]),
        ("My sisters are called Bea and Cleo.", [(name, "sibling_of", "Ana") for name in ("Bea", "Cleo")]),
        ("I have three reasons: Grim, Nox and Pip.", []),
        ("Tom has two cats: Grim and Nox.", []),
        ("I have a cat: Grim.", []),
    ],
)
def test_listed_names_are_pets_and_relatives_of_the_speaker(text: str, expected: list[tuple[str, str, str]]) -> None:
    drafts = listed_drafts(text, Coreference("Ana"))
    assert [(draft.subject.name, draft.relation, draft.object.name) for draft in drafts] == expected


@pytest.mark.needs_spacy
def test_relatives_pets_and_titles_stand_in_apposition() -> None:
    coref = people()
    drafts = kin_drafts(parsed("My sister Clara and my dog Rex live with Eva, the CEO of Globex."), coref)
    assert {(draft.subject.name, draft.relation, draft.object.name) for draft in drafts} == {
        ("Clara", "sibling_of", "Ana"),
        ("Ana", "has_pet", "Rex"),
        ("Eva", "has_role", "CEO of Globex"),
        ("Eva", "works_at", "Globex"),
    }
    assert coref.kin == {("Ana", "sister"): "Clara", ("Ana", "dog"): "Rex"}


@pytest.mark.needs_spacy
@pytest.mark.parametrize(
    "text", ["Is my sister Clara here?", "My ex-wife Clara called.", "My late brother Leo was a nurse."]
)
def test_questions_and_former_relatives_give_nothing(text: str) -> None:
    assert list(kin_drafts(parsed(text), people())) == []


@pytest.mark.needs_spacy
def test_favorites_and_birthdays_belong_to_the_speaker() -> None:
    doc = parsed("My favorite food is sushi. My birthday is on March 5.")
    assert [(draft.relation, draft.object.name) for draft in owned_drafts(doc, people())] == [
        ("favorite_food", "sushi"),
        ("birthday", "March 5"),
    ]


@pytest.mark.needs_spacy
def test_a_husband_is_presupposed_and_a_wished_one_is_not() -> None:
    (draft,) = presupposed_drafts(parsed("I'm busy with my husband."), people())
    assert (draft.relation, draft.object.name) == ("marital_status", "married")
    assert list(presupposed_drafts(parsed("I wish my husband were here."), people())) == []


@pytest.mark.needs_spacy
def test_the_name_behind_a_relative_is_theirs_and_not_that_of_the_sentence() -> None:
    drafts = kin_drafts(parsed("My brother Leo's wife is Mia."), people())
    assert {(one.subject.name, one.relation, one.object.name) for one in drafts} == {
        ("Leo", "sibling_of", "Ana"),
        ("Mia", "married_to", "Leo"),
    }
