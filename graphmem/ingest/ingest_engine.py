"""What ingest asks of the engine that runs it."""

from __future__ import annotations

from typing import Protocol

from graphmem.graph.store import Store
from graphmem.models.model_set import Models
from graphmem.settings import Settings


class IngestEngine(Protocol):
    """What ingest works with; `graphmem.engine.Engine` is one."""

    @property
    def store(self) -> Store: ...
    @property
    def models(self) -> Models: ...
    @property
    def settings(self) -> Settings: ...
