"""The queue of the worker processes serves the owners in turn."""

from __future__ import annotations

from graphmem.processes.fair_queue import FairQueue


def test_owners_take_turns_and_keep_their_order() -> None:
    queue: FairQueue[str] = FairQueue()
    for item in ("a1", "a2", "a3", "b1", "c1", "b2"):
        queue.put(item[0], item)
    assert len(queue) == 6
    assert [queue.take() for _ in range(7)] == ["a1", "b1", "c1", "a2", "b2", "a3", None]


def test_an_owner_with_many_items_delays_a_newcomer_by_one() -> None:
    queue: FairQueue[str] = FairQueue()
    for number in range(1_000):
        queue.put("busy", f"{number}")
    queue.take()
    queue.put("quiet", "now")
    assert [queue.take(), queue.take()] == ["1", "now"]
