"""Sources of episodes: list them, set how far they are trusted, retract and restore what they said."""

from __future__ import annotations

from graphmem.curation.sources import restore_source, retract_source, set_source
from graphmem.engine import BrainSubject
from graphmem.explore.source_list import list_sources
from graphmem_contract.pagination import Page
from graphmem_contract.sources import EpisodeSource, SourceChanges
from graphmem_contract.validation import Moment, moment


class Sources(BrainSubject):
    """The sources of a brain's episodes (docs/sources.md)."""

    __slots__ = ()

    async def list(self, *, limit: int = 50, cursor: str | None = None) -> Page[EpisodeSource]:
        """The sources of the episodes, and those that have a trust, sorted by name. Raises InvalidInput."""
        return await list_sources(self.engine.store, self.brain, limit=limit, cursor=cursor)

    async def set(self, source: str, *, trust: float) -> EpisodeSource:
        """Set the trust of a source: the greatest confidence of what its episodes say that are stored from now on.

        Raises:
            InvalidInput: the name is empty, or `trust` is not 0 to 1.
        """
        return await set_source(self.engine.store, self.brain, source, trust)

    async def retract(self, source: str, *, since: Moment = None, dry_run: bool = False) -> SourceChanges:
        """Withdraw all statements of the episodes of a source, at one system time. Facts that rest on them fall with them.

        A statement that another source has made too is another statement: it stands, and so does its fact.

        Args:
            since: only the episodes recorded (system time) at this time or later; default all.
            dry_run: show the changes without making them.

        Raises:
            NotFound: no episode has this source. InvalidInput: the name is empty, or `since` is no time.
        """
        moment_since = moment(since, "since")
        return await retract_source(self.engine.store, self.brain, source, since=moment_since, dry_run=dry_run)

    async def restore(self, source: str, *, retraction_id: str | None = None, dry_run: bool = False) -> SourceChanges:
        """Take back a retraction of a source: exactly what it withdrew holds again.

        Args:
            retraction_id: default the latest one that stands.
            dry_run: show the changes without making them.

        Raises:
            NotFound: the source has no such retraction. NothingToRestore: none stands, or this one was taken back before.
        """
        return await restore_source(self.engine.store, self.brain, source, retraction_id=retraction_id, dry_run=dry_run)
