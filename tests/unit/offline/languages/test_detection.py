"""The guess of the language."""

from __future__ import annotations

import pytest

from graphmem_offline.languages.detection import language_of, language_read


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("I live in Porto and work at Acme.", "en"),
        ("Eu moro em São Paulo e trabalho na Petrobras.", "pt"),
        ("Yo vivo en Madrid y trabajo en una escuela.", "es"),
        ("Ich wohne in Berlin und bin Lehrer.", "de"),
        ("J'habite à Paris avec ma soeur, je suis là.", "fr"),
        ("Adoro nadar.", "pt"),
        ("Toco el violonchelo.", "es"),
        ("J'ai un chien.", "fr"),
        ("Ich mag Tee.", "de"),
        ("Dancing helps me de-stress.", "en"),
        ("Ana de la Cruz told me.", "en"),
        ("I had a soy latte.", "en"),
        ("Solène Durand moved to Nice.", "en"),
        ("Porto", "en"),
        ("Meu Deus!", "en"),
    ],
)
def test_the_most_common_words_decide_the_language(text: str, language: str) -> None:
    assert language_of(text).code == language


@pytest.mark.parametrize(
    ("code", "text", "read"),
    [("de", "I live in Porto.", "de"), ("pt-BR", "I live in Porto.", "pt"), ("nl", "Ik woon in Porto.", "en"),
     (None, "Eu moro no Porto.", "pt")],
)  # fmt: skip
def test_the_language_that_is_named_is_read_and_english_where_it_has_no_grammar(
    code: str | None, text: str, read: str
) -> None:
    assert language_read(code, text).code == read
