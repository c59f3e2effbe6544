"""Threads that compute for several owners in turn."""

from __future__ import annotations

import asyncio
import threading

import pytest

from graphmem.processes.fair_threads import FairThreads
from graphmem.processes.owners import present_owner, working_for


class Gate:
    """Computes nothing until it is opened, and notes what was computed in which order."""

    def __init__(self) -> None:
        self.begun, self.opened = threading.Event(), threading.Event()
        self.computed: list[str] = []

    def compute(self, item: str) -> str:
        self.begun.set()
        self.opened.wait()
        if item == "broken":
            raise ValueError(item)
        self.computed.append(item)
        return item.upper()


async def busy(threads: FairThreads, gate: Gate, calls: int, items: int) -> list[asyncio.Task[list[str]]]:
    """Start calls of one owner; the first item of them is being computed."""
    waiting = [
        asyncio.create_task(threads.map("busy", gate.compute, [f"busy {call}.{n}" for n in range(items)]))
        for call in range(calls)
    ]
    await asyncio.to_thread(gate.begun.wait)
    return waiting


async def test_results_have_the_order_of_the_items() -> None:
    threads = FairThreads(3)
    items = [str(n) for n in range(200)]
    assert await threads.map("ana", int, items) == list(range(200))
    assert await threads.map("ana", int, []) == []


async def test_an_owner_with_many_calls_delays_another_by_one_item() -> None:
    threads, gate = FairThreads(1), Gate()
    waiting = await busy(threads, gate, 10, 20)
    quiet = asyncio.create_task(threads.map("quiet", gate.compute, ["mine"]))
    await asyncio.sleep(0)
    gate.opened.set()
    assert await quiet == ["MINE"]
    await asyncio.gather(*waiting)
    assert gate.computed.index("mine") <= 2, "one item was being computed, and at most one more had its turn"


async def test_the_first_error_ends_a_call_and_no_other() -> None:
    threads, gate = FairThreads(2), Gate()
    gate.opened.set()
    with pytest.raises(ValueError, match="broken"):
        await threads.map("ana", gate.compute, ["broken", "broken", "whole"])
    assert await threads.map("ana", gate.compute, ["whole"]) == ["WHOLE"]


async def test_a_call_that_is_cancelled_is_computed_no_further() -> None:
    threads, gate = FairThreads(1), Gate()
    (waiting,) = await busy(threads, gate, 1, 50)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    gate.opened.set()
    assert await threads.map("busy", gate.compute, ["after"]) == ["AFTER"]
    assert gate.computed == ["busy 0.0", "after"]


async def test_the_owner_of_work_is_known_to_its_tasks_and_ends_with_the_block() -> None:
    async def seen() -> str:
        return present_owner()

    with working_for("ana"):
        task = asyncio.create_task(seen())
        with working_for("bruno"):
            assert present_owner() == "bruno"
        assert present_owner() == "ana"
    assert (await task, present_owner()) == ("ana", "")
