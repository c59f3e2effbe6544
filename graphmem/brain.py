"""`Brain`: one isolated memory, and everything that can be done with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from graphmem.brain_curation import BrainCuration
from graphmem.brain_entities import BrainEntities
from graphmem.brain_explore import BrainExplore
from graphmem.brain_export import BrainExport
from graphmem.brain_ingest import BrainIngest
from graphmem.brain_parts.dependencies import BrainDependencies
from graphmem.brain_parts.feed import BrainFeed
from graphmem.brain_parts.items import BrainItems
from graphmem.brain_parts.reextraction import BrainReextraction
from graphmem.brain_parts.retention import BrainRetention
from graphmem.brain_parts.sources import BrainSources
from graphmem.brain_parts.upkeep import BrainUpkeep
from graphmem.brain_parts.webhooks import BrainWebhooks
from graphmem.brain_recall import BrainRecall
from graphmem.brain_settings import BrainSettings
from graphmem.contract.brains import BrainSummary
from graphmem.engine import Engine
from graphmem.explore.brain_list import read_brain
from graphmem.graph.settings_store import configure, settings_of


@dataclass(frozen=True, slots=True)
class Brain(
    BrainIngest,
    BrainRecall,
    BrainExplore,
    BrainCuration,
    BrainDependencies,
    BrainSources,
    BrainRetention,
    BrainReextraction,
    BrainEntities,
    BrainItems,
    BrainExport,
    BrainFeed,
    BrainWebhooks,
    BrainUpkeep,
):
    """One isolated memory: everything written, read, matched and counted here stays here.

    Each base class is one subject; its module has the same name.
    """

    engine: Engine
    name: str

    async def summary(self) -> BrainSummary:
        """Name, number of writes, times of the first and the last write. Raises NotFound: nothing was ever written to it."""
        return await read_brain(self.engine.store, self.name)

    async def settings(self) -> BrainSettings:
        """The settings of this brain; None follows the service."""
        return (await settings_of(self.engine.store, self.name))[0]

    async def configure(self, **changes: Any) -> BrainSettings:
        """Change settings of this brain, and return all of them; None resets one to the service's.

        Raises:
            InvalidInput: the setting is unknown, or the value is not usable; nothing was changed.
        """
        return (await configure(self.engine.store, self.engine.settings, self.name, changes))[0]

    async def create(self, settings: BrainSettings | None = None) -> bool:
        """Create this brain if it does not exist. `settings`, if given, replace all its settings. Returns whether it is new.

        Raises:
            InvalidInput: a setting is unknown or not usable; nothing is changed.
        """
        changes = settings.changes if settings is not None else {}
        store, service = self.engine.store, self.engine.settings
        return (await configure(store, service, self.name, changes, replace=settings is not None))[1]
