"""Memory that nobody needs any more goes back to the system.

A long-lived server that takes in bodies of all sizes leaves its heap in pieces: what is used stays the same, what lies free
between it grows. glibc gives whole free pages back when it is asked to, and keeps big buffers out of the heap, where they go back
by themselves, as long as it does not raise the size from which it does so (https://man7.org/linux/man-pages/man3/mallopt.3.html).
It gives threads heaps of their own, eight a processor, and each keeps what its own peak took; here threads wait for Python's lock
far more than for a heap's, so a few will do.

Python keeps most of the pages that a peak took, and garbage adds to a peak: every statement leaves objects of the driver that
point at each other, and those that have become old are found only when they have grown by a quarter of all that is old, modules
included.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from graphmem.observability import metrics

EVERY_SEC = 30.0
M_MMAP_THRESHOLD, BIG_BYTES = -3, 128 * 1024
"""The parameter's number in malloc.h, and the size that glibc begins with."""
M_ARENA_MAX, HEAPS = -8, 2


def keep_apart() -> bool:
    """Keeps buffers from BIG_BYTES on out of the heap, for good, and makes no more than HEAPS of these.

    False: this C library has no such call, and nothing was done.
    """
    try:
        option = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError, TypeError):
        return False
    return all([option(M_MMAP_THRESHOLD, BIG_BYTES), option(M_ARENA_MAX, HEAPS)])


def set_aside() -> None:
    """What the process is made of is no more looked at for garbage, so that a look is short."""
    gc.collect()
    gc.freeze()


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
    """Does so every so many seconds meanwhile, garbage first, and keeps big buffers apart from now on.

    For a process that serves: what it has made until now is set aside. Where the C library gives nothing back, Python collects
    garbage when it thinks fit.
    """
    keep_apart()
    set_aside()
    task = asyncio.create_task(_again_and_again(every))
    try:
        yield
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
        gc.unfreeze()


async def _again_and_again(every: float) -> None:
    can = True
    while can:
        gc.collect()
        if can := await asyncio.to_thread(give_back):
            metrics.trimmed()
        await asyncio.sleep(every)
