"""The Neo4j of an evaluation: that of NEO4J_URI, else an embedded one of its own that is removed afterwards."""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, nullcontext
from typing import Any

from graphmem.memory import Memory
from graphmem.models.model_set import Models
from graphmem.settings import Settings


@contextmanager
def own_graph(**changes: Any) -> Iterator[Settings]:
    """Settings for the block, as configured and with `changes`; the user's own memory is not touched."""
    with tempfile.TemporaryDirectory(prefix="graphmem-eval-", ignore_cleanup_errors=True) as folder:
        yield Settings().with_overrides(data_dir=folder, **changes)


@asynccontextmanager
async def own_memory(models: Models | None = None, *, kept: bool = False, **changes: Any) -> AsyncIterator[Memory]:
    """A memory in such a graph; with `kept` in the usual graph, for brains that stay for the next run."""
    with nullcontext(Settings().with_overrides(**changes)) if kept else own_graph(**changes) as settings:
        async with Memory.open(settings=settings, models=models) as memory:
            yield memory
