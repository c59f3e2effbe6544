"""Repair a transaction log of Neo4j that a full disk has damaged, so that Neo4j starts again.

Where the disk is full, a write may be stored in part. When Neo4j then stops, and the disk has room again, it writes that part a
second time, behind the first. It cannot read such a log, and it does not start: it finds bytes that are no record, or takes some
for the length of one ("Java heap space"). Without the repetition the log ends within a record, as after a kill, and Neo4j
recovers every transaction before it.
"""

from __future__ import annotations

import os
from pathlib import Path

NEWEST_BYTES = 16 << 20
"""Bytes at the end of a log that are searched: more than Neo4j writes at once."""
MARK_BYTES = 64
"""A whole log ends with the number, the time and the checksum of a transaction, so its last bytes stand in it only once."""
MOST_TRIED = 10_000


def repeated_from(log: bytes) -> int | None:
    """Return the offset from which a log only repeats the bytes before it; None if its end stands in it once.

    A log that ends with zeros is reserved space that Neo4j has not written to.
    """
    mark, before = log[-MARK_BYTES:], len(log) - MARK_BYTES
    if not any(mark):
        return None
    longest = 0
    for _ in range(MOST_TRIED):
        found = log.rfind(mark, 0, before)
        if found < 0:
            break
        longest, before = max(longest, _common_end(log, found + MARK_BYTES)), found + MARK_BYTES - 1
    return len(log) - longest if longest else None


def _common_end(log: bytes, end: int) -> int:
    """Return how many bytes before `end` are the same as those at the end of the log; no more than there are behind it."""
    low, high = MARK_BYTES, min(end, len(log) - end)
    while low < high:
        middle = (low + high + 1) // 2
        if log[end - middle : end] == log[-middle:]:
            low = middle
        else:
            high = middle - 1
    return low


def cut_repeated_writes(data_dir: Path) -> list[Path]:
    """Cut the newest transaction log of each database where a full disk has damaged it. Returns the logs that were cut."""
    return [log for folder in data_dir.glob("data/transactions/*") if (log := _newest_log(folder)) and _cut(log)]


def _newest_log(folder: Path) -> Path | None:
    logs = [path for path in folder.glob("neostore.transaction.db.*") if path.suffix[1:].isdigit()]
    return max(logs, key=lambda path: int(path.suffix[1:]), default=None)


def _cut(log: Path) -> bool:
    size = log.stat().st_size
    with log.open("rb") as file:
        file.seek(max(0, size - NEWEST_BYTES))
        start = repeated_from(file.read())
    if start is None:
        return False
    os.truncate(log, max(0, size - NEWEST_BYTES) + start)
    return True


__all__ = ["cut_repeated_writes", "repeated_from"]
