"""Refuse writes before the disk of an embedded server is full: Neo4j loses its graph where a write meets the end of a disk."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from pathlib import Path

from graphmem_contract.errors import DiskFull

MB = 1 << 20
EVERY_SEC = 1.0
RETRY_SEC = 30.0


def free_mb(folder: Path) -> int:
    """Return the free space on the file system of a folder, or of its nearest parent that is there."""
    existing = next(path for path in (folder, *folder.parents) if path.exists())
    return shutil.disk_usage(existing).free // MB


class DiskRoom:
    """Free space on the file system of a data folder. It is measured at most once in `every_sec` seconds.

    Args:
        least_mb: free space below which writes are refused; 0 = never.
    """

    def __init__(
        self, folder: Path, least_mb: int, measure: Callable[[Path], int] = free_mb, every_sec: float = EVERY_SEC
    ) -> None:
        self._folder, self._least_mb, self._measure, self._every_sec = folder, least_mb, measure, every_sec
        self._free_mb = 0
        self._due = 0.0

    def check(self) -> None:
        """Check that there is room for a write.

        Raises:
            DiskFull: less space is free than the margin.
        """
        free = self._free()
        if free < self._least_mb:
            raise DiskFull(
                f"The disk of the data folder has {free} MB free, and writes need {self._least_mb} MB "
                "(GRAPHMEM_MIN_FREE_MB). This step was not stored, reads go on. Free some space on that disk, and send the "
                "call again.",
                retry_after=RETRY_SEC,
            )

    def _free(self) -> int:
        now = time.monotonic()
        if now >= self._due:
            self._free_mb, self._due = self._measure(self._folder), now + self._every_sec
        return self._free_mb


__all__ = ["DiskRoom", "free_mb"]
