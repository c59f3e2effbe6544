"""What a question points back to."""

from __future__ import annotations

import pytest

from graphmem.recall.question.recent import NamedBefore, points_back, with_recent
from graphmem_contract.recall import SaidName


def named(name: str) -> SaidName:
    return SaidName(said="", entity_id=name.lower(), name=name, rule="named_before")


BOTH = NamedBefore(named("Mira"), named("Lumo"))


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Where does she live?", "Where does Mira live?"),
        ("What is her job?", "What is Mira's job?"),
        ("Who knows her?", "Who knows Mira?"),
        ("When was it bought?", "When was Lumo bought?"),
        ("What is its price?", "What is Lumo's price?"),
        ("Onde ela mora?", "Onde Mira mora?"),
        ("Qual é o seu trabalho?", "Qual é o trabalho de Mira?"),
        ("¿Dónde está su casa?", "¿Dónde está casa de Mira?"),
        ("Où est sa maison ?", "Où est maison de Mira ?"),
        ("Wo ist ihre Wohnung?", "Wo ist Wohnung von Mira?"),
        ("And where is the office?", "And where is the office Mira?"),
        ("And Bruno?", "Where does Bruno live?"),
        ("What about Bruno?", "Where does Bruno live?"),
        ("Und Bruno?", "Where does Bruno live?"),
        ("And where is Bruno?", "And where is Bruno?"),
        ("And the second one?", "In Porto. And the second one?"),
    ],
)
def test_the_question_is_searched_for_with_what_it_points_back_to(question: str, text: str) -> None:
    assert points_back(question)
    assert with_recent(question, ["Where does Mira live?", "In Porto."], BOTH).text == text


@pytest.mark.parametrize(
    "question",
    [
        "Where does Bruno live?",
        "Who is Bruno?",
        "What is the price of Lumo?",
        "Dónde vive el padre de Bruno?",
        "Wo ist das Büro von Bruno?",
        "",
    ],
)
def test_a_question_that_stands_alone_points_to_nothing(question: str) -> None:
    assert not points_back(question)


def test_where_nobody_was_named_the_turn_before_is_searched_for_too() -> None:
    found = with_recent("Where does she live?", ["We spoke of a friend."], NamedBefore())
    assert (found.text, found.said) == ("We spoke of a friend. Where does she live?", ())


def test_a_name_is_not_put_in_the_place_of_two() -> None:
    found = with_recent("And Bruno?", ["Does Mira like Lumo?"], BOTH)
    assert found.text == "Does Mira like Lumo? And Bruno?"
