"""The interface of the engine that upkeep needs."""

from __future__ import annotations

from typing import Protocol

from graphmem.graph.store import Store
from graphmem.models.model_set import Models
from graphmem.settings import Settings


class UpkeepEngine(Protocol):
    """Store, models and settings for upkeep; `graphmem.engine.Engine` implements it."""

    @property
    def store(self) -> Store: ...
    @property
    def models(self) -> Models: ...
    @property
    def settings(self) -> Settings: ...
