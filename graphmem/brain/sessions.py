"""Sessions: list them, extract what waits, summarise."""

from __future__ import annotations

import json

from graphmem.engine import BrainSubject
from graphmem.graph.pagination import checked_limit, page_by
from graphmem.graph.transaction import Row
from graphmem.ingest.process import EpisodeProcessor
from graphmem.ingest.session_summaries import summarise
from graphmem.models.configured import configured
from graphmem_contract.pagination import Page
from graphmem_contract.records import WriteResult
from graphmem_contract.sessions import Session, SessionSummary


class Sessions(BrainSubject):
    """The sessions of a brain."""

    __slots__ = ()

    async def list(self, *, limit: int = 50, cursor: str | None = None) -> Page[Session]:
        """The sessions of this brain, by id, with their latest summaries. Raises InvalidInput."""
        rows = await self.engine.store.read(
            "api/sessions", brain=self.brain, after=cursor or "", limit=checked_limit(limit) + 1
        )
        return page_by("id", [_session(row) for row in rows], limit)

    async def flush(self, session_id: str) -> tuple[WriteResult, ...]:
        """Extract the messages of a session that wait for the `extraction_threshold`, in their order."""
        return await EpisodeProcessor(self.engine).flush(self.brain, session_id)

    async def summarise(self, session_id: str) -> SessionSummary:
        """Summarise a session by one model call, in English, and replace its previous summary.

        Waiting messages of the session are extracted first; a failure of one is a warning.

        Raises:
            NotFound: there is no such session. ModelError: the model failed; the previous summary stays.
        """
        flushed = await self.flush(session_id)
        settings = await self._settings()
        models = self.engine.models
        summariser = configured(models.summariser, self.engine.settings, settings)
        summary = await summarise(self.engine.store, summariser, models.embedder, self.brain, session_id, settings)
        failed = tuple(f"{result.episode_id}: {result.error}" for result in flushed if not result.success)
        return summary.model_copy(update={"warnings": (*summary.warnings, *failed)})


def _session(row: Row) -> Session:
    summary = json.loads(row["summary"])["summary"] if row["summary"] else None
    return Session(**{**row, "summary": summary})
