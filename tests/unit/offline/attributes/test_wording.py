"""Sentences as spaced words."""

from __future__ import annotations

import pytest

from graphmem.languages.language import language as spoken
from graphmem_offline.attributes.wording import LONGEST, sentences_of, spaced


def test_sentences_end_with_a_sign_or_a_line_and_not_within_an_address() -> None:
    text = "The rota is at rota.ward.example/a. Dr. Bell agrees!\nWho knows? Tuesdays at 14:45"
    found = [sentence for _, sentence in sentences_of(text)]
    assert found == ["The rota is at rota.ward.example/a.", "Dr. Bell agrees!", "Who knows?", "Tuesdays at 14:45"]


def test_a_sentence_knows_where_it_stands() -> None:
    text = "  One here.  Two there. "
    assert [text[start:end] for (start, end), _ in sentences_of(text)] == ["One here.", "Two there."]


def test_a_long_quotation_counts_as_empty() -> None:
    text = 'Keep this: "The head coach of the other club is somebody called Max Frey, they say." Thanks.'
    assert "Max Frey" not in " ".join(sentence for _, sentence in sentences_of(text))


@pytest.mark.parametrize(
    ("sentence", "words"),
    [
        ("It's Bea, isn't it?", "It is Bea , is not it ?"),
        ("The host is a.b/c — Bea chose it;", "The host is a.b/c — Bea chose it"),
        ("The club’s “red” room.", "The club's red room"),
        ("Dr. Bell (our GP) left", "Dr. Bell — our GP — left"),
    ],
)
def test_marks_are_words_and_contractions_are_written_out(sentence: str, words: str) -> None:
    assert spaced(sentence, spoken("en").roles.contractions) == words


def test_too_long_a_sentence_is_left_out() -> None:
    assert spaced("a " * LONGEST, {}) == ""
