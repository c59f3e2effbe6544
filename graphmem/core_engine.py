"""`CoreEngine`: what ingest, curation and upkeep need of the engine."""

from __future__ import annotations

from typing import Protocol

from graphmem.graph.store import Store
from graphmem.models.model_set import Models
from graphmem.settings import Settings


class CoreEngine(Protocol):
    """Store, models and settings; `graphmem.engine.Engine` implements it.

    The engine itself holds the workers, which run the ingest: ingest cannot import it.
    """

    @property
    def store(self) -> Store: ...
    @property
    def models(self) -> Models: ...
    @property
    def settings(self) -> Settings: ...
