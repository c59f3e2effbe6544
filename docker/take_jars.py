"""Copy the jars of a Neo4j installation into graphmem's cache, so that the procedures compile without a download.

Only jars with the size and the checksum of the lock file are copied. Missing jars are downloaded when they are needed.
"""

from __future__ import annotations

import hashlib
import shutil
import sys
from pathlib import Path

from graphmem.embedded.jar_manifest import Jar, jars
from graphmem.settings import settings


def take(folder: Path, cache: Path) -> int:
    """Copy the matching jars, and return their number."""
    matching = [(jar, folder / jar.path.name) for jar in jars("neo4j") if is_same(jar, folder / jar.path.name)]
    for jar, file in matching:
        target = cache / "jars" / jar.path
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, target)
    return len(matching)


def is_same(jar: Jar, file: Path) -> bool:
    """Whether a file has the size and the checksum of the locked jar."""
    if not file.is_file() or file.stat().st_size != jar.size:
        return False
    return hashlib.sha256(file.read_bytes()).hexdigest() == jar.sha256


if __name__ == "__main__":
    taken = take(Path(sys.argv[1]), settings().cache_dir)
    sys.stdout.write(f"{taken} of {len(jars('neo4j'))} jars taken from {sys.argv[1]}\n")
