"""Detect a file system on which Neo4j writes slowly."""

from __future__ import annotations

import os
from pathlib import Path


def lacks_journal(folder: Path, system: Path = Path("/")) -> bool:
    """Whether a folder lies on an ext4 file system without a journal; False if the file system is unknown.

    Without a journal, ext4 searches all recently deleted files before it creates a file. Neo4j's full-text and vector
    indexes create and delete several files with every commit.

    Args:
        system: parent folder of /proc and /sys.
    """
    device = folder.stat().st_dev
    name = (system / "sys/dev/block" / f"{os.major(device)}:{os.minor(device)}").resolve().name
    is_ext4 = (system / "proc/fs/ext4" / name).is_dir()
    return is_ext4 and not any((system / "proc/fs/jbd2").glob(f"{name}-*"))


__all__ = ["lacks_journal"]
