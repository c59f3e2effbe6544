"""What the object of a verb is."""

from __future__ import annotations

import pytest

from graphmem.relations.objects import End, class_of, is_job, is_title, is_typed, kinds_of


@pytest.mark.parametrize(
    ("end", "text", "kinds"),
    [
        (End("Kiruna", "place"), "", {"place"}),
        (End("Corvane", "organization"), "", {"employer"}),
        (End("Harbour Choir", "organization"), "", {"club"}),
        (End("Università di Bari", "organization"), "", {"employer"}),
        (End("Universidad del Sur", "organization"), "", {"school"}),
        (End("Iron Gym", "organization"), "", set()),
        (End("Aurora", "organization"), "Edda joined Aurora, a choir in the port.", {"club"}),
        (End("Aurora", "organization"), "Edda joined the gym Aurora.", set()),
        (End("Corvane", "organization"), "Edda left the choir. She joined Corvane.", {"employer"}),
        (End("Corvane", "organization"), "Edda came on board at Corvane.", {"employer"}),
        (End("Corvane", "organization"), "Edda let her membership of the Corvane lapse.", {"club"}),
        (End("wheelbarrow"), "Edda bought a new wheelbarrow.", {"role", "bought"}),
        (End("eine Pfanne"), "Edda kaufte eine Pfanne.", {"role", "bought"}),
        (End("flour"), "Edda bought some flour.", {"role"}),
        (End("sandwich"), "Edda bought a sandwich.", {"role"}),
        (End("rowing club"), "", {"club"}),
        (End("the party"), "", {"role"}),
        (End("night shift"), "", set()),
        (End("Nachtschicht"), "", set()),
        (End("an old car"), "", {"thing"}),
        (End("milk"), "", {"role"}),
        (End("a kitten"), "", {"pet"}),
        (End("my job"), "", {"job"}),
        (End("team lead"), "", {"role"}),
        (End("CTO"), "", {"role"}),
        (End("Rust", "technology"), "", {"tool"}),
        (End("Kiruna"), "", None),
        (End("Kiruna", "other"), "", None),
        (End("Kiruna", "asteroid"), "", None),
    ],
)
def test_type_and_words_tell_the_kind(end: End, text: str, kinds: set[str] | None) -> None:
    assert kinds_of(end, text) == (None if kinds is None else frozenset(kinds))


def test_a_job_title_is_told_by_its_words() -> None:
    assert is_title(End("head of sales"))
    assert is_title(End("Teamleiterin"))
    assert not is_title(End("vegetarian"))
    assert not is_title(End("team meeting"))


def test_a_job_may_be_named_without_an_employer() -> None:
    assert all(map(is_job, ("job", "my job", "o emprego", "son travail")))
    assert not any(map(is_job, ("Job Centre Plus", "her dream job in Oslo", "Corvane")))


def test_an_end_without_a_known_type_is_untyped() -> None:
    assert is_typed(End("Ana", "Person"))
    assert not is_typed(End("Ana", "other"))
    assert not is_typed(End("Ana"))


def test_a_noun_behind_a_verb_says_what_its_object_is() -> None:
    assert class_of("band") == class_of("verein") == "club"
    assert class_of("entreprise") == "employer"
    assert class_of("back") is None
