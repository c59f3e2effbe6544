"""The words of a question in five languages: language, gloss, and the words that ask for something."""

from __future__ import annotations

import pytest

from graphmem.recall.question.question_words import (
    GLOSSED,
    asks_ahead,
    asks_for_history,
    asks_for_news,
    content_of,
    data_rows,
    function_words,
    glossed,
    is_question_word,
    language_of,
)


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("where does the neighbour sing", "en"),
        ("wo singt die nachbarin", "de"),
        ("onde canta a vizinha", "pt"),
        ("donde canta la vecina", "es"),
        ("ou chante la voisine", "fr"),
        ("zzzz", "en"),
        ("", "en"),
    ],
)
def test_the_function_words_tell_the_language(question: str, language: str) -> None:
    assert language_of(question.split()) == language


@pytest.mark.parametrize(
    ("question", "gloss"),
    [
        ("wo wohnt", ["where", "live home"]),
        ("onde mora", ["where", "live home"]),
        ("donde vive", ["where", "live home"]),
        ("ou habite", ["where", "live home"]),
        ("where does live", ["where", "does", "live"]),
        ("wer unterrichtet xyz", ["who", "teaches teacher", "xyz"]),
    ],
)
def test_words_are_glossed_in_english_and_unknown_ones_stay(question: str, gloss: list[str]) -> None:
    assert [word.english for word in glossed(question.split())] == gloss


def test_the_longest_entry_decides_and_an_entry_of_two_words_needs_both() -> None:
    assert [word.english for word in glossed(["onde", "morreu"])] == ["where", "died death"]
    assert [word.english for word in glossed(["quand", "est", "ne"])] == ["when", "born", ""]
    assert [word.english for word in glossed(["qui", "ne", "vient"])][1] == ""


def test_function_words_ask_for_nothing() -> None:
    assert [word.content for word in glossed(["wer", "ist", "der", "chef"])] == [False, False, False, True]
    assert [word.content for word in glossed(["who", "is", "the", "boss"])] == [False, False, False, True]


def test_the_content_of_a_text_is_what_is_no_function_word() -> None:
    assert content_of("where does work") == "work"
    assert content_of("where is it") == "where is it"


def test_each_row_of_the_data_has_its_columns_in_lower_case_without_accents() -> None:
    for row in data_rows("asking_words.txt"):
        assert len(row) == 1 + len(GLOSSED), row
        assert row[0], row
        for cell in row[1:]:
            assert cell.isascii(), row
            assert cell == cell.lower(), row
    assert set(function_words()) == {"en", *GLOSSED}


@pytest.mark.parametrize(
    "question",
    [
        "List all that the choir's conductor has been over time, earliest first.",
        "Who was the previous head chef?",
        "Which clinics have we had so far? Name all of them.",
        "Where did Ana used to live?",
        "Where did I live before?",
        "Where did I work before that?",
        "Where did Ana live?",
        "Where was she living in the past?",
        "In the past, which band was he in?",
        "Which firm did our founder work for?",
        "Did Ana live in Porto?",
        "Who was our coach originally?",
        "Onde é que eu morava antes?",
        "Onde a Ana trabalhava?",
        "¿Dónde vivía antes?",
        "¿Dónde vivía Ana?",
        "Où est-ce que j'habitais avant ?",
        "Où travaillait Ana ?",
        "Wo habe ich vorher gewohnt?",
        "Wo wohnte Ana damals?",
        "Quais foram todos os fornecedores da padaria?",
        "Onde a banda ensaiava anteriormente?",
        "¿Quiénes han sido todos los entrenadores?",
        "¿Cuál era el proveedor anterior?",
        "Liste tous les gardiens que nous avons eus au fil des ans.",
        "Qui était l’entraîneur précédent ?",
        "Welche Trainer hatten wir bisher? Nenne alle.",
        "Wer war früher die Hausärztin?",
    ],
)
def test_a_question_for_history_is_recognised(question: str) -> None:
    assert asks_for_history(question)


@pytest.mark.parametrize(
    "question",
    [
        "Who is the choir's conductor?",
        "Has Ana been to Porto?",
        "What should I do before the meeting?",
        "Where does Ana live?",
        "Where did Ana work on Friday?",
        "What did Ana buy?",
        "Did the update work?",
        "How many dinners have I attended in the past month?",
        "When did Maria take up community work?",
        "Who did Bruno work with on the bridge?",
        "What profession did I mention I work in?",
        "When did Ola start working out at the gym?",
        "Onde mora a Ana?",
        "¿Qué hago antes de la cena?",
        "Que faire avant le dîner ?",
        "Wo wohnt Ana?",
        "What are all the files that we need?",
        "How many years has Bruno worked there?",
        "Quem é o fornecedor da padaria?",
        "¿Quién es el entrenador?",
        "Qui est l'entraîneur ?",
        "Wer ist die Hausärztin?",
        "",
    ],
)
def test_a_question_for_what_holds_is_none_for_history(question: str) -> None:
    assert not asks_for_history(question)


@pytest.mark.parametrize(
    ("word", "language"),
    [
        ("where", "en"),
        ("city", "en"),
        ("tell", "en"),
        ("stadt", "de"),
        ("cidade", "pt"),
        ("ciudad", "es"),
        ("ville", "fr"),
    ],
)
def test_a_word_of_questions_asks_opens_a_question_or_says_what_is_asked_for(word: str, language: str) -> None:
    assert is_question_word(word, language)
    assert not is_question_word("quistan", language)


@pytest.mark.parametrize(
    "question",
    [
        "What is new?",
        "What's new",
        "What has changed lately?",
        "What happened recently?",
        "Any news?",
        "Catch me up.",
        "O que há de novo?",
        "¿Qué ha cambiado últimamente?",
        "Quoi de neuf ?",
        "Was gibt’s Neues?",
        "Che c'è di nuovo?",
    ],
)
def test_a_question_for_news_names_nothing(question: str) -> None:
    assert asks_for_news(question)


@pytest.mark.parametrize(
    "question",
    [
        "What is new at the bakery?",
        "What changed in March?",
        "What happened to Ana recently?",
        "Was ist neu an der Küche?",
        "What is the newest book of Ana?",
        "O que mudou na padaria?",
        "new",
        "",
    ],
)
def test_a_question_about_something_is_none_for_news(question: str) -> None:
    assert not asks_for_news(question)


@pytest.mark.parametrize(
    "question",
    [
        "What changes next month?",
        "What starts tomorrow?",
        "O que muda no próximo mês?",
        "¿Qué cambia el próximo mes?",
        "Qu'est-ce qui change le mois prochain ?",
        "Was ändert sich im nächsten Monat?",
        "Cosa cambia il mese prossimo?",
    ],
)
def test_a_question_about_changes_to_come_asks_ahead(question: str) -> None:
    assert asks_ahead(question)
    assert not asks_ahead("What changed last month?")
