"""The direction of dates in words."""

from __future__ import annotations

import pytest

from graphmem.relations.direction import MOST_TEXT, clause_of, is_put_off, lies_ahead, sentences_of, tense_of_clause

AHEAD = [
    ("Estou em casa da minha tia até maio.", "maio"),
    ("I gave notice, my last day at Corvane is June 30.", "June 30"),
    ("I will start there in September.", "in September"),
    ("I'm leaving Corvane on Friday.", "Friday"),
    ("My new job starts Monday.", "Monday"),
    ("We're moving in May.", "in May"),
    ("Deixo a Corvane em julho.", "em julho"),
    ("Vou começar em setembro.", "em setembro"),
    ("Começo na Corvane em maio.", "em maio"),
    ("El mes que viene me mudo a Jaca.", "el mes que viene"),
    ("Empiezo en mayo.", "en mayo"),
    ("Me mudaré en mayo.", "en mayo"),
    ("On déménage à Nîmes fin août.", "fin août"),
    ("Je quitte Corvane le 30 juin.", "le 30 juin"),
    ("Je commencerai en mai.", "en mai"),
    ("Mein letzter Tag ist der 30. Juni.", "30. Juni"),
    ("Ich fange im Mai bei Corvane an.", "im Mai"),
    ("Wir ziehen im Mai um.", "im Mai"),
    ("I'm being transferred to the harbour office on 4 May.", "on 4 May"),
    ("The keys are handed over on Friday.", "on Friday"),
    ("The opening has been pushed back to 2 June.", "2 June"),
]
BEHIND = [
    ("I left Corvane on Friday.", "Friday"),
    ("We moved in May, boxes everywhere!", "in May"),
    ("I joined on 12 May, they are nice.", "12 May"),
    ("I'm back in Jaca since May.", "since May"),
    ("Since March I have a new boss.", "March"),
    ("Saí da Corvane em julho.", "em julho"),
    ("Comecei em setembro.", "em setembro"),
    ("Moro aqui desde maio.", "desde maio"),
    ("Me mudé a Jaca en mayo.", "en mayo"),
    ("Ha empezado en mayo.", "en mayo"),
    ("Dejó la empresa en mayo.", "en mayo"),
    ("J'ai quitté Corvane le 30 juin.", "le 30 juin"),
    ("On s'est mariés en septembre.", "en septembre"),
    ("Ich habe im Mai bei Corvane angefangen.", "im Mai"),
    ("Wir sind im Mai nach Kiel gezogen.", "im Mai"),
    ("Back in Jaca, May.", "May"),
    ("She was transferred in May.", "in May"),
    ("Da maggio sto a Lecce.", "maggio"),
]


@pytest.mark.parametrize(("message", "words"), AHEAD)
def test_a_date_in_a_clause_about_the_present_or_the_future_lies_ahead(message: str, words: str) -> None:
    assert lies_ahead(words, message, "")


@pytest.mark.parametrize(("message", "words"), BEHIND)
def test_a_date_in_a_clause_about_the_past_lies_behind(message: str, words: str) -> None:
    assert not lies_ahead(words, message, "")


@pytest.mark.parametrize(
    ("message", "ahead"),
    [
        ("I'm in Oslo until Friday.", True),
        ("Bis Freitag in Kiel!", True),
        ("I was in Oslo until Friday.", False),
        ("Estive lá até sexta.", False),
    ],
)
def test_an_end_lies_ahead_unless_it_is_told_in_the_past(message: str, ahead: bool) -> None:
    words = "sexta" if "sexta" in message else "Freitag" if "Freitag" in message else "until Friday"
    assert lies_ahead(words, message, "", until=True) is ahead


def test_the_sentence_of_the_claim_counts_where_the_message_lacks_the_words() -> None:
    assert lies_ahead("in June", "See you then!", "Edda starts at Corvane in June.")
    assert not lies_ahead("in June", "See you then!", "Edda started at Corvane in June.")


def test_a_clause_without_a_verb_is_read_with_its_sentence() -> None:
    assert clause_of("We met. I moved, in May.", "May") == "I moved, in May."
    assert clause_of("I moved in May and I like it.", "in May") == "I moved in May"
    assert clause_of("I moved.", "May") is None
    assert tense_of_clause("nice place") is None
    assert is_put_off("The trip slipped to August.")


def test_only_the_beginning_of_a_long_text_is_read() -> None:
    long = "ich bin hier " * 2_000
    assert clause_of(long + "in May.", "in May") is None
    assert len("".join(sentences_of(long))) <= MOST_TEXT
