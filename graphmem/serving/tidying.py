"""What a serving process does beside its work: webhooks, scheduled upkeep, and every hour retention and old events."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from graphmem.access.audit import AuditLog
from graphmem.curation.retention import apply_everywhere
from graphmem.engine import Engine
from graphmem.feed.changes import prune_changes
from graphmem.feed.delivery import Deliverer, delivering
from graphmem.feed.receiver_address import networks_of
from graphmem.items.write_items import prune_items
from graphmem.observability.logs import get_logger, survived
from graphmem.processes.beside import beside
from graphmem.serving.scheduled_upkeep import scheduled_upkeep
from graphmem.serving.settling import settling

log = get_logger("graphmem.tidying")
EVERY_SEC = 3600.0


@asynccontextmanager
async def tidying(engine: Engine, brain: str | None = None, *, every_sec: float = EVERY_SEC) -> AsyncIterator[None]:
    """Send events to webhooks, run scheduled upkeep, and tidy all brains at once and then every hour, while the block runs.

    Several processes may do so at the same time.

    Args:
        brain: scheduled upkeep of this brain only. every_sec: seconds after which all brains are tidied again.
    """
    brains = None if brain is None else [brain]
    deliverer = Deliverer(engine.store, networks_of(engine.settings.webhook_networks))
    left = settling(engine.store, engine.models.embedder)
    async with (
        beside(_tidy_for_ever(engine, every_sec)),
        delivering(deliverer),
        scheduled_upkeep(engine, brains),
        left,
    ):
        yield


async def _tidy_for_ever(engine: Engine, every_sec: float) -> None:
    while True:
        with survived(log, "not_tidied", "tidying_stumbled"):
            await tidy(engine)
        await asyncio.sleep(every_sec)


async def tidy(engine: Engine) -> None:
    """Apply the retention policies of all brains, and remove events and lines of the audit log that are too old.

    Raises:
        DatabaseUnavailable: Neo4j does not answer.
    """
    await apply_everywhere(engine.store, engine.models.embedder)
    await prune_items(engine.store)
    await prune_changes(engine.store, days=engine.settings.changes_days)
    await AuditLog(engine.store).prune(days=engine.settings.audit_days)
