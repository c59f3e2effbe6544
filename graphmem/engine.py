"""`Engine`: what every brain of a connection works with; `BrainSubject`: what each subject of a brain has."""

from __future__ import annotations

from dataclasses import dataclass, field

from graphmem.brain_settings import layered
from graphmem.graph.settings_store import settings_of
from graphmem.graph.store import Store
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


@dataclass(frozen=True, slots=True)
class BrainSubject:
    """One subject of a brain, such as its entities: the engine, and the name of the brain."""

    engine: Engine
    brain: str

    async def _settings(self) -> Settings:
        """The settings of the brain over those of the service."""
        own, _ = await settings_of(self.engine.store, self.brain)
        return layered(self.engine.settings, own, {})
