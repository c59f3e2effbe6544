"""How well a candidate fits a name."""

from __future__ import annotations

from typing import Any

import pytest

from graphmem.ingest.resolution.candidates import Candidate
from graphmem.ingest.resolution.scoring import score_candidate, shared_name, sort_of


def candidate(*names: str, type_: str = "person", **more: Any) -> Candidate:
    return Candidate("1", f"{type_}:x", names[0], type_, names, **more)


def test_the_best_of_the_candidates_names_counts() -> None:
    found = score_candidate("Bea Costa", "person", candidate("Beatriz Lima", "Bea Costa"))
    assert (found.score, found.part) == (1.0, False)


@pytest.mark.parametrize(
    ("name", "known", "type_", "reason"),
    [
        ("Boeing 737", ("Boeing", "Boeing 747"), "product", "the numbers differ"),
        ("Paul Weber Jr.", ("Paul Weber", "Paul Weber Sr."), "person", "the generations differ"),
        ("Nordwind AG", ("Nordwind", "Nordwind GmbH"), "organization", "the legal forms differ"),
    ],
)
def test_what_tells_two_apart_counts_whatever_other_names_there_are(
    name: str, known: tuple[str, ...], type_: str, reason: str
) -> None:
    found = score_candidate(name, type_, candidate(*known, type_=type_))
    assert found.reason == reason
    assert found.score < 0.5


def test_an_equal_name_goes_before_what_tells_two_apart() -> None:
    assert score_candidate("Boeing 737", "product", candidate("Boeing 737", "Boeing 747", type_="product")).score == 1


def test_a_first_name_or_a_surname_is_a_part_of_a_persons_name() -> None:
    for name in ("Ana", "Souza"):
        found = score_candidate(name, "person", candidate("Ana Souza"))
        assert (found.part, found.score) == (True, 0.7)
    assert score_candidate("Carol", "person", candidate("Carolina Lima")).part, "a short form, too"
    assert not score_candidate("Harbour", "place", candidate("Harbour Bridge", type_="place")).part


def test_a_surname_of_which_nobody_says_that_it_is_a_person_is_no_part() -> None:
    assert not score_candidate("Souza", "other", candidate("Ana Souza")).part
    assert score_candidate("Ana", "other", candidate("Ana Souza")).part


@pytest.mark.parametrize(
    ("owner", "owned"), [("Otto", "Otto's canary"), ("Lene Bruhn", "Lene Bruhn's moped"), ("Ines", "gata da Ines")]
)
def test_what_somebody_owns_is_not_its_owner(owner: str, owned: str) -> None:
    for name, known in ((owner, owned), (owned, owner)):
        found = score_candidate(name, "person", candidate(known))
        assert (found.part, found.score < 0.5) == (False, True)


def test_a_name_without_a_type_is_no_person_because_it_ends_in_a_surname() -> None:
    for name, known, type_ in (("Radio Sirocco", "Sirocco", "person"), ("Galerie Okafor", "Okafor", "person")):
        assert not score_candidate(name, "other", candidate(known, type_=type_)).part
        assert not score_candidate(known, type_, candidate(name, type_="other")).part
        assert score_candidate(name, "person", candidate(known, type_=type_)).part, "somebody says that it is a person"
    assert score_candidate("Maria Okafor", "other", candidate("Okafor")).part, "the first word is a given name"


def test_a_candidate_with_another_full_name_is_somebody_else() -> None:
    found = score_candidate("Ana Lima", "person", candidate("Ana", "Ana Souza"))
    assert (found.part, found.score < 0.5) == (False, True)


def test_a_first_name_counts_as_a_name_only_without_a_full_one() -> None:
    """Ana is a whole name of somebody who is known as Ana, and a part of the name of Ana Souza."""
    assert score_candidate("Ana", "person", candidate("Ana")).score == 1
    for name in ("Ana", "Souza"):
        assert score_candidate(name, "person", candidate("Ana Souza", name)).part


def test_two_names_in_one_message_are_two_people_unless_nearly_the_same() -> None:
    apart = score_candidate("Katarina Lindqvist", "person", candidate("Katarina Lindqist", same_record=True))
    assert apart.score < 0.85 <= score_candidate("Katarina Lindqvist", "person", candidate("Katarina Lindqist")).score
    assert score_candidate("Dr. Ana Souza", "person", candidate("Ana Souza", same_record=True)).score >= 0.95


def test_somebody_known_by_a_relationship_only_has_no_name_to_compare() -> None:
    found = score_candidate("Ana", "person", candidate("Ana's brother"))
    assert (found.score, found.reason) == (0.0, "it has no name yet")


@pytest.mark.parametrize(("reason", "method"), [("initials", "nickname"), ("written nearly the same", "fuzzy")])
def test_the_method_follows_the_reason(reason: str, method: str) -> None:
    name = {"initials": "J. Smith", "written nearly the same": "John Smiht"}[reason]
    found = score_candidate(name, "person", candidate("John Smith"))
    assert (found.reason, found.method) == (reason, method)


@pytest.mark.parametrize(
    ("name", "type_", "known", "sort"),
    [
        ("x", "human", candidate("y", type_="other"), "person"),
        ("x", "other", candidate("y", type_="company"), "organization"),
        ("x", "place", candidate("Robert Miller", type_="other"), "other"),
        ("x", "other", candidate("Robert Miller", type_="other"), "person"),
        ("Robert Miller", "other", candidate("y", type_="other"), "person"),
        ("x", "other", candidate("y", type_="other"), "other"),
    ],
)
def test_names_are_compared_by_the_type_that_says_something_else_by_their_looks(
    name: str, type_: str, known: Candidate, sort: str
) -> None:
    assert sort_of(name, type_, known) == sort


# --------------------------------------------------------------------------- a shared name is evidence, not identity


@pytest.mark.parametrize(
    ("name", "aliases", "known", "type_"),
    [
        ("Rosa Weber", ("Rosi",), ("Rosalind Hart", "Rosi"), "person"),
        ("Rosi", ("Rosa Weber",), ("Rosalind Hart", "Rosi"), "person"),
        ("Rosi", ("Rosa Weber",), ("Rosi", "Rosalind Hart"), "person"),
        ("Lisbeth", ("Lis",), ("Elisa", "Lis"), "person"),
        ("Harbour Studio", ("Harbour",), ("Harbour Shipping", "Harbour"), "organization"),
        ("Harbour Studio", ("Harbour",), ("Harbour", "Harbour Shipping"), "organization"),
        ("Node 3", ("the node",), ("Node 4", "the node"), "product"),
    ],
)
def test_two_whose_names_differ_may_share_an_alias(
    name: str, aliases: tuple[str, ...], known: tuple[str, ...], type_: str
) -> None:
    assert shared_name(name, type_, aliases, candidate(*known, type_=type_)) == "other"


@pytest.mark.parametrize(
    ("name", "aliases", "known", "type_"),
    [
        ("Rosalind Hart", ("Rosi",), ("Rosi",), "person"),
        ("Rosalind Hart", ("Rosi",), ("Rosi", "Ros"), "person"),
        ("Rosi", ("Rosalind Hart",), ("Rosalind Hart",), "person"),
        ("Rosalind", ("Rosi",), ("Rosalind Hart", "Rosi"), "person"),
        ("Rosi", (), ("Rosalind Hart", "Rosi"), "person"),
        ("Harbour Shipping Ltd", ("Harbour",), ("Harbour Shipping", "Harbour"), "organization"),
        ("Leo", ("Ana's brother",), ("Leo Prado", "Ana's brother", "Leo"), "person"),
    ],
)
def test_a_shared_name_is_one_if_no_longer_name_speaks_against_it(
    name: str, aliases: tuple[str, ...], known: tuple[str, ...], type_: str
) -> None:
    assert shared_name(name, type_, aliases, candidate(*known, type_=type_)) == "same"


def test_a_part_of_the_longer_name_is_for_a_judge() -> None:
    studio = candidate("Harbour Studio", "Harbour", type_="organization")
    assert shared_name("Harbour Inc", "organization", ("Harbour",), studio) == "doubtful"


def test_a_part_of_a_firms_longer_name_is_not_compared() -> None:
    shipping = candidate("Harbour Records", "Harbour", type_="organization")
    assert score_candidate("Harbour Holdings", "organization", shipping).score < 0.5
    assert score_candidate("Harbour Inc", "organization", shipping).score < 0.85


def test_the_plural_of_a_thing_of_one_word_is_another_thing() -> None:
    assert score_candidate("Arrows", "technology", candidate("Arrow", type_="product")).another
    assert not score_candidate("Golden Arrows", "organization", candidate("Golden Arrow", type_="organization")).another
