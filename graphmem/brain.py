"""`Brain`: one isolated memory, and everything that can be done with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from graphmem.brain_curation import BrainCuration
from graphmem.brain_entities import BrainEntities
from graphmem.brain_explore import BrainExplore
from graphmem.brain_export import BrainExport
from graphmem.brain_ingest import BrainIngest
from graphmem.brain_recall import BrainRecall
from graphmem.brain_settings import BrainSettings
from graphmem.engine import Engine
from graphmem.graph.settings_store import configure, settings_of


@dataclass(frozen=True, slots=True)
class Brain(BrainIngest, BrainRecall, BrainExplore, BrainCuration, BrainEntities, BrainExport):
    """One isolated memory: everything written, read, matched and counted here stays here.

    Each base class is one subject; its module has the same name.
    """

    engine: Engine
    name: str

    async def settings(self) -> BrainSettings:
        """What this brain does in its own way; what is None follows the service."""
        return (await settings_of(self.engine.store, self.name))[0]

    async def configure(self, **changes: Any) -> BrainSettings:
        """Changes settings of this brain, and gives all of them; None puts one back to the service's.

        Raises:
            InvalidInput: nobody knows that setting, or the value is not usable; nothing was changed.
        """
        return (await configure(self.engine.store, self.name, changes))[0]
