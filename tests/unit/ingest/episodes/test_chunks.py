"""Long content in chunks, and a chat in turns, as they are searched."""

from __future__ import annotations

import itertools
import re
from datetime import timedelta
from typing import Any

from hypothesis import given, strategies as st

from graphmem.graph.statements import cypher_root
from graphmem.ingest.episodes.chunks import (
    BEFORE_CHARS,
    CONTEXT_CHARS,
    Piece,
    chunks,
    context_of,
    pieces_of_text,
)
from graphmem.ingest.episodes.input import EpisodeInput
from graphmem.ingest.episodes.pieces import MOST_TURNS, pieces_of_turns, time_of_turn, turns_of
from graphmem_contract.records import Message
from tests.unit.ingest.building import MOMENT
from tests.unit.ingest.claim_building import settings


def test_short_content_is_one_piece() -> None:
    assert chunks("short", 100) == ["short"]
    assert chunks("x" * 100, 100) == ["x" * 100]


@given(st.text(max_size=3000), st.integers(201, 1200))
def test_the_number_of_pieces_is_bounded_by_the_length(text: str, size: int) -> None:
    assert len(chunks(text, size)) <= 1 + len(text) / (0.3 * size)


def test_small_pieces_repeat_less_of_the_piece_before() -> None:
    text = " ".join(f"This is sentence number {n}." for n in range(29))
    assert len(text) > 750
    assert len(chunks(text, 250)) <= 6


def test_pieces_end_at_sentences_and_overlap() -> None:
    text = " ".join(f"This is sentence number {n}." for n in range(200))
    pieces = chunks(text, 1000)
    assert len(pieces) > 3
    assert all(piece.rstrip().endswith(".") for piece in pieces)
    assert all(later[:50] in earlier for earlier, later in itertools.pairwise(pieces))


def test_a_paragraph_is_the_best_place_to_cut_then_a_line_then_a_sentence() -> None:
    first, second, third = ("word. " * 50).strip(), ("word. " * 15).strip(), "word and " * 40
    assert chunks(f"{first}\n\n{second}\n{third}", 500)[0] == f"{first}\n\n"
    assert chunks(f"{first}\n{second} {third}", 500)[0] == f"{first}\n"
    assert chunks(f"{first} {second} {third}", 500)[0] == f"{first} {second} "


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


def test_the_last_piece_ends_with_the_content_and_there_is_no_other_after_it() -> None:
    assert [len(piece) for piece in chunks("x" * 1000, 500)] == [500, 500, 200]
    *others, last = chunks("word " * 200 + "end", 500)
    assert last.endswith(" word end")
    assert not any("end" in piece for piece in others)


def test_the_context_of_a_turn_holds_beginnings_of_the_two_before_it() -> None:
    assert context_of("now", ["nearest", "far"]) == "far\nnearest\nnow"
    assert context_of("now", ["x" * 2000]) == "x" * 400 + "\nnow"
    assert context_of("now", []) == "now"


def test_the_statements_tell_as_much_of_the_turn_before() -> None:
    texts = [path.read_text("utf8") for path in cypher_root().rglob("*.cypher")]
    told = [size for text in texts for size in re.findall(r"'\\n' \+ left\([^,]+, (\d+)\)", text)]
    assert told == [str(BEFORE_CHARS)] * 6


def test_a_long_turn_stands_for_itself() -> None:
    long = "word " * 300
    assert context_of(long, ["before"]) == long
    assert context_of("x" * CONTEXT_CHARS, ["before"]).startswith("before\n")


# --------------------------------------------------------------------------- turns


def chat(*contents: str, **more: Any) -> EpisodeInput:
    messages = tuple(Message(content=content, name=f"P{n}") for n, content in enumerate(contents))
    return episode("\n".join(contents), messages=messages, **more)


def episode(content: str, **more: Any) -> EpisodeInput:
    return EpisodeInput("b", "e", content, MOMENT, settings(chunk_chars=500), **more)


def test_a_short_text_has_no_pieces_and_a_long_one_its_chunks() -> None:
    assert pieces_of_text("x" * 500, 500) == []
    assert [piece.content for piece in pieces_of_text("x" * 501, 500)] == chunks("x" * 501, 500)


def test_a_turn_is_searched_with_its_date_and_the_turn_before_it() -> None:
    first, second, third = pieces_of_turns(chat("Hello", "Hi", "Bye"))
    assert first == Piece("Hello", "P0: Hello", "1 May 2024\nP0: Hello", "P0: Hello", "P0")
    assert second.search == "1 May 2024\nP0: Hello\nP1: Hi"
    assert third.search == "1 May 2024\nP1: Hi\nP2: Bye"
    assert third.context == "P0: Hello\nP1: Hi\nP2: Bye"


def test_a_turn_that_is_too_long_is_searched_by_its_chunks() -> None:
    pieces = pieces_of_turns(chat("Hello", "word " * 150))
    assert [piece.content for piece in pieces[1:]] == chunks("P1: " + "word " * 150, 500)


def test_an_episode_of_one_turn_is_searched_as_it_is() -> None:
    assert pieces_of_turns(episode("Hello", speaker="Ana")) == []
    assert pieces_of_turns(episode(" Hello ")) == []
    assert [piece.content for piece in pieces_of_turns(episode("Hello\n[laughs]"))] == ["Hello"], "without the remark"


def test_blank_lines_and_remarks_in_brackets_are_no_turns() -> None:
    turns = turns_of(episode("Hello\n\n[laughs]\n  Bye  \n[1] one\ntwo [2]", speaker="Ana"))
    assert [turn.words for turn in turns] == ["Hello", "Bye", "[1] one", "two [2]"]
    assert turns[0].line == "Ana: Hello"


def test_a_turn_of_a_chat_has_its_own_time_and_speaker() -> None:
    later = MOMENT + timedelta(days=1)
    messages = (Message(content="Hello", role="assistant"), Message(content="Hi", name="Ana", time=later))
    turns = turns_of(episode("x", messages=messages))
    assert [(turn.at, turn.speaker) for turn in turns] == [(MOMENT, "assistant"), (later, "Ana")]


def test_more_turns_than_there_may_be_are_joined_with_their_neighbours() -> None:
    assert len(turns_of(episode("\n".join(["x"] * MOST_TURNS)))) == MOST_TURNS
    turns = turns_of(episode("\n".join(str(n) for n in range(MOST_TURNS + 1))))
    assert (len(turns), turns[0].line, turns[-1].line) == (501, "0\n1", "1000")


def test_the_time_of_words_is_that_of_the_latest_turn_that_has_them() -> None:
    times = (MOMENT, MOMENT + timedelta(days=2), None)
    messages = tuple(Message(content="I moved YESTERDAY", time=time) for time in times)
    talk = episode("x", messages=messages)
    assert time_of_turn(talk, "yesterday") == MOMENT + timedelta(days=2)
    assert time_of_turn(talk, "tomorrow") is None
