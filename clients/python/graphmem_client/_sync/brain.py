"""`ClientBrainSync`: one isolated memory of the service, and everything that can be done with it."""

# Derived by clients/python/scripts/generate.py from _async/brain.py.

from __future__ import annotations

from typing import Any

from graphmem_client._sync.brain_curation import BrainCuration
from graphmem_client._sync.brain_entities import BrainEntities
from graphmem_client._sync.brain_explore import BrainExplore
from graphmem_client._sync.brain_export import BrainExport
from graphmem_client._sync.brain_feed import BrainFeed
from graphmem_client._sync.brain_ingest import BrainIngest
from graphmem_client._sync.brain_items import BrainItems
from graphmem_client._sync.brain_recall import BrainRecall
from graphmem_client._sync.brain_reextraction import BrainReextraction
from graphmem_client._sync.brain_retention import BrainRetention
from graphmem_client._sync.brain_sources import BrainSources
from graphmem_client._sync.brain_upkeep import BrainUpkeep
from graphmem_client._sync.brain_webhooks import BrainWebhooks
from graphmem_client._sync.transport import Service
from graphmem_client.calls import Again, Call, record_bytes
from graphmem_client.contract.brains import BrainSummary
from graphmem_client.contract.service import BrainDetail
from graphmem_client.contract.settings import BrainSettings
from graphmem_client.errors import NotFound


class ClientBrainSync(
    BrainIngest,
    BrainRecall,
    BrainExplore,
    BrainCuration,
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
    """One isolated memory of the service: everything written, read, matched and counted here stays here.

    It has the methods of `graphmem.Brain`, with the same names, arguments and records.
    """

    __slots__ = ("_name", "_service")

    def __init__(self, service: Service, name: str) -> None:
        """Use `GraphmemClientSync.brain`."""
        self._service = service
        self._name = name

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._name!r} of {self._service.address.url!r})"

    @property
    def name(self) -> str:
        """The name of the brain."""
        return self._name

    def detail(self) -> BrainDetail:
        """The times, the settings and the counts of this brain. Raises NotFound where nothing was ever written."""
        return self._get("getBrain", "", BrainDetail)

    def summary(self) -> BrainSummary:
        """Name, number of writes, times of the first and the last write. Raises NotFound: nothing was ever written to it."""
        return self._get("getBrain", "", BrainSummary)

    def settings(self) -> BrainSettings:
        """The settings of this brain; None follows the service."""
        try:
            return (self.detail()).settings
        except NotFound:
            return BrainSettings()

    def configure(self, **changes: Any) -> BrainSettings:
        """Change settings of this brain, and return all of them; None resets one to the service's.

        Raises:
            InvalidInput: the setting is unknown, or the value is not usable; nothing was changed.
        """
        wanted = record_bytes(BrainSettings.checked(changes))
        return (self._write("configureBrain", "", wanted, method="PATCH")).record(BrainDetail).settings

    def create(self, settings: BrainSettings | None = None) -> bool:
        """Create this brain if it does not exist. `settings`, if given, replace all its settings. Returns whether it is new.

        If the answer is lost and the call sent again, a brain that it has made counts as not new.

        Raises:
            InvalidInput: a setting is unknown or not usable; nothing is changed.
        """
        content = None if settings is None else record_bytes(settings)
        return (
            self._service.reply(Call("createBrain", "PUT", self._at(""), Again.SAFE, content=content))
        ).status == 201
