"""Read episodes again by another model or newer prompts."""

# Derived by clients/python/scripts/generate.py from _async/brain/reextraction.py.

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphmem_client._sync.brain.subject import BrainSubject
from graphmem_client.calls import Again, Call, json_bytes, segment, time_text
from graphmem_contract.pagination import Page
from graphmem_contract.reextraction import Reextraction, ReextractionEstimate, ReextractionReport, UndoneReextraction
from graphmem_contract.service import ReextractionPage
from graphmem_contract.validation import Moment


class Reextractions(BrainSubject):
    """The new extractions of a brain."""

    __slots__ = ()

    def run(
        self,
        *,
        episode_ids: Sequence[str] | None = None,
        session_id: str | None = None,
        source: str | None = None,
        tags: Sequence[str] = (),
        since: Moment = None,
        until: Moment = None,
        again: bool = False,
        by: str | None = None,
        reason: str | None = None,
        limit: int = 10,
        cursor: str | None = None,
        dry_run: bool = False,
    ) -> ReextractionReport:
        """Read extracted episodes again with the service's model, `limit` (1 to 100) at most.

        The new reading of an episode replaces the old one in a transaction of its own. A statement that both have is kept, with
        its fact; what people have corrected stays corrected. Repeat the call with the `cursor` of its report. An episode that
        this reader has read already is left out, unless `again`; so the same call continues one that was cut off.

        Args:
            episode_ids, session_id, source, tags: only episodes that have these; all of the tags.
            since, until: only episodes that were said (valid time) at `since` or later and before `until`.
            by, reason: who asks, and why; noted in the graph.
            dry_run: show what would change. The model is asked about each episode all the same.

        Raises:
            NotFound: there is no episode with one of the ids. InvalidInput: a time or the limit is unusable.
            RevisionConflict, DatabaseUnavailable: the episodes before are read again, and the same call goes on.
            QuotaSpent: the brain has no model calls left for today. Spent later, the run ends with a `cursor`.
        """
        chosen = _filter(episode_ids, session_id, source, tags, since, until, again)
        asked = {**chosen, "by": by, "reason": reason, "limit": limit, "cursor": cursor, "dry_run": dry_run}
        reply = self._write("reextract", "/episodes:reextract", json_bytes(asked), dry_run=dry_run)
        return reply.record(ReextractionReport)

    def estimate(
        self,
        *,
        episode_ids: Sequence[str] | None = None,
        session_id: str | None = None,
        source: str | None = None,
        tags: Sequence[str] = (),
        since: Moment = None,
        until: Moment = None,
        again: bool = False,
    ) -> ReextractionEstimate:
        """How much `run` would ask of the model for all episodes of this filter. No model is asked.

        Raises:
            NotFound: there is no episode with one of the ids. InvalidInput: a time is unusable.
        """
        content = json_bytes(_filter(episode_ids, session_id, source, tags, since, until, again))
        at = self._at("/episodes:estimate-reextraction")
        reply = self._service.reply(Call("estimateReextraction", "POST", at, Again.SAFE, content=content))
        return reply.record(ReextractionEstimate)

    def list(self, *, episode_id: str | None = None, limit: int = 50, cursor: str | None = None) -> Page[Reextraction]:
        """The new extractions that changed something, newest first. Raises InvalidInput."""
        asked = {"episode_id": episode_id, "limit": limit, "cursor": cursor}
        page = self._get("listReextractions", "/reextractions", ReextractionPage, **asked)
        return Page(page.reextractions, page.next_cursor)

    def undo(self, reextraction_id: str, *, dry_run: bool = False) -> UndoneReextraction:
        """Take back a new extraction: exactly what it withdrew holds again, and what it added is withdrawn.

        Raises:
            NotFound: there is no such new extraction. NothingToRestore: it was taken back before. ConflictError: a later one
                of its episode stands, or the source of the episode is retracted.
        """
        rest = f"/reextractions/{segment(reextraction_id)}:undo"
        reply = self._write("undoReextraction", rest, json_bytes({"dry_run": dry_run}), dry_run=dry_run)
        return reply.record(UndoneReextraction)


def _filter(
    ids: Sequence[str] | None,
    session_id: str | None,
    source: str | None,
    tags: Sequence[str],
    since: Moment,
    until: Moment,
    again: bool,
) -> dict[str, Any]:
    return {
        "episode_ids": None if ids is None else list(ids), "session_id": session_id, "source": source, "tags": list(tags),
        "since": time_text(since, "since"), "until": time_text(until, "until"), "again": again,
    }  # fmt: skip
