"""`Engine`: what every brain of a connection works with."""

from __future__ import annotations

from dataclasses import dataclass, field

from graphmem.graph.store import Store
from graphmem.ingest.lifecycle import Lifecycle
from graphmem.ingest.worker import Workers
from graphmem.models.model_set import Models
from graphmem.settings import Settings


@dataclass(frozen=True, slots=True)
class Engine:
    """The graph store, the models, the service's settings, and the workers of this process."""

    store: Store
    models: Models
    settings: Settings
    workers: Workers = field(default_factory=lambda: Workers(2), compare=False)

    @property
    def lifecycle(self) -> Lifecycle:
        """The states of an episode, from `remember` to `extracted` or `failed`."""
        return Lifecycle(self)
