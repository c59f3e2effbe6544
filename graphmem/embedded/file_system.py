"""What the file system of a data folder is like, as far as it decides how fast Neo4j writes there."""

from __future__ import annotations

import os
from pathlib import Path


def lacks_journal(folder: Path, system: Path = Path("/")) -> bool:
    """Whether a folder lies on an ext4 without a journal; False where nothing is known of it.

    Such a one looks through all files that were deleted lately before it makes a new one, and Neo4j's text and vector indexes
    make and delete several with every commit.

    Args:
        system: the root of /proc and /sys.
    """
    device = folder.stat().st_dev
    name = (system / "sys/dev/block" / f"{os.major(device)}:{os.minor(device)}").resolve().name
    is_ext4 = (system / "proc/fs/ext4" / name).is_dir()
    return is_ext4 and not any((system / "proc/fs/jbd2").glob(f"{name}-*"))


__all__ = ["lacks_journal"]
