"""The pipeline's second parse of names, and the guess of the language."""

from __future__ import annotations

import pytest

from graphmem.models.offline.parser import language_of
from tests.unit.models.offline.reading import parsed


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("I live in Porto and work at Acme.", "en"),
        ("Eu moro em São Paulo e trabalho na Petrobras.", "pt"),
        ("Yo vivo en Madrid y trabajo en una escuela.", "es"),
        ("Ich wohne in Berlin und bin Lehrer.", "de"),
        ("J'habite à Paris avec ma soeur, je suis là.", "fr"),
        ("Porto", "en"),
        ("Meu Deus!", "en"),
    ],
)
def test_the_most_common_words_decide_the_language(text: str, language: str) -> None:
    assert language_of(text) == language


@pytest.mark.needs_spacy
def test_a_name_at_the_start_is_a_name_and_the_words_stay() -> None:
    text = "Ana, the CEO of Globex, moved to Berlin."
    doc = parsed(text)
    assert doc.text == text
    assert (doc[0].text, doc[0].lemma_, doc[0].tag_) == ("Ana", "Ana", "NNP")
