"""What a floor costs and saves is counted from the relevance of the answers."""

from __future__ import annotations

from benchmarks.thresholds.floor import FloorAnswer, at, stranger


def test_a_floor_empties_what_lies_below_it_and_costs_its_recall() -> None:
    own = [FloorAnswer(0.9, 1.0), FloorAnswer(0.6, 0.5), FloorAnswer(0.3, 0.5), FloorAnswer(0.5, 0.0)]
    foreign = [FloorAnswer(0.2, None), FloorAnswer(0.7, None), FloorAnswer(0.59, None), FloorAnswer(0.6, None)]
    assert at(0.6, own, foreign) == {
        "foreign_empty": 0.5,
        "own_empty": 0.5,
        "recall@10": 0.375,
        "loss@10": 0.125,
    }
    assert at(0.0, own, foreign)["loss@10"] == 0.0


def test_a_stranger_is_the_next_conversation_without_a_speaker_of_the_same_name() -> None:
    speakers = {name: frozenset(who) for name, who in {"a": "xy", "b": "yz", "c": "uv", "d": "xw"}.items()}
    assert [stranger(one, speakers) for one in speakers] == ["c", "c", "d", "b"]
