"""Answers about history: all values of what is asked for come first, the earliest before the later ones."""

from __future__ import annotations

from graphmem.recall.ranking import Scored
from graphmem.recall.timeline.history import changed_first, in_order
from tests.unit.recall.candidates import fact, ids

VALUES = {
    one.id: one
    for one in (
        fact("room-3", subject_id="band", relation="rehearsal_room", start=3),
        fact("room-1", subject_id="band", relation="rehearsal_room", start=1),
        fact("room-2", subject_id="band", relation="rehearsal_room", start=2),
        fact("singer", subject_id="band", relation="singer", start=0),
        fact("other", subject_id="choir", relation="rehearsal_room", start=0),
    )
}


def ranked(*names: str) -> list[Scored]:
    return [Scored(name, float(-rank)) for rank, name in enumerate(names)]


def test_all_values_of_the_best_fact_come_first() -> None:
    found = changed_first(ranked("room-3", "singer", "other", "room-1", "room-2"), VALUES)
    assert ids(found) == ["room-3", "room-1", "room-2", "singer", "other"]


def test_the_order_stays_where_the_best_fact_has_one_value() -> None:
    found = changed_first(ranked("singer", "room-3", "other", "room-1"), VALUES)
    assert ids(found) == ["singer", "room-3", "other", "room-1"]
    assert changed_first([], {}) == []


def test_values_of_one_thing_stand_together_the_earliest_first() -> None:
    found = in_order(ranked("other", "room-3", "singer", "room-1", "room-2"), VALUES)
    assert ids(found) == ["other", "room-1", "room-2", "room-3", "singer"]
    assert [one.score for one in found] == [0.0, -1.0, -2.0, -3.0, -4.0], "each rank keeps its score"
