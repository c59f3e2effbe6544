"""Memory that the C library keeps for later is given back to the system.

A long-lived server that takes in bodies of all sizes leaves its heap in pieces: what is used stays the same, what lies free
between it grows. glibc gives whole free pages back when it is asked to.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from graphmem import metrics

EVERY_SEC = 30.0


def give_back() -> bool:
    """Gives free pages back to the system; false: this C library has no such call, and nothing was done."""
    try:
        trim = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):
        return False
    trim(0)
    return True


@asynccontextmanager
async def giving_back(every: float = EVERY_SEC) -> AsyncIterator[None]:
    """Does so every so many seconds meanwhile, in a thread."""
    task = asyncio.create_task(_again_and_again(every))
    try:
        yield
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


async def _again_and_again(every: float) -> None:
    can = True
    while can:
        if can := await asyncio.to_thread(give_back):
            metrics.trimmed()
        await asyncio.sleep(every)
