"""Long content in pieces."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from graphmem.ingest.chunking import chunks


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
