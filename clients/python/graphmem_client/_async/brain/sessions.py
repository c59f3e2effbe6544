"""Sessions: list them, extract what waits, summarise."""

from __future__ import annotations

from graphmem_client._async.brain.subject import BrainSubject
from graphmem_client.calls import segment
from graphmem_contract.pagination import Page
from graphmem_contract.records import WriteResult
from graphmem_contract.service import FlushReport, SessionPage
from graphmem_contract.sessions import Session, SessionSummary


class Sessions(BrainSubject):
    """The sessions of a brain."""

    __slots__ = ()

    async def list(self, *, limit: int = 50, cursor: str | None = None) -> Page[Session]:
        """The sessions of this brain, by id, with their latest summaries. Raises InvalidInput."""
        page = await self._get("listSessions", "/sessions", SessionPage, limit=limit, cursor=cursor)
        return Page(page.sessions, page.next_cursor)

    async def flush(self, session_id: str) -> tuple[WriteResult, ...]:
        """Extract the messages of a session that wait for the `extraction_threshold`, in their order."""
        reply = await self._write("flushSession", f"/sessions/{segment(session_id)}:flush")
        return reply.record(FlushReport).results

    async def summarise(self, session_id: str) -> SessionSummary:
        """Summarise a session by one model call, in English, and replace its previous summary.

        Waiting messages of the session are extracted first; a failure of one is a warning.

        Raises:
            NotFound: there is no such session. ModelError: the model failed; the previous summary stays.
        """
        reply = await self._write("summariseSession", f"/sessions/{segment(session_id)}:summarise")
        return reply.record(SessionSummary)
