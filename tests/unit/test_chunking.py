"""Long content in pieces."""

from __future__ import annotations

import itertools
import re

from hypothesis import given, strategies as st

from graphmem.graph.statements import cypher_root
from graphmem.ingest.episodes.chunks import BEFORE_CHARS, chunks, context_of


def test_short_content_is_one_piece() -> None:
    assert chunks("short", 100) == ["short"]


def test_pieces_end_at_sentences_and_overlap() -> None:
    text = " ".join(f"This is sentence number {n}." for n in range(200))
    pieces = chunks(text, 1000)
    assert len(pieces) > 3
    assert all(piece.rstrip().endswith(".") for piece in pieces)
    assert all(later[:50] in earlier for earlier, later in itertools.pairwise(pieces))


@given(st.text(max_size=3000), st.integers(700, 900))
def test_nothing_is_lost_and_no_piece_is_too_long(text: str, size: int) -> None:
    pieces = chunks(text, size)
    assert all(len(piece) <= size for piece in pieces)
    position = 0
    for piece in pieces:
        found = text.find(piece, max(0, position - 301))
        assert 0 <= found <= position
        position = found + len(piece)
    assert position == len(text)


def test_the_context_of_a_turn_holds_beginnings_of_the_two_before_it() -> None:
    assert context_of("now", ["nearest", "far"]) == "far\nnearest\nnow"
    assert context_of("now", ["x" * 2000]) == "x" * 400 + "\nnow"
    assert context_of("now", []) == "now"


def test_the_statements_tell_as_much_of_the_turn_before() -> None:
    texts = [path.read_text("utf8") for path in cypher_root().rglob("*.cypher")]
    told = [size for text in texts for size in re.findall(r"'\\n' \+ left\([^,]+, (\d+)\)", text)]
    assert told == [str(BEFORE_CHARS)] * 3


def test_a_long_turn_stands_for_itself() -> None:
    long = "word " * 300
    assert context_of(long, ["before"]) == long
