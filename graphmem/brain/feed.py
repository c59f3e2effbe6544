"""The changes feed of a brain."""

from __future__ import annotations

from collections.abc import AsyncIterator

from graphmem.engine import BrainSubject
from graphmem.feed.changes import follow_changes, read_changes
from graphmem_contract.feed import ChangeBatch, ChangeEvent


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
        return await read_changes(self.engine.store, self.brain, since=since, limit=limit, wait=wait)

    async def follow(self, *, since: str | None = None) -> AsyncIterator[ChangeEvent]:
        """The events as they are committed, without an end; `since` and errors as of `changes`."""
        async for event in follow_changes(self.engine.store, self.brain, since=since):
            yield event
