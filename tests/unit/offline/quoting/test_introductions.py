"""Quotations that words introduce."""

from __future__ import annotations

import pytest

from graphmem_offline.quoting.introductions import own_words


def own(text: str, speaker: str = "Ana", *, quoted: bool = False) -> str:
    return own_words(text, speaker, quoted=quoted).strip()


@pytest.mark.parametrize(
    "text",
    [
        "My landlord texted: I am moving to Kassel.",
        "My uncle always told us: I was born in Kassel.",
        "Mein Chef schrieb: Ich ziehe nach Kassel.",
        "Mi abuela decía: Nací en Kassel.",
        "Mon patron a écrit : J'habite à Kassel.",
        "Meu chefe disse: Moro em Kassel agora.",
        "Mia nonna diceva: Sono nata a Kassel.",
        "Tom said, I live in Kassel.",
        "The bio says: I live in Kassel.",
        "Tom: I live in Kassel now",
        "Pablo: vivo en Kassel",
    ],
)
def test_somebody_elses_words_are_not_the_speakers(text: str) -> None:
    assert "Kassel" not in own(text)


@pytest.mark.parametrize(
    "text",
    [
        "Translate this into Polish: I live in Kassel.",
        "Please proofread the following paragraph:\n\nI live in Kassel.\n\nI work at Brox in Kassel.",
        "I live in Kassel. Translate that to French, please.",
        "Fix the grammar: I lives in Kassel.",
        "Make this more polite: I live in Kassel.",
        "How do you say I live in Kassel in Norwegian?",
        "Continue the story: I woke up in Kassel.",
        "Here are the lyrics: I was born in Kassel",
        "Übersetze bitte ins Englische: Ich wohne in Kassel.",
        "Kannst du diesen Satz korrigieren: Ich wohne im Kassel.",
        "Traduce al inglés: Vivo en Kassel.",
        "Traduis en anglais : J'habite à Kassel.",
        "Traduza para o inglês: Moro em Kassel.",
        "Traduci in inglese: Abito a Kassel.",
        "put this in plainer words, please: I live in Kassel.",
        "Bring das mal ins Norwegische: Ich wohne in Kassel.",
        "Pásame esto al sueco: vivo en Kassel.",
        "Passe isto para norueguês: moro em Kassel.",
        "Mets ça en suédois, stp : j'habite à Kassel.",
    ],
)
def test_a_text_to_work_on_is_not_the_speakers(text: str) -> None:
    assert "Kassel" not in own(text)


@pytest.mark.parametrize(
    "text",
    [
        "For example, I live in Kassel. I work at Brox in Kassel.",
        "Let's pretend I live in Kassel.",
        "In my novel I live in Kassel.",
        "Act as an interviewer. I am a nurse from Kassel.",
        "Zum Beispiel wohne ich in Kassel.",
        "Imagínate que vivo en Kassel.",
        "Dans mon roman, j'habite à Kassel.",
        "Vamos fingir que eu moro em Kassel.",
        "Per esempio, abito a Kassel.",
    ],
)
def test_an_invented_case_is_not_the_speakers(text: str) -> None:
    assert own(text) == ""


def test_a_letter_to_the_speaker_or_signed_by_somebody_else_is_not_theirs() -> None:
    assert own("Hi Ana,\nI moved to Kassel.") == ""
    assert own("I live in Kassel.\n\nKind regards,\nTom Weller") == ""
    assert own("I live in Kassel.\n\nKind regards,\nAna") != ""
    assert own("Hi Bruno, I live in Kassel.") != ""


@pytest.mark.parametrize(
    "text",
    [
        "Good news: I live in Kassel!",
        "As I said: I live in Kassel.",
        "I told my boss I live in Kassel.",
        "Remember this: I live in Kassel.",
        "Keep this in mind: I live in Kassel.",
        "Note this for later: I live in Kassel.",
        "Add this to my list: I live in Kassel.",
        "Añade esto a mi lista: vivo en Kassel.",
        "Ajoute ça à ma liste : j'habite à Kassel.",
        "Recuerda: vivo en Kassel.",
        "Tell my mom: I live in Kassel.",
        "Let me tell you something: I live in Kassel.",
        "Change of plans: we live in Kassel now.",
        "Could you check the weather? I live in Kassel.",
        "My sister writes novels in Kassel.",
        "Ich habe gesagt: Ich wohne in Kassel.",
        "Bonne nouvelle : j'habite à Kassel.",
        "I live in Kassel.\nThanks, Bruno",
        "Ana: I live in Kassel",
    ],
)
def test_what_the_speaker_says_stays(text: str) -> None:
    assert own(text) == text


def test_only_the_quotation_counts_where_a_request_has_one() -> None:
    text = "I live in Ulm. Could you proofread this line:                ?"
    assert own(text, quoted=True) == "I live in Ulm."
    assert own(text, quoted=False) == "I live in Ulm."


def test_a_sentence_of_a_novel_does_not_take_the_next_one_with_it() -> None:
    assert own("I play a monk in my novel. I live in Ulm.").endswith("I live in Ulm.")
    assert own("In my novel I am a monk. I live in Ulm.") == ""
