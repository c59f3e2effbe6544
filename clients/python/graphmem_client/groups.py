"""Several calls at once, for the asynchronous client, or one after the other, for the synchronous one."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

T = TypeVar("T")
AT_ONCE = 8


async def in_groups(calls: Sequence[Callable[[], Awaitable[T]]]) -> list[T]:
    """Return the results of calls in their order. A few of them run at once; the first error ends the others."""
    free = asyncio.Semaphore(AT_ONCE)

    async def one(call: Callable[[], Awaitable[T]]) -> T:
        async with free:
            return await call()

    tasks = [asyncio.ensure_future(one(call)) for call in calls]
    try:
        return await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()


def in_turn(calls: Sequence[Callable[[], T]]) -> list[T]:
    """Return the results of calls in their order."""
    return [call() for call in calls]
