"""Everything that can be done before the first start, so that the first one is as quick as all others."""

from __future__ import annotations

from pathlib import Path

from graphmem.embedded.jars import fetch
from graphmem.embedded.java import find_java
from graphmem.embedded.startup_cache import train
from graphmem.graph.procedures import build
from graphmem.settings import Settings


def prepare(settings: Settings) -> Path | None:
    """Fetches Neo4j, compiles the procedures and makes the archive for fast starts; what is there already is kept.

    Returns the archive, or None where this Java cannot make one.

    Raises:
        SetupError: no Java, no network, or the procedures do not compile.
    """
    java, jars = find_java(), fetch("neo4j", settings.cache_dir)
    build(settings)
    return train(settings, java, jars)
