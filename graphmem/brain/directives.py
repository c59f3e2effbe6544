"""Standing instructions and preferences of the user."""

from __future__ import annotations

from datetime import UTC, datetime

from graphmem.directives.told import directive_of
from graphmem.engine import BrainSubject
from graphmem.graph.pagination import LARGEST_ID, checked_limit, page_by
from graphmem.graph.time_parameters import from_micros
from graphmem.graph.transaction import Row
from graphmem_contract.directives import Directive
from graphmem_contract.pagination import Page


class Directives(BrainSubject):
    """The directives of a brain."""

    __slots__ = ()

    async def list(
        self, *, include_superseded: bool = False, limit: int = 50, cursor: str | None = None
    ) -> Page[Directive]:
        """Standing instructions and preferences of the user, newest first, each with its sources. Raises InvalidInput.

        Args:
            include_superseded: list also those that a later one excludes.
            cursor: the id of the last one of the page before.
        """
        most, before = checked_limit(limit) + 1, cursor or LARGEST_ID
        rows = await self.engine.store.read(
            "upkeep/directives", brain=self.brain, superseded=include_superseded, before=before, limit=most
        )
        now = datetime.now(UTC)
        return page_by("id", [directive_of(_timed(row["directive"]), now) for row in rows], limit)


def _timed(row: Row) -> Row:
    """Return a row with its microseconds converted to datetimes."""
    return row | {name: from_micros(row[name]) for name in ("validFrom", "lastToldAt")}
