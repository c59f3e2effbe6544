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
        ("When was it bought?", "In Porto. When was it bought?"),
        ("Qual é o nome dela?", "Qual é o nome de Mira?"),
        ("Who gave her a book?", "Who gave Mira a book?"),
        ("Où travaille-t-elle ?", "Où travaille-t-Mira ?"),
        ("¿Y Bruno?", "Where does Bruno live?"),
        ("Aber Bruno?", "Where does Bruno live?"),
        ("And in Faro?", "In Porto. And in Faro?"),
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
        "And where is Bruno?",
        "And where do I live?",
        "What about me?",
        "Und wo wohne ich?",
        "Does Bruno like his job?",
        "Did Ana say where she lives?",
        "¿Está Bruno en su casa?",
        "Mag Bruno seinen Job?",
        "Où Marie habite-t-elle ?",
        "Onde o Bruno guarda os seus livros?",
        "Who works in IT?",
        "What is the project that Ana leads?",
        "O que a Ana fez esse ano?",
        "Quelle heure est-il ?",
        "Können Sie mir sagen, wo Bruno wohnt?",
        "Wie ist Ihr Name?",
        "Ou habite Marie ?",
        "?!",
        "she " * 41,
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
    found = with_recent("And Bruno?", ["Do people like it?"], BOTH)
    assert found.text == "Do people like it? And Bruno?"


def test_the_question_before_is_the_last_that_names_somebody() -> None:
    turns = ["I wonder. Where does Mira live?", "In Porto. Would you like to know more?"]
    assert with_recent("And Bruno?", turns, BOTH).text == "Where does Bruno live?"
    turns = ["Who lives in C++ (Town)?"]
    assert with_recent("And in Faro?", turns, NamedBefore(thing=named("C++ (Town)"))).text == "Who lives in Faro?"


def test_a_person_is_no_thing() -> None:
    found = with_recent("Where does she work?", ["My sister moved to Porto."], NamedBefore(thing=named("Porto")))
    assert found.text == "My sister moved to Porto. Where does she work?"
