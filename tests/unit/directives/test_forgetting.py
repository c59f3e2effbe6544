"""Words by which people may ask to forget something, in five languages."""

from __future__ import annotations

import pytest

from graphmem.directives.forgetting import may_ask_to_forget


@pytest.mark.parametrize(
    "text",
    [
        "Please delete that.", "Forget the gate code.", "Don’t keep that.", "don't remember my address",
        "Do not store it, please.",
        "Esquece isso.", "Apague o código.", "Não guarde isso.", "Olvida lo del médico.", "No guardes eso.", "Borra eso.",
        "Oublie ça.", "N'enregistre pas ça.", "Efface l'adresse.", "Vergiss das bitte.", "Merk dir das nicht.",
        "Lösche den Code.",
    ],
)  # fmt: skip
def test_such_words_are_seen(text: str) -> None:
    assert may_ask_to_forget(text)


@pytest.mark.parametrize("text", ["I live in Rome.", "We keep bees.", "Our house is old.", "Wir wohnen in Ulm.", ""])
def test_other_texts_have_none(text: str) -> None:
    assert not may_ask_to_forget(text)
