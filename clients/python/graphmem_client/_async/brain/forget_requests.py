"""Requests to forget in messages: what they have hidden, and how it comes back."""

from __future__ import annotations

from graphmem_client._async.brain.subject import BrainSubject
from graphmem_client.calls import json_bytes, segment
from graphmem_contract.changes import Changes, ForgetRequest
from graphmem_contract.pagination import Page
from graphmem_contract.service import ForgetRequestPage


class ForgetRequests(BrainSubject):
    """The requests to forget that a brain has carried out."""

    __slots__ = ()

    async def list(self, *, limit: int = 50, cursor: str | None = None) -> Page[ForgetRequest]:
        """The requests to forget of messages that have hidden something, newest first. They have ids and counts, no texts."""
        page = await self._get("listForgetRequests", "/forget-requests", ForgetRequestPage, limit=limit, cursor=cursor)
        return Page(page.requests, page.next_cursor)

    async def undo(self, request_id: str, *, dry_run: bool = False) -> Changes:
        """Tell again what a request to forget has hidden: its statements hold again, and its sentences are back.

        Raises:
            NotFound: no such request. NothingToRestore: it was undone before, or a person has forgotten what it hid.
        """
        rest, content = f"/forget-requests/{segment(request_id)}:undo", json_bytes({"dry_run": dry_run})
        return (await self._write("undoForgetRequest", rest, content, dry_run=dry_run)).record(Changes)
