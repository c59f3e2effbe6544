"""Read episodes again by another model or newer prompts."""

from __future__ import annotations

from collections.abc import Sequence

from graphmem.curation.reextract_run import (
    ReadAgainFilter,
    checked_filter,
    estimate,
    list_reextractions,
    reextract,
    undo_reextraction,
)
from graphmem.engine import BrainSubject
from graphmem_contract.pagination import Page
from graphmem_contract.reextraction import Reextraction, ReextractionEstimate, ReextractionReport, UndoneReextraction
from graphmem_contract.validation import Moment, moment


class Reextractions(BrainSubject):
    """The new extractions of a brain (docs/reextraction.md)."""

    __slots__ = ()

    async def run(
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
        """Read extracted episodes again with the extractor of this connection, `limit` at most.

        The new reading of an episode replaces the old one in a transaction of its own. A statement that both have is kept, with
        its fact; what people have corrected stays corrected. Repeat the call with the `cursor` of its report. An episode that
        this reader has read already is left out, unless `again`; so the same call continues one that was cut off.

        Args:
            episode_ids, session_id, source, tags: only episodes that have these; all of the tags.
            since, until: only episodes that were said (valid time) at `since` or later and before `until`.
            by, reason: who asks, and why; noted in the graph.
            dry_run: show what would change. The model is asked about each episode all the same.

        Raises:
            NotFound: there is no episode with one of the ids. InvalidInput: a time or the limit (1 to 1000) is unusable.
            RevisionConflict, DatabaseUnavailable: the episodes before are read again, and the same call goes on.
            QuotaSpent: the brain has no model calls left for today. Spent later, the run ends with a `cursor`.
        """
        chosen = _filter(episode_ids, session_id, source, tags, since, until, again)
        return await reextract(
            self.engine, self.brain, chosen, await self._settings(), by=by, reason=reason, limit=limit,
            cursor=cursor, dry_run=dry_run,
        )  # fmt: skip

    async def estimate(
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
        chosen = _filter(episode_ids, session_id, source, tags, since, until, again)
        return await estimate(self.engine, self.brain, chosen, await self._settings())

    async def list(
        self, *, episode_id: str | None = None, limit: int = 50, cursor: str | None = None
    ) -> Page[Reextraction]:
        """The new extractions that changed something, newest first. Raises InvalidInput."""
        return await list_reextractions(
            self.engine.store, self.brain, episode_id=episode_id, limit=limit, cursor=cursor
        )

    async def undo(self, reextraction_id: str, *, dry_run: bool = False) -> UndoneReextraction:
        """Take back a new extraction: exactly what it withdrew holds again, and what it added is withdrawn.

        Raises:
            NotFound: there is no such new extraction. NothingToRestore: it was taken back before. ConflictError: a later one
                of its episode stands, or the source of the episode is retracted.
        """
        return await undo_reextraction(self.engine.store, self.brain, reextraction_id, dry_run=dry_run)


def _filter(
    ids: Sequence[str] | None,
    session_id: str | None,
    source: str | None,
    tags: Sequence[str],
    since: Moment,
    until: Moment,
    again: bool,
) -> ReadAgainFilter:
    chosen = ReadAgainFilter(
        None if ids is None else tuple(ids), session_id, source, tuple(tags),
        moment(since, "since"), moment(until, "until"), again,
    )  # fmt: skip
    return checked_filter(chosen)
