"""Facts that rest on others and facts that wait: read what depends on a fact and what waits, rehearse a fact."""

from __future__ import annotations

from typing import Any

from graphmem.brain_settings import layered
from graphmem.contract.changes import Changes
from graphmem.contract.history import Dependents
from graphmem.contract.records import Fact, SuppliedFact
from graphmem.contract.validation import supplied_fact
from graphmem.curation.rehearse import rehearse
from graphmem.engine import Engine
from graphmem.explore.dependents import dependents, waiting_facts
from graphmem.graph.settings_store import settings_of


class BrainDependencies:
    """The part of `Brain` that tells what depends on what (docs/time.md, R7, R12 to R16)."""

    __slots__ = ()

    engine: Engine
    name: str

    async def dependents(self, fact_id: str) -> Dependents:
        """What rests on a fact by evidence or a condition, and what waits for it, to any depth, as a graph. Raises NotFound."""
        return await dependents(self.engine.store, self.name, fact_id)

    async def waiting_facts(self, entity: str | None = None, *, limit: int = 50) -> tuple[Fact, ...]:
        """The facts that wait for a change and do not hold yet, those said last first.

        Args:
            entity: only those with this entity at either end; an id, key, name or alias.

        Raises:
            NotFound: no such entity. InvalidInput: limit is not 1 to 1000.
        """
        return await waiting_facts(self.engine.store, self.name, entity, limit)

    async def rehearse_fact(self, fact: SuppliedFact | None = None, **fields: Any) -> Changes:
        """Report what adding a fact would change: all that would begin and end, over evidence and conditions; nothing is stored.

        Args:
            fact: as for `add_fact`, or its fields. The ids of facts that would be new are those of this rehearsal only.

        Raises:
            InvalidInput: the fact could not be added.
        """
        own, _ = await settings_of(self.engine.store, self.name)
        settings = layered(self.engine.settings, own, {})
        return await rehearse(self.engine, self.name, fact or supplied_fact(fields), settings)
