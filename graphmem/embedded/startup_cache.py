"""A faster start: the JVM keeps Neo4j's classes, loaded and linked, in an archive that later starts map into memory.

`train` makes the archive in one run beside any data folder; without one, or with one that does not fit, Neo4j starts as
ever.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from pathlib import Path

from graphmem.embedded.java import Java
from graphmem.settings import Settings


def startup_options(settings: Settings, java: Java, jars: Sequence[Path]) -> list[str]:
    """JVM options for the archive of this Java and these jars, if there is one."""
    archive = archive_file(settings, java, jars)
    return []
