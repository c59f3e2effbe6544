"""Similarity of names."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from graphmem.names.similarity import looks_like_a_person, name_similarity, short_forms
from graphmem.names.words import NameKind

RESOLVES, ASKED = 0.85, 0.50

SAME: list[tuple[str, str, NameKind]] = [
    ("Smith, John", "John Smith", "person"),
    ("Dr. Ana Souza", "Ana Souza", "person"),
    ("Ana Souza, PhD", "Ana Souza", "person"),
    ("J. Smith", "John Smith", "person"),
    ("J.R.R. Tolkien", "JRR Tolkien", "person"),
    ("Bob Miller", "Robert Miller", "person"),
    ("Zé Carvalho", "José Carvalho", "person"),
    ("Misha Petrov", "Mikhail Petrov", "person"),
    ("Николай Петров", "Nikolai Petrov", "person"),
    ("Γιώργος Σεφέρης", "Giorgos Seferis", "person"),
    ("Katarina Lindqvist", "Katarina Lindqist", "person"),
    ("Maria Helena Prado", "Maria Prado", "person"),
    ("Jean-Luc Moreau", "Jean Luc Moreau", "person"),
    ("Globex Inc.", "Globex", "organization"),
    ("Globex Inc.", "Globex Corporation", "organization"),
    ("ООО Ромашка", "Romashka LLC", "organization"),
    ("Nordwind Aktiengesellschaft", "Nordwind AG", "organization"),
    ("The Harbour Museum", "Harbour Museum", "organization"),
    ("Smith & Sons", "Smith and Sons", "organization"),
    ("Polaris Group", "Polaris", "organization"),
    ("World Health Organization", "WHO", "organization"),
    ("Brigade Forty-Four", "Brigade 44", "organization"),
    ("U.S. Department of Trade", "United States Department of Trade", "organization"),
    ("JC Miller", "Jean-Claude Miller", "person"),
    ("Nordlicht Logistik", "Nordlucht Logistik", "organization"),
    ("Rocky III", "Rocky 3", "other"),
    ("the DVDs", "DVD", "other"),
    ("Disney+", "Disney Plus", "organization"),
    ("Windows10", "Windows 10", "other"),
    ("Blink182", "Blink-182", "organization"),
    ("gate07", "Gate 7", "other"),
    ("R2-D2", "R2D2", "other"),
    ("Mari4", "Maria", "person"),
    ("Ig0r Petrov", "Igor Petrov", "person"),
]
OTHERS: list[tuple[str, str, NameKind]] = [
    ("Ana Souza", "Ana Lima", "person"),
    ("Ana", "Anastasia", "person"),
    ("Jo", "João", "person"),
    ("Mario Rossi", "Maria Rossi", "person"),
    ("Daniel Costa", "Daniela Costa", "person"),
    ("Paul Weber Jr.", "Paul Weber Sr.", "person"),
    ("Henry Ford II", "Henry Ford III", "person"),
    ("Hans O. Brandt", "Hans Joachim Brandt", "person"),
    ("Omar bin Khalid", "Khalid bin Omar", "person"),
    ("Boeing 737", "Boeing 747", "other"),
    ("Apollo 11", "Apollo", "other"),
    ("Fund II", "Fund III", "organization"),
    ("Nordwind AG", "Nordwind GmbH", "organization"),
    ("Government of Iceland", "Government of Ireland", "organization"),
    ("Iceland", "Ireland", "other"),
    ("Lena", "Lina", "person"),
    ("Population", "Population density", "other"),
    ("Postgres", "MySQL", "other"),
    ("C++", "C#", "other"),
    ("C", "C++", "other"),
    ("gateway3", "gateway4", "other"),
    ("tenant3", "tenant4", "person"),
    ("Tenant 2041", "Tenant 2042", "person"),
    ("tenant7", "tenant", "person"),
    ("TICKET731", "TICKET732", "other"),
    ("order 5501", "order 5502", "other"),
    ("Android14", "Android15", "other"),
    ("v3.4", "v3.5", "other"),
    ("v20.3", "v23", "other"),
    ("1.11", "11.1", "other"),
    ("Saal12a", "Saal12b", "other"),
    ("HangarA", "HangarB", "other"),
    ("Team A", "Team B", "organization"),
    ("Vitamin A", "Vitamin", "other"),
]


@pytest.mark.parametrize(("one", "other", "sort"), SAME)
def test_the_same_name_in_another_writing_resolves(one: str, other: str, sort: NameKind) -> None:
    assert name_similarity(one, other, sort).score >= RESOLVES
    assert name_similarity(other, one, sort).score >= RESOLVES


@pytest.mark.parametrize(("one", "other", "sort"), OTHERS)
def test_different_names_never_resolve(one: str, other: str, sort: NameKind) -> None:
    assert name_similarity(one, other, sort).score < RESOLVES
    assert name_similarity(other, one, sort).score < RESOLVES


@pytest.mark.parametrize(
    ("one", "other", "sort", "reason"),
    [
        ("Boeing 737", "Boeing 747", "other", "the numbers differ"),
        ("gateway3", "gateway4", "other", "the numbers differ"),
        ("Paul Weber Jr", "Paul Weber Sr", "person", "the generations differ"),
        ("Nordwind AG", "Nordwind GmbH", "organization", "the legal forms differ"),
        ("Bob Miller", "Robert Miller", "person", "a short form of the name"),
        ("J. Smith", "John Smith", "person", "initials"),
        ("WHO", "World Health Organization", "organization", "its initials"),
        ("Ana", "Ana Souza", "person", "a part of the name"),
        ("Katarina Lindqvist", "Katarina Lindqist", "person", "written nearly the same"),
    ],
)
def test_a_score_comes_with_its_reason(one: str, other: str, sort: NameKind, reason: str) -> None:
    assert name_similarity(one, other, sort).reason == reason


def test_clearly_different_names_are_below_the_band_of_the_judge() -> None:
    assert name_similarity("Boeing 737", "Boeing 747").score < ASKED
    assert name_similarity("gateway3", "gateway4").score < ASKED
    assert name_similarity("tenant10", "tenant11", "person").score < ASKED
    assert name_similarity("Ana Souza", "Ana Lima", "person").score < ASKED


def test_a_letter_makes_another_given_name_but_a_misspelt_surname() -> None:
    assert name_similarity("Joan Fischer", "John Fischer", "person").score < RESOLVES
    assert name_similarity("John Fischer", "John Ficsher", "person").score >= RESOLVES


@given(st.text(max_size=30), st.text(max_size=30), st.sampled_from(["person", "organization", "other"]))
def test_a_score_is_between_0_and_1_and_the_same_both_ways(one: str, other: str, sort: NameKind) -> None:
    there, back = name_similarity(one, other, sort).score, name_similarity(other, one, sort).score
    assert 0 <= there <= 1
    assert there == pytest.approx(back)


@given(st.text(min_size=1, max_size=30))
def test_every_name_is_like_itself(name: str) -> None:
    assert name_similarity(name, name).score == 1
    assert name_similarity(name, name.upper(), "person").score >= RESOLVES or name.upper().casefold() != name.casefold()


def test_a_given_name_makes_a_name_look_like_a_person() -> None:
    assert looks_like_a_person("Robert Miller")
    assert not looks_like_a_person("Boeing 737")
    assert not looks_like_a_person("Population density")


@pytest.mark.parametrize(
    ("short", "long"),
    [("K8s", "Kubernetes"), ("i18n", "internationalization"), ("l10n", "Localization"), ("o11y", "observability"),
     ("NYC", "New York City"), ("N.Y.C.", "New York City"), ("BMW", "Bayerische Motoren Werke")],
)  # fmt: skip
def test_initials_and_a_number_for_letters_are_the_name(short: str, long: str) -> None:
    assert name_similarity(short, long).score >= RESOLVES
    assert name_similarity(long, short, "organization").score >= RESOLVES


@pytest.mark.parametrize(("short", "long"), [("LA", "Los Alamos"), ("d5n", "dominion"), ("B4e", "Bounce")])
def test_few_letters_are_for_a_judge_at_most(short: str, long: str) -> None:
    assert name_similarity(short, long).score < RESOLVES


@pytest.mark.parametrize(
    ("short", "long"),
    [("K8s", "Kubernetic"), ("K9s", "Kubernetes"), ("E2E", "edge"), ("NYC", "New York Town"), ("nyc", "New York")],
)  # fmt: skip
def test_other_letters_are_another_name(short: str, long: str) -> None:
    assert name_similarity(short, long).score < ASKED


def test_a_person_has_no_number_for_letters() -> None:
    assert name_similarity("k8s", "Kubernetes", "person").score < ASKED


@pytest.mark.parametrize(
    ("name", "forms"),
    [("New York City", ("nyc",)), ("Kubernetes", ("k8s",)), ("Postgres", ("p6s",)), ("Redis", ()), ("Acme Labs", ())],
)
def test_a_name_is_looked_up_by_its_short_forms(name: str, forms: tuple[str, ...]) -> None:
    assert short_forms(name) == forms


@pytest.mark.parametrize(
    ("owner", "other"),
    [
        ("Odile Marchetti", "Odile Marchetti's landlord"),
        ("Odile", "the landlord of Odile Marchetti"),
        ("小林", "小林的房东"),
    ],
)
def test_an_owner_is_not_who_or_what_is_named_as_the_owners(owner: str, other: str) -> None:
    assert name_similarity(owner, other, "person").score < ASKED


def test_a_name_in_small_letters_keeps_its_surname_behind_a_particle() -> None:
    assert name_similarity("odile de castro", "castro", "person").score >= ASKED


def test_two_letters_of_a_short_surname_are_for_a_judge_and_two_of_a_long_one_are_not() -> None:
    assert ASKED <= name_similarity("Odile Brandel", "Odile Brundol", "person").score < 0.85
    assert name_similarity("Odile Brandelmann", "Odile Brundolmann", "person").score >= 0.85
