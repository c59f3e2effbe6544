"""Return free memory of a long-lived process to the system.

**Heap.** A server that takes bodies of all sizes fragments its heap: the used memory stays the same, the free memory
between it grows. glibc returns whole free pages on request (`malloc_trim`). It allocates big buffers outside the heap,
and these return by themselves when they are freed. glibc raises the size limit for such buffers over time unless the
limit is set explicitly (https://man7.org/linux/man-pages/man3/mallopt.3.html). glibc also creates heaps for threads, up
to eight per processor, and each keeps the memory of its own peak. Threads of this process wait for Python's lock far
more than for the lock of a heap, so a few heaps suffice.

**Garbage.** Python keeps most of the pages of a peak, and garbage adds to a peak. Every query leaves objects of the
driver in reference cycles. The collector looks at old objects only when they have grown by a quarter of all old
objects, modules included.
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
"""The number of the parameter in malloc.h, and the default limit of glibc."""
M_ARENA_MAX, HEAPS = -8, 2
"""The number of the parameter in malloc.h, and the highest number of heaps."""


def keep_apart() -> bool:
    """Allocate buffers of BIG_BYTES or more outside the heap from now on, and create at most HEAPS heaps.

    Returns:
        False where the C library has no such call; nothing is changed then.
    """
    try:
        option = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError, TypeError):
        return False
    return all([option(M_MMAP_THRESHOLD, BIG_BYTES), option(M_ARENA_MAX, HEAPS)])


def set_aside() -> None:
    """Exclude all current objects from garbage collection, so that later collections are short."""
    gc.collect()
    gc.freeze()


def give_back() -> bool:
    """Return free pages to the system. False where the C library has no such call."""
    try:
        trim = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):
        return False
    trim(0)
    return True


@asynccontextmanager
async def giving_back(every: float = EVERY_SEC) -> AsyncIterator[None]:
    """Collect garbage and return free pages every `every` seconds while the context is open.

    For a process that serves. It also calls `keep_apart` and `set_aside` at the start. Where the C library cannot
    return pages, garbage is collected once and then by Python's own schedule.
    """
    keep_apart()
    set_aside()
    task = asyncio.create_task(_collect_periodically(every))
    try:
        yield
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
        gc.unfreeze()


async def _collect_periodically(every: float) -> None:
    can_give_back = True
    while can_give_back:
        gc.collect()
        if can_give_back := await asyncio.to_thread(give_back):
            metrics.trimmed()
        await asyncio.sleep(every)
