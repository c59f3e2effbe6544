"""The changes feed of a brain."""

from __future__ import annotations

from collections.abc import AsyncIterator

from graphmem_client._async.brain.subject import BrainSubject
from graphmem_contract.feed import ChangeBatch, ChangeEvent

WAIT_SEC = 30.0
"""Seconds that the service may wait for an event before it answers."""


class BrainFeed(BrainSubject):
    """What every commit to a brain changed."""

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
        asked = {"since": since, "limit": limit, "wait": wait or None}
        return await self._get("listChanges", "/changes", ChangeBatch, **asked)

    async def follow(self, *, since: str | None = None) -> AsyncIterator[ChangeEvent]:
        """The events as they are committed, without an end; `since` and errors as of `changes`."""
        while True:
            batch = await self.changes(since=since, wait=WAIT_SEC)
            for event in batch.changes:
                yield event
            since = batch.cursor
