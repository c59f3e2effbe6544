"""While the first call of a kind is under way, others of that kind wait for it; nobody else does."""

from __future__ import annotations

import asyncio

import pytest

from graphmem.graph.planning import PlanningTurns


class Calls:
    """Calls that end when they are told to."""

    def __init__(self, turns: PlanningTurns) -> None:
        self.turns = turns
        self.running: list[str] = []
        self.ends: dict[str, asyncio.Event] = {}
        self.second = asyncio.Event()

    async def call(self, name: str, kind: str, error: Exception | None = None) -> None:
        self.ends[name] = asyncio.Event()
        async with self.turns.turn(kind):
            self.running.append(name)
            if len(self.running) == 2:
                self.second.set()
            await self.ends[name].wait()
            if error is not None:
                raise error


async def settled() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


async def test_others_of_a_kind_wait_for_the_first_call_and_then_run_together() -> None:
    calls = Calls(PlanningTurns())
    tasks = [asyncio.create_task(calls.call(name, "read")) for name in "abc"]
    await settled()
    assert calls.running == ["a"]
    calls.ends["a"].set()
    await settled()
    assert calls.running == ["a", "b", "c"]
    calls.ends["b"].set()
    calls.ends["c"].set()
    await asyncio.gather(*tasks)


async def test_a_kind_that_was_answered_never_waits_again_until_the_server_was_away() -> None:
    turns = PlanningTurns()
    async with turns.turn("read"):
        pass
    calls = Calls(turns)
    tasks = [asyncio.create_task(calls.call(name, "read")) for name in "ab"]
    await settled()
    assert calls.running == ["a", "b"]
    turns.forget()
    later = [asyncio.create_task(calls.call(name, "read")) for name in "cd"]
    await settled()
    assert calls.running == ["a", "b", "c"]
    for end in calls.ends.values():
        end.set()
    await asyncio.gather(*tasks, *later)


async def test_another_kind_does_not_wait() -> None:
    calls = Calls(PlanningTurns())
    tasks = [asyncio.create_task(calls.call(kind, kind)) for kind in ("read", "write")]
    await settled()
    assert calls.running == ["read", "write"]
    for end in calls.ends.values():
        end.set()
    await asyncio.gather(*tasks)


async def test_when_the_first_call_fails_all_who_wait_go_on() -> None:
    calls = Calls(PlanningTurns())
    first = asyncio.create_task(calls.call("a", "read", ValueError("no")))
    others = [asyncio.create_task(calls.call(name, "read")) for name in "bc"]
    await settled()
    calls.ends["a"].set()
    with pytest.raises(ValueError, match="no"):
        await first
    await settled()
    assert calls.running == ["a", "b", "c"]
    for end in calls.ends.values():
        end.set()
    await asyncio.gather(*others)


async def test_a_cancelled_first_call_holds_nobody_up() -> None:
    calls = Calls(PlanningTurns())
    first, second = (asyncio.create_task(calls.call(name, "read")) for name in "ab")
    await settled()
    first.cancel()
    await settled()
    assert calls.running == ["a", "b"]
    calls.ends["b"].set()
    await asyncio.gather(first, second, return_exceptions=True)


async def test_nobody_waits_longer_than_the_longest_wait() -> None:
    calls = Calls(PlanningTurns(longest_wait_sec=0.01))
    tasks = [asyncio.create_task(calls.call(name, "read")) for name in "ab"]
    async with asyncio.timeout(60):
        await calls.second.wait()
    assert calls.running == ["a", "b"]
    for end in calls.ends.values():
        end.set()
    await asyncio.gather(*tasks)
