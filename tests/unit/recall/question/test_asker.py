"""The words of the first person are those of the asker, in each language; all other words stay."""

from __future__ import annotations

import pytest

from graphmem.recall.question.asker import as_asked_by
from graphmem.recall.question.question_words import data_rows


@pytest.mark.parametrize(
    ("question", "meant"),
    [
        ("Where do I live?", "Where do Ana live?"),
        ("Where did I’ve to be?", "Where did Ana  to be?"),
        ("Who told me that?", "Who told Ana that?"),
        ("What is my sister's job?", "What is Ana's sister's job?"),
        ("Which cup is mine?", "Which cup is Ana?"),
        ("Onde moro?", "Onde moro Ana?"),
        ("Para quem é que eu trabalho?", "Para quem é que Ana trabalho?"),
        ("Onde mora a minha irmã?", "Onde mora a irmã de Ana?"),
        ("¿Dónde vivo?", "¿Dónde vivo Ana?"),
        ("¿Cuál es mi ciudad?", "¿Cuál es ciudad de Ana?"),
        ("Où est-ce que j'habite ?", "Où est-ce que Ana habite ?"),
        ("Où travaille mon frère ?", "Où travaille frère de Ana ?"),
        ("Quels sont mes projets ?", "Quels sont projets de Ana ?"),
        ("Wo wohne ich?", "Wo wohne Ana?"),
        ("Wo ist mein Büro?", "Wo ist Büro von Ana?"),
    ],
)
def test_the_asker_stands_in_the_place_of_the_first_person(question: str, meant: str) -> None:
    assert as_asked_by("Ana", question) == meant


@pytest.mark.parametrize(
    "question",
    [
        "",
        "Where does Bruno live?",
        "What did he say in May?",
        "¿Qué pasó este mes?",
        "¿Qué trabajo tiene Bruno?",
        "Quando o Bruno mora em Porto?",
        "Wo wohnt Bruno?",
        "Où habite Bruno ?",
        "Where is the IMEI kept?",
    ],
)
def test_a_question_that_does_not_speak_of_the_asker_stays(question: str) -> None:
    assert as_asked_by("Ana", question) == question


def test_each_language_of_questions_has_its_first_person() -> None:
    rows = list(data_rows("asking_first_person.txt"))
    assert [row[0] for row in rows] == [row[0] for row in data_rows("asking_function_words.txt")]
    assert all(row[1] and row[2] and row[3] for row in rows)
