"""The memory behind the server is opened once, during the greeting, and again after a failure."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from graphmem.mcp.opening import Opening
from graphmem.memory import Memory
from graphmem_contract.errors import DatabaseUnavailable


class Door:
    """Opens the memory or fails, and counts its calls."""

    def __init__(self, memory: Memory, *, failures: int = 0) -> None:
        self.memory, self.failures = memory, failures
        self.opened = self.closed = 0
        self.ready = asyncio.Event()

    @asynccontextmanager
    async def open(self) -> AsyncIterator[Memory]:
        self.opened += 1
        await self.ready.wait()
        if self.failures:
            self.failures -= 1
            raise DatabaseUnavailable("not there")
        try:
            yield self.memory
        finally:
            self.closed += 1


async def test_it_is_opened_once_for_all_and_closed_at_the_end(memory: Memory) -> None:
    door = Door(memory)
    async with Opening(door.open) as opening:
        waiting = [asyncio.create_task(opening.memory()) for _ in range(3)]
        door.ready.set()
        assert await asyncio.gather(*waiting) == [memory] * 3
    assert (door.opened, door.closed) == (1, 1)


async def test_a_failure_is_told_and_the_next_call_tries_again(memory: Memory) -> None:
    door = Door(memory, failures=1)
    door.ready.set()
    async with Opening(door.open) as opening:
        with pytest.raises(DatabaseUnavailable):
            await opening.memory()
        assert await opening.memory() is memory
    assert (door.opened, door.closed) == (2, 1)


async def test_a_caller_who_gives_up_does_not_stop_the_others(memory: Memory) -> None:
    door = Door(memory)
    async with Opening(door.open) as opening:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(opening.memory(), 0.01)
        door.ready.set()
        assert await opening.memory() is memory


async def test_leaving_before_it_is_open_leaves_nothing_open(memory: Memory) -> None:
    door = Door(memory)
    async with Opening(door.open):
        await asyncio.sleep(0)
    assert (door.opened, door.closed) == (1, 0)
