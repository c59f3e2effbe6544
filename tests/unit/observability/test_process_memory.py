"""Free memory goes back to the system, where the C library can do that."""

from __future__ import annotations

import asyncio
import ctypes
import gc
import weakref
from typing import Any

import pytest

from graphmem.observability import process_memory as allocator


def test_it_says_whether_the_c_library_can(monkeypatch: pytest.MonkeyPatch) -> None:
    assert allocator.give_back() is hasattr(ctypes.CDLL(None), "malloc_trim")
    assert allocator.keep_apart() is hasattr(ctypes.CDLL(None), "malloc_trim")

    class Without:
        def __init__(self, name: Any) -> None: ...

    monkeypatch.setattr(ctypes, "CDLL", Without)
    assert allocator.give_back() is False
    assert allocator.keep_apart() is False


class Ring:
    """Garbage that only the collector finds."""

    def __init__(self) -> None:
        self.itself = self


async def test_garbage_is_collected_and_what_was_there_before_is_set_aside_meanwhile() -> None:
    before = gc.get_freeze_count()
    async with asyncio.timeout(10), allocator.giving_back(every=0.001):
        assert gc.get_freeze_count() > before
        gc.disable()
        try:
            collected = asyncio.Event()
            left = weakref.ref(Ring(), lambda _: collected.set())
            await collected.wait()
        finally:
            gc.enable()
    assert left() is None
    assert gc.get_freeze_count() == 0


async def test_it_is_done_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    loop, thrice, done = asyncio.get_running_loop(), asyncio.Event(), []

    def once() -> bool:
        done.append(1)
        if len(done) == 3:
            loop.call_soon_threadsafe(thrice.set)
        return True

    monkeypatch.setattr(allocator, "give_back", once)
    async with asyncio.timeout(10), allocator.giving_back(every=0.001):
        await thrice.wait()
    assert len(done) >= 3


async def test_where_it_cannot_it_is_tried_once(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []
    monkeypatch.setattr(allocator, "give_back", lambda: bool(tried.append(1)))
    before = asyncio.all_tasks()
    async with asyncio.timeout(10), allocator.giving_back(every=0.001):
        await asyncio.gather(*(asyncio.all_tasks() - before))
    assert tried == [1]
