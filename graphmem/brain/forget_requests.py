"""Requests to forget in messages: what they have hidden, and how it comes back."""

from __future__ import annotations

from functools import partial

from graphmem.curation.hidden import undo_within
from graphmem.engine import BrainSubject
from graphmem.graph.pagination import LARGEST_ID, checked_limit, page_by
from graphmem.graph.row_mapping import snake_row
from graphmem.graph.transaction import Row
from graphmem.ingest.vectors import Unembedded
from graphmem_contract.changes import Changes, ForgetRequest
from graphmem_contract.pagination import Page


class ForgetRequests(BrainSubject):
    """The requests to forget that a brain has carried out."""

    __slots__ = ()

    async def list(self, *, limit: int = 50, cursor: str | None = None) -> Page[ForgetRequest]:
        """The requests to forget of messages that have hidden something, newest first. They have ids and counts, no texts."""
        most, before = checked_limit(limit) + 1, cursor or LARGEST_ID
        rows = await self.engine.store.read("forgetting/requests", brain=self.brain, before=before, limit=most)
        return page_by("id", [_request(row["request"]) for row in rows], limit)

    async def undo(self, request_id: str, *, dry_run: bool = False) -> Changes:
        """Tell again what a request to forget has hidden: its statements hold again, and its sentences are back.

        Raises:
            NotFound: no such request. NothingToRestore: it was undone before, or a person has forgotten what it hid.
        """
        store, unembedded = self.engine.store, Unembedded()
        work = partial(undo_within, brain=self.brain, request_id=request_id, unembedded=unembedded)
        changes = await store.transaction(work, dry_run=dry_run, bulk=True)
        if not dry_run:
            await unembedded.embed(store, self.engine.models.embedder, self.brain)
        return changes


def _request(row: Row) -> ForgetRequest:
    return ForgetRequest(**snake_row(row | {"episodes": row["episodes"] or ()}))
