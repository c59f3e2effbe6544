"""What a floor costs and saves is counted from the relevance of the answers."""

from __future__ import annotations

from benchmarks.thresholds.floor import FloorAnswer, at, pieces_of, stranger


def test_a_floor_empties_what_lies_below_it_and_costs_its_recall() -> None:
    own = [
        FloorAnswer(0.9, False, 1.0),
        FloorAnswer(0.6, False, 0.5),
        FloorAnswer(0.3, True, 0.5),
        FloorAnswer(0.5, False),
    ]
    foreign = [FloorAnswer(near, near < 0.3) for near in (0.2, 0.7, 0.59, 0.6)]
    assert at(0.6, own, foreign) == {
        "foreign_empty": 0.5,
        "own_empty": 0.5,
        "recall@10": 0.375,
        "loss@10": 0.125,
    }
    assert at(0.0, own, foreign)["loss@10"] == 0.0
    in_use = at(None, own, foreign)
    assert (in_use["foreign_empty"], in_use["own_empty"], in_use["loss@10"]) == (0.25, 0.25, 0.125)


def test_pieces_are_of_the_beginning_the_middle_and_the_end() -> None:
    turns = [{"n": n} for n in range(9)]
    assert [[turn["n"] for turn in piece] for piece in pieces_of(turns, 3)] == [[0, 1, 2], [3, 4, 5], [6, 7, 8]]
    assert pieces_of(turns, None) == [turns]
    assert [len(piece) for piece in pieces_of(turns, 20)] == [9, 9, 9]


def test_a_stranger_is_the_next_conversation_without_a_speaker_of_the_same_name() -> None:
    speakers = {name: frozenset(who) for name, who in {"a": "xy", "b": "yz", "c": "uv", "d": "xw"}.items()}
    assert [stranger(one, speakers) for one in speakers] == ["c", "c", "d", "b"]
    assert stranger("a", {"a": frozenset(["Jon"]), "b": frozenset(["John"]), "c": frozenset(["Tim"])}) == "c"
