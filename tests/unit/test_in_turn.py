"""Writers of one process take turns at a brain; nobody waits for a model, nor for somebody who stands still."""

from __future__ import annotations

import asyncio

import pytest

from graphmem.ingest import in_turn as module
from graphmem.ingest.in_turn import in_turn


class Place:
    """Stands for a store."""


async def overlap(*brains: str, ends: bool = False) -> int:
    """How many are at it at once, one writer a brain that is named; `ends`: each gives its turn away, as for a model's answer."""
    store, inside, most = Place(), 0, 0

    async def write(brain: str) -> None:
        nonlocal inside, most
        async with in_turn(store, brain) as turn:
            if ends:
                turn.end()
            inside += 1
            most = max(most, inside)
            await asyncio.sleep(0.01)
            inside -= 1

    await asyncio.gather(*(write(brain) for brain in brains))
    return most


async def test_one_at_a_time_is_at_a_brain() -> None:
    assert await overlap("a", "a", "a") == 1


async def test_brains_do_not_wait_for_each_other() -> None:
    assert await overlap("a", "b", "a", "b") == 2


async def test_who_asks_a_model_lets_the_next_one_begin() -> None:
    assert await overlap("a", "a", "a", ends=True) == 3


async def test_who_stands_still_is_passed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PATIENCE_SEC", 0.01)
    store = Place()
    async with in_turn(store, "a"), asyncio.timeout(5), in_turn(store, "a"):
        pass
    async with asyncio.timeout(5), in_turn(store, "a") as turn:
        assert turn._mine, "who went ahead gave back what it had, and nothing else"


async def test_who_gives_up_waiting_keeps_nobody() -> None:
    store = Place()

    async def wait() -> None:
        async with in_turn(store, "a"):
            pass

    async with in_turn(store, "a"):
        waiting = asyncio.create_task(wait())
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
    async with asyncio.timeout(0.5), in_turn(store, "a") as turn:
        assert turn._mine
