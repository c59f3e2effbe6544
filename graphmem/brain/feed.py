"""The changes feed of a brain."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator

from graphmem.engine import BrainSubject
from graphmem.feed.changes import read_page
from graphmem.feed.cursor import feed_position
from graphmem.graph.pagination import checked_limit
from graphmem_contract.errors import InvalidInput
from graphmem_contract.feed import ChangeBatch, ChangeEvent

MOST_WAIT_SEC = 60.0
PAUSE_SEC = 0.25
"""Seconds between two looks at the revision of a brain while a reader waits."""
LATEST = "latest"
"""The cursor that means: only what comes from now on."""


class BrainFeed(BrainSubject):
    """What every commit to a brain changed (docs/changes.md)."""

    __slots__ = ()

    async def changes(self, *, since: str | None = None, limit: int = 100, wait: float = 0.0) -> ChangeBatch:
        """The next events, in the order of their commits, each once.

        Args:
            since: the cursor of an earlier answer; "latest" = from now on; None = from the oldest event that is kept.
            limit: maximum number of events, 1 to 1000.
            wait: seconds to wait for an event if there is none, 0 to 60.

        Raises:
            InvalidInput: an argument is not usable. NotFound: nothing was ever written to this brain. Gone: events behind the
                cursor are no longer kept, or the brain was forgotten since.
        """
        checked_limit(limit)
        if isinstance(wait, bool) or not 0 <= wait <= MOST_WAIT_SEC:
            raise InvalidInput(f"wait is 0 to {MOST_WAIT_SEC:g} seconds.", field="wait")
        store, brain = self.engine.store, self.brain
        position = None if since in (None, "", LATEST) else feed_position(str(since))
        ends = time.monotonic() + wait
        batch, revision = await read_page(store, brain, position, limit, is_latest=since == LATEST)
        while not batch.changes and (left := ends - time.monotonic()) > 0:
            await asyncio.sleep(min(PAUSE_SEC, left))
            rows = await store.read("feed/revision", brain=brain)
            if rows and rows[0]["revision"] != revision:
                batch, revision = await read_page(store, brain, feed_position(batch.cursor), limit)
        return batch

    async def follow(self, *, since: str | None = None) -> AsyncIterator[ChangeEvent]:
        """The events as they are committed, without an end; `since` and errors as of `changes`."""
        while True:
            batch = await self.changes(since=since, wait=MOST_WAIT_SEC)
            for event in batch.changes:
                yield event
            since = batch.cursor
