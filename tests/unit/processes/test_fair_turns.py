"""Tasks take turns at large work: one at a time, the owners in turn, and a cancelled task loses no turn."""

from __future__ import annotations

import asyncio
import time

from graphmem.processes.fair_turns import FairTurns


async def _settled() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


class _Blocks:
    """Tasks that enter a block, note it, and stay until they are let go."""

    def __init__(self) -> None:
        self.turns, self.entered, self.go = FairTurns(), list[str](), dict[str, asyncio.Event]()

    async def run(self, owner: str, name: str) -> None:
        self.go[name] = asyncio.Event()
        async with self.turns.turn(owner):
            self.entered.append(name)
            await self.go[name].wait()

    async def start(self, owner: str, name: str) -> asyncio.Task[None]:
        task = asyncio.create_task(self.run(owner, name))
        await _settled()
        return task

    async def leave(self, name: str) -> None:
        self.go[name].set()
        await _settled()


async def test_one_task_at_a_time_and_owners_take_turns() -> None:
    blocks = _Blocks()
    tasks = [await blocks.start(name[0], name) for name in ("a1", "a2", "a3", "b1")]
    assert blocks.entered == ["a1"]
    for name in ("a1", "a2", "b1", "a3"):
        await blocks.leave(name)
    await asyncio.gather(*tasks)
    assert blocks.entered == ["a1", "a2", "b1", "a3"]
    last = await blocks.start("c", "c1")
    assert blocks.entered[-1] == "c1"
    await blocks.leave("c1")
    await last


async def test_a_task_cancelled_while_it_waits_is_passed_over() -> None:
    blocks = _Blocks()
    first, second, third = [await blocks.start("a", name) for name in ("a1", "a2", "a3")]
    second.cancel()
    await blocks.leave("a1")
    assert blocks.entered == ["a1", "a3"]
    await blocks.leave("a3")
    await asyncio.gather(first, second, third, return_exceptions=True)


async def test_a_task_cancelled_as_its_turn_comes_passes_it_on() -> None:
    blocks = _Blocks()
    first, second, third = [await blocks.start("a", name) for name in ("a1", "a2", "a3")]
    blocks.turns._pass_on()  # the turn of a2 comes, and before a2 runs it is cancelled
    second.cancel()
    await _settled()
    assert blocks.entered == ["a1", "a3"]
    for name in ("a1", "a3"):
        await blocks.leave(name)
    await asyncio.gather(first, second, third, return_exceptions=True)


async def test_an_error_in_the_block_passes_the_turn_on() -> None:
    turns = FairTurns()
    for _ in range(2):
        try:
            async with turns.turn("a"):
                raise ValueError
        except ValueError:
            continue
    async with turns.turn("b"):
        assert turns._taken
    assert not turns._taken


async def test_the_next_task_waits_twice_as_long_as_the_block_took() -> None:
    turns, begun, left = FairTurns(pause=2.0), list[float](), list[float]()

    async def block() -> None:
        async with turns.turn("a"):
            begun.append(time.monotonic())
            time.sleep(0.02)  # noqa: ASYNC251 - it holds up the loop
        left.append(time.monotonic())

    await asyncio.gather(block(), block())
    assert begun[1] - left[0] >= 2 * 0.02 - 0.001
    assert not turns._taken


async def test_a_task_cancelled_during_the_pause_passes_the_turn_on() -> None:
    blocks = _Blocks()
    blocks.turns = FairTurns(pause=1_000.0)
    blocks.turns._free_at = time.monotonic() + 1_000
    pausing = await blocks.start("a", "a1")
    pausing.cancel()
    await asyncio.gather(pausing, return_exceptions=True)
    blocks.turns._free_at = 0.0
    second = await blocks.start("a", "a2")
    assert blocks.entered == ["a2"]
    await blocks.leave("a2")
    await second
