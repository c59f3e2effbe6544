"""Read episodes again by another model or newer prompts."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from graphmem.curation.invalidate import changes_of
from graphmem.curation.reextract_run import ReadAgainFilter, estimate, reextract
from graphmem.engine import BrainSubject
from graphmem.graph.pagination import checked_limit, page_by
from graphmem.graph.row_mapping import snake_row
from graphmem.graph.transaction import Row, Transaction, run
from graphmem.settling.pair import pairs_of
from graphmem.settling.settle import settle
from graphmem_contract.errors import ConflictError, InvalidInput, NotFound, NothingToRestore
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
        most = checked_limit(limit) + 1
        rows = await self.engine.store.read(
            "reextract/list", brain=self.brain, after=cursor, limit=most, episode=episode_id
        )
        return page_by("reextraction_id", [Reextraction(**snake_row(row)) for row in rows], limit)

    async def undo(self, reextraction_id: str, *, dry_run: bool = False) -> UndoneReextraction:
        """Take back a new extraction: exactly what it withdrew holds again, and what it added is withdrawn.

        Raises:
            NotFound: there is no such new extraction. NothingToRestore: it was taken back before. ConflictError: a later one
                of its episode stands, or the source of the episode is retracted.
        """

        async def work(tx: Transaction) -> UndoneReextraction:
            (locked,) = await run(tx, "procedures/lock", brain=self.brain)
            stamp: datetime = locked["recordedAt"]
            (row,) = await run(tx, "reextract/undo", brain=self.brain, id=reextraction_id, recordedAt=stamp)
            _check_undone(row)
            changes = changes_of(await settle(tx, self.brain, pairs_of(row["pairs"], stamp)), stamp)
            return UndoneReextraction(
                reextraction_id=reextraction_id, episode_id=row["episode"], statements=row["statements"],
                withdrawn=row["withdrawn"], changed=changes.changed, recorded_at=stamp,
            )  # fmt: skip

        return await self.engine.store.transaction(work, dry_run=dry_run, bulk=True)


def _filter(
    ids: Sequence[str] | None,
    session_id: str | None,
    source: str | None,
    tags: Sequence[str],
    since: Moment,
    until: Moment,
    again: bool,
) -> ReadAgainFilter:
    """Return the filter. Raises InvalidInput: its times are no times, or in the wrong order."""
    chosen = ReadAgainFilter(
        None if ids is None else tuple(ids), session_id, source, tuple(tags),
        moment(since, "since"), moment(until, "until"), again,
    )  # fmt: skip
    if chosen.since and chosen.until and chosen.since >= chosen.until:
        raise InvalidInput("since must be before until.", field="since")
    return chosen


def _check_undone(row: Row) -> None:
    if not row["found"]:
        raise NotFound("There is no such new extraction in this brain.")
    if not row["stood"]:
        raise NothingToRestore("This new extraction was taken back before.")
    if not row["latest"]:
        raise ConflictError("A later new extraction of its episode stands; take that back first.")
    if row["retracted"]:
        raise ConflictError("The source of its episode is retracted; restore the source first.")
