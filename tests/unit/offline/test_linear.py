"""Reading takes steps in proportion to the text: twice the text, twice the steps, whatever it repeats.

Steps are lines of Python run in the offline extractor, and characters that the tokenizer's patterns are given.
"""

from __future__ import annotations

from typing import Any

import pytest

from graphmem.claims import Request
from graphmem_offline import parser
from graphmem_offline.reader import MOST_GUESSES, Reader
from tests.unit.counted_lines import counted_lines
from tests.unit.offline.reading import NOW, parsed

pytestmark = pytest.mark.needs_spacy
HOSTILE = (
    '"', "1 ", "Ana, ", "Ana's ", "my sister Ana and ", "I ate and ", "since 2019 ", "Ana: hi\n",
    "I got a puppy. His name is Rex. ", "he is my son's friend. ",
)  # fmt: skip
OTHER_LANGUAGES = ("eu moro em Braga e ", "meu irmão Rui ", "Rui ", "em 2019 eu gosto de ", "Rui. Ana, ")


def steps(text: str, **more: Any) -> int:
    reader = Reader(Request(text, NOW, speaker="Beatriz", **more))
    with counted_lines() as lines:
        reader.read()
    return lines()


def numbered(piece: str, size: int) -> str:
    """Repeat a piece with a number in every name, so that nothing is known already."""
    parts: list[str] = []
    length = 0
    while length < size:
        parts.append(
            piece.replace("Ana", f"Ana{len(parts)}")
            .replace("Rex", f"Rex{len(parts)}")
            .replace("Rui", f"Rui{len(parts)}")
        )
        length += len(parts[-1])
    return "".join(parts)


@pytest.fixture(autouse=True)
def _short_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    """A walk over a whole sentence is bounded by its length; texts of a few hundred words have many of these."""
    parsed("The parser is loaded.")
    monkeypatch.setattr(parser, "LONGEST_SENTENCE", 40)


@pytest.mark.parametrize("piece", HOSTILE)
def test_twice_the_text_takes_twice_the_steps(piece: str) -> None:
    once, twice = (steps(numbered(piece, size)) for size in (700, 1_400))
    assert twice <= 2.4 * once + 2_000


@pytest.mark.parametrize("piece", OTHER_LANGUAGES)
def test_patterns_of_other_languages_are_linear_too(piece: str) -> None:
    once, twice = (steps(numbered(piece, size), language="pt") for size in (2_500, 5_000))
    assert twice <= 2.4 * once + 2_000 + MOST_GUESSES**2


@pytest.mark.parametrize("sign", ['"', "(", "x", "日", "-", "x."])
def test_the_tokenizer_is_not_given_the_same_signs_again_and_again(sign: str, monkeypatch: pytest.MonkeyPatch) -> None:
    tokenizer = parser.load().tokenizer
    given: list[int] = []
    for name in ("prefix_search", "suffix_search"):
        search = getattr(tokenizer, name)

        def counting(text: str, search: Any = search) -> Any:
            given.append(len(text))
            return search(text)

        monkeypatch.setattr(tokenizer, name, counting)
    tokenizer._flush_cache() if hasattr(tokenizer, "_flush_cache") else None
    for size in (2_000, 4_000):
        given.append(-1)
        parser._tokenised(parser.load(), sign * size)
    half = given.index(-1, 1)
    assert sum(given[half:]) <= 2.4 * sum(given[:half]) + 2_000


def test_a_sentence_without_an_end_is_cut_and_others_are_not() -> None:
    doc = parsed("I like tea and " * 200)
    assert max(len(sentence) for sentence in doc.sents) <= 40
    whole = parsed("I like tea and I like milk. " * 60)
    assert len(list(whole.sents)) == 60


def test_a_cut_run_keeps_every_sign() -> None:
    text = f"Look: {'ab' * 400} and {'-' * 150}\n done"
    assert parsed(text).text == text
