"""Contradictions: facts that another fact ended."""

from __future__ import annotations

from graphmem_client._async.brain.subject import BrainSubject
from graphmem_client.calls import json_bytes, segment, time_text
from graphmem_contract.contradictions import ContradictionMark, Overturned
from graphmem_contract.pagination import Page
from graphmem_contract.service import ContradictionPage
from graphmem_contract.validation import Moment


class Contradictions(BrainSubject):
    """The facts of a brain that a later value or a contradiction ended."""

    __slots__ = ()

    async def list(
        self, *, accepted: bool | None = None, limit: int = 50, cursor: str | None = None
    ) -> Page[Overturned]:
        """Facts that a later value or a contradiction ended, most recently recorded first. Raises InvalidInput.

        Args:
            accepted: only those that a person accepted (True), or that are open (False).
        """
        asked = {"accepted": accepted, "limit": limit, "cursor": cursor}
        page = await self._get("listContradictions", "/contradictions", ContradictionPage, **asked)
        return Page(page.contradictions, page.next_cursor)

    async def accept(self, fact_id: str, *, accepted: bool = True, recorded_at: Moment = None) -> ContradictionMark:
        """Mark a fact that another one ended as looked at and left as it is, or (accepted=False) open it again.

        The mark has the name of the key. It counts for the present version of the fact. A new version is open.

        Args:
            recorded_at: `recorded_at` of the version that was looked at; default the present one.

        Raises:
            NotFound: no such fact. ConflictError: no other fact ended it, or it has changed since; nothing was changed.
        """
        asked = {"accepted": accepted, "recorded_at": time_text(recorded_at, "recorded_at")}
        rest = f"/contradictions/{segment(fact_id)}:accept"
        return (await self._write("acceptContradiction", rest, json_bytes(asked))).record(ContradictionMark)
