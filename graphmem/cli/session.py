"""Runs one piece of work against an open memory."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from graphmem.memory import Brain, Memory, check_brain, drain

T = TypeVar("T")


def with_brain(name: str, work: Callable[[Brain], Awaitable[T]]) -> T:
    """The result of `work` on a brain of the configured memory, which is open meanwhile."""
    check_brain(name)  # a wrong name is told before anything starts

    async def run() -> T:
        async with Memory.open() as memory:
            try:
                return await work(memory.brain(name))
            finally:
                await drain()

    return asyncio.run(run())
