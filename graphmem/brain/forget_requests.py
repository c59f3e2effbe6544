"""Requests to forget in messages: what they have hidden, and how it comes back."""

from __future__ import annotations

from graphmem.curation import hidden
from graphmem.engine import BrainSubject
from graphmem_contract.changes import Changes, ForgetRequest
from graphmem_contract.pagination import Page


class ForgetRequests(BrainSubject):
    """The requests to forget that a brain has carried out."""

    __slots__ = ()

    async def list(self, *, limit: int = 50, cursor: str | None = None) -> Page[ForgetRequest]:
        """The requests to forget of messages that have hidden something, newest first. They have ids and counts, no texts."""
        return await hidden.forget_requests(self.engine.store, self.brain, limit=limit, cursor=cursor)

    async def undo(self, request_id: str, *, dry_run: bool = False) -> Changes:
        """Tell again what a request to forget has hidden: its statements hold again, and its sentences are back.

        Raises:
            NotFound: no such request. NothingToRestore: it was undone before, or a person has forgotten what it hid.
        """
        store, embedder = self.engine.store, self.engine.models.embedder
        return await hidden.undo_forget_request(store, embedder, self.brain, request_id, dry_run=dry_run)
