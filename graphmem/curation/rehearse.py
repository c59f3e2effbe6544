"""Rehearse a fact: what would begin and end if somebody said it."""

from __future__ import annotations

from graphmem.core_engine import CoreEngine
from graphmem.curation.invalidate import changes_of
from graphmem.ingest.supplied_facts import rehearse_fact
from graphmem.settings import Settings
from graphmem_contract.changes import Changes
from graphmem_contract.records import SuppliedFact


async def rehearse(engine: CoreEngine, brain: str, fact: SuppliedFact, settings: Settings) -> Changes:
    """Return what adding a fact would change, over evidence and conditions. The fact itself has depth 0; nothing is stored.

    Raises:
        InvalidInput: the fact could not be added.
    """
    id_, committed = await rehearse_fact(engine, brain, fact, settings)
    return changes_of(committed.settled, committed.recorded_at, id_)
