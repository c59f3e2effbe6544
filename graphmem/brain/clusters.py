"""Topics: groups of facts and entities that belong together."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from graphmem.engine import BrainSubject
from graphmem.graph.pagination import checked_limit
from graphmem.graph.row_mapping import snake_row
from graphmem.graph.time_parameters import asked
from graphmem.graph.transaction import Row
from graphmem_contract.errors import NotFound
from graphmem_contract.observations import Cluster
from graphmem_contract.pagination import Page

LISTED, ALL = 20, 1_000
"""Entities and facts of a topic that a list has, and that the read of one topic has."""


class Clusters(BrainSubject):
    """The topics of a brain."""

    __slots__ = ()

    async def list(
        self, *, level: int | None = None, parent_id: str | None = None, limit: int = 50, cursor: str | None = None
    ) -> Page[Cluster]:
        """The topics of the brain, those with most facts first, each with 20 of its entities and facts. Raises InvalidInput.

        Args:
            level: 0 = only whole topics, 1 = only parts of large ones. parent_id: only the parts of this one.
            cursor: the place of the last one of the page before.
        """
        rows = await self._read(
            id=None, level=level, parent=parent_id, after=cursor or "", limit=checked_limit(limit) + 1, most=LISTED
        )
        shown = tuple(Cluster(**snake_row(row["cluster"])) for row in rows[:limit])
        return Page(shown, rows[limit - 1]["place"] if len(rows) > limit else None)

    async def get(self, cluster_id: str) -> Cluster:
        """One topic, with up to a thousand of its entities and facts. Raises NotFound."""
        rows = await self._read(id=cluster_id, level=None, parent=None, after="", limit=1, most=ALL)
        if not rows:
            raise NotFound(f"There is no cluster {cluster_id} in this brain.")
        return Cluster(**snake_row(rows[0]["cluster"]))

    async def _read(self, **parameters: str | int | None) -> Sequence[Row]:
        return await self.engine.store.read(
            "upkeep/clusters", brain=self.brain, now=asked(datetime.now(UTC)), **parameters
        )
