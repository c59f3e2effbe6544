"""The receiver of a soak, and what is compared with the graph's own list of events."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from benchmarks.load.soak_feed import compared
from benchmarks.load.soak_receiver import Received


def delivery(*ids: str, missed: bool = False) -> dict[str, Any]:
    return {"brain": "ana", "events": [{"id": id_} for id_ in ids], "missed": missed}


def received(*ids: str) -> Received:
    found = Received()
    for line in found.lines_of(delivery(*ids)):
        found.add(line)
    return found


def test_a_repeat_is_dropped_and_counted() -> None:
    found = received("1", "2")
    lines = list(found.lines_of(delivery("2", "3", missed=True)))
    assert lines == [{"missed": 1}, {"repeats": 1}, {"brain": "ana", "id": "3"}]


def test_a_line_that_a_kill_cut_off_was_not_written(tmp_path: Path) -> None:
    file = tmp_path / "received.jsonl"
    file.write_text(json.dumps({"brain": "ana", "id": "1"}) + '\n{"brain": "ana", "i', "utf8")
    assert Received.read(file).events == {"ana": {"1": None}}
    assert Received.read(tmp_path / "none").events == {}


def test_the_same_list_in_the_same_order_is_right() -> None:
    assert compared({"ana": ["1", "2", "3"]}, received("1", "2", "3")).is_right


def test_what_is_lost_unknown_or_out_of_order_is_found() -> None:
    graph = {"ana": ["1", "2", "3"]}
    assert compared(graph, received("1", "3")).lost == 1
    assert compared(graph, received("1", "2", "3", "4")).unknown == 1
    swapped = compared(graph, received("1", "3", "2"))
    assert (swapped.lost, swapped.unknown, swapped.out_of_order) == (0, 0, 2)
    assert not any(
        compared(graph, received(*ids)).is_right for ids in (("1", "3"), ("1", "2", "3", "4"), ("1", "3", "2"))
    )


def test_nothing_told_and_events_missed_are_not_right() -> None:
    assert not compared({"ana": []}, Received()).is_right
    assert not compared({"ana": ["1"]}, Received({"ana": {"1": None}}, missed=1)).is_right
