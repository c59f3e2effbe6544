"""What a question asks of the names in it: the words without the names, and its readings as two hops."""

from __future__ import annotations

import pytest

from graphmem.names.normalize import joined
from graphmem.recall.question.asked_relation import AskedRelation, longest_names, may_take_two_hops, read_asked

NAMES = {"mira": ["m"], "mira_s_canoe": ["c"], "tallis": ["t"], "blue_heron": ["b"]}


def read(question: str) -> AskedRelation:
    parts = joined(question).split("_")
    asked = read_asked(parts, longest_names(parts, NAMES))
    assert asked is not None, question
    return asked


def test_a_name_inside_a_longer_name_does_not_count() -> None:
    parts = joined("What colour is Mira's canoe?").split("_")
    assert longest_names(parts, NAMES) == {(3, 6): frozenset({"c"})}


def test_a_genitive_without_an_apostrophe_is_the_name() -> None:
    parts = joined("Wo wohnt Miras Trainer?").split("_")
    assert longest_names(parts, NAMES) == {(2, 3): frozenset({"m"})}


@pytest.mark.parametrize(
    ("question", "whole"),
    [
        ("Where does Mira live?", "where does live"),
        ("Wo wohnt Mira?", "where live home"),
        ("¿Qué vende Blue Heron?", "what sells"),
    ],
)
def test_the_names_are_left_out(question: str, whole: str) -> None:
    assert read(question).whole == whole
    assert read(question).ways == ()


@pytest.mark.parametrize(
    ("question", "via", "asked"),
    [
        ("Where does Mira's dentist live?", "dentist", "where does live"),
        ("Where does the dentist of Mira live?", "dentist", "where does live"),
        ("Wo wohnt Miras Chefin?", "boss manager", "where live home"),
        ("Wo wohnt die Chefin von Mira?", "boss manager", "where live home"),
        ("Onde mora o chefe de Mira?", "boss manager", "where live home"),
        ("Où habite le chef de Mira ?", "boss manager", "where live home"),
        ("¿Dónde vive el jefe de Mira?", "boss manager", "where live home"),
        ("What is the price of the boat that Mira repairs?", "boat that repairs", "what is price"),
        ("Welchen Status hat das Projekt, an dem Mira arbeitet?", "project work", "which status state"),
        ("When was the person that Mira trains born?", "person that trains", "when was born"),
    ],
)
def test_a_thing_that_is_named_by_a_relation_takes_two_hops(question: str, via: str, asked: str) -> None:
    ways = [(way.via, way.asked) for way in read(question).ways]
    assert (via, asked) in ways
    assert may_take_two_hops(joined(question).split("_"))


@pytest.mark.parametrize(
    "question", ["Who is Mira's dentist?", "Quem é o chefe de Mira?", "Wer ist der Chef von Mira?"]
)
def test_a_question_for_the_thing_itself_takes_one_hop(question: str) -> None:
    assert read(question).ways == ()


@pytest.mark.parametrize(
    ("question", "of_object"),
    [
        ("Who trains Mira?", True),
        ("Wer trainiert Mira?", True),
        ("Who is Mira's trainer?", False),
        ("Whom does Mira train?", False),
        ("Who is Mira dating?", False),
        ("Qui est le chef de Mira ?", False),
    ],
)
def test_a_question_for_the_subject_puts_the_name_at_the_other_end(question: str, of_object: bool) -> None:
    assert read(question).of_object is of_object


def test_a_question_of_names_alone_asks_for_nothing() -> None:
    parts = ["mira"]
    assert read_asked(parts, longest_names(parts, NAMES)) is None
    assert read_asked([], []) is None


def test_ordinary_questions_take_no_longer_walk() -> None:
    assert not may_take_two_hops(joined("Where does Mira live?").split("_"))


def test_a_known_name_is_no_word_for_a_longer_walk() -> None:
    names = {"silas": ["e1"], "mira": ["e2"], "leonardo_da_vinci": ["e3"]}
    for question in ("What did Silas say?", "What did Leonardo da Vinci paint?"):
        parts = joined(question).split("_")
        assert (may_take_two_hops(parts), may_take_two_hops(parts, names)) == (True, False)
    for question in ("Where does Silas's boss live?", "Wo wohnt Miras Chefin?"):
        assert may_take_two_hops(joined(question).split("_"), names)
