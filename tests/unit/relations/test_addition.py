"""Words that let a value come beside others."""

from __future__ import annotations

import pytest

from graphmem.relations.addition import says_also


@pytest.mark.parametrize(
    "text",
    [
        "I'm also the treasurer of the club.",
        "Ana works at the bakery too.",
        "On weekends Ana sells bread.",
        "Ela também trabalha na padaria.",
        "También soy entrenadora.",
        "Elle est aussi trésorière.",
        "Nebenbei arbeitet sie in einer Bäckerei.",
        "Lavora anche in una libreria.",
    ],
)
def test_these_words_add(text: str) -> None:
    assert says_also(text)


@pytest.mark.parametrize(
    "text", ["I work at Globex now.", "I also moved to Porto.", "Ana is the treasurer.", "Sie ist auch umgezogen."]
)
def test_a_change_or_a_plain_sentence_adds_nothing(text: str) -> None:
    assert not says_also(text)
