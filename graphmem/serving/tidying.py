"""What a serving process does beside its work: send to webhooks, and every hour apply retention and remove old events."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from graphmem.curation.retention import apply_everywhere
from graphmem.engine import Engine
from graphmem.errors import GraphmemError, reason_of
from graphmem.feed.changes import prune_changes
from graphmem.feed.delivery import Deliverer, delivering
from graphmem.feed.receiver_address import networks_of
from graphmem.observability.logs import get_logger

log = get_logger("graphmem.tidying")
EVERY_SEC = 3600.0


@asynccontextmanager
async def tidying(engine: Engine) -> AsyncIterator[None]:
    """Send events to webhooks, and tidy all brains at once and then every hour, while the block runs.

    Several processes may do so at the same time.
    """
    task = asyncio.create_task(_tidy_hourly(engine))
    deliverer = Deliverer(engine.store, networks_of(engine.settings.webhook_networks))
    try:
        async with delivering(deliverer):
            yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def _tidy_hourly(engine: Engine) -> None:
    while True:
        try:
            await tidy(engine)
        except GraphmemError as error:
            log.warning("not_tidied", error=reason_of(error))
        except Exception as error:
            log.exception("tidying_stumbled", error=type(error).__name__)
        await asyncio.sleep(EVERY_SEC)


async def tidy(engine: Engine) -> None:
    """Apply the retention policies of all brains, and remove the events that are too old. Raises DatabaseUnavailable."""
    await apply_everywhere(engine.store, engine.models.embedder)
    await prune_changes(engine.store, days=engine.settings.changes_days)
