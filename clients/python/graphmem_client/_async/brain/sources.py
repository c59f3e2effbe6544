"""Sources of episodes: list them, set how far they are trusted, retract and restore what they said."""

from __future__ import annotations

from graphmem_client._async.brain.subject import BrainSubject
from graphmem_client.calls import Again, Call, json_bytes, segment, time_text
from graphmem_contract.pagination import Page
from graphmem_contract.service import SourcePage
from graphmem_contract.sources import EpisodeSource, SourceChanges
from graphmem_contract.validation import Moment


class Sources(BrainSubject):
    """The sources of a brain's episodes."""

    __slots__ = ()

    async def list(self, *, limit: int = 50, cursor: str | None = None) -> Page[EpisodeSource]:
        """The sources of the episodes, and those that have a trust, sorted by name. Raises InvalidInput."""
        page = await self._get("listSources", "/sources", SourcePage, limit=limit, cursor=cursor)
        return Page(page.sources, page.next_cursor)

    async def set(self, source: str, *, trust: float) -> EpisodeSource:
        """Set the trust of a source: the greatest confidence of what its episodes say that are stored from now on.

        Raises:
            InvalidInput: the name is empty, or `trust` is not 0 to 1.
        """
        at, content = self._at(f"/sources/{segment(source)}"), json_bytes({"trust": trust})
        call = Call("setSource", "PUT", at, Again.SAFE, content=content)
        return (await self._service.reply(call)).record(EpisodeSource)

    async def retract(self, source: str, *, since: Moment = None, dry_run: bool = False) -> SourceChanges:
        """Withdraw all statements of the episodes of a source, at one system time. Facts that rest on them fall with them.

        A statement that another source has made too is another statement: it stands, and so does its fact.

        Args:
            since: only the episodes recorded (system time) at this time or later; default all.
            dry_run: show the changes without making them.

        Raises:
            NotFound: no episode has this source. InvalidInput: the name is empty, or `since` is no time.
        """
        asked = {"since": time_text(since, "since"), "dry_run": dry_run}
        rest = f"/sources/{segment(source)}:retract"
        return (await self._write("retractSource", rest, json_bytes(asked), dry_run=dry_run)).record(SourceChanges)

    async def restore(self, source: str, *, retraction_id: str | None = None, dry_run: bool = False) -> SourceChanges:
        """Take back a retraction of a source: exactly what it withdrew holds again.

        Args:
            retraction_id: default the latest one that stands.
            dry_run: show the changes without making them.

        Raises:
            NotFound: the source has no such retraction. NothingToRestore: none stands, or this one was taken back before.
        """
        asked = {"retraction_id": retraction_id, "dry_run": dry_run}
        rest = f"/sources/{segment(source)}:restore"
        return (await self._write("restoreSource", rest, json_bytes(asked), dry_run=dry_run)).record(SourceChanges)
