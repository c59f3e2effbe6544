"""What upkeep has noticed across the facts."""

from __future__ import annotations

from graphmem.engine import BrainSubject
from graphmem.graph.pagination import LARGEST_ID, checked_limit, page_by
from graphmem.graph.row_mapping import snake_row
from graphmem_contract.observations import Observation, ObservationKind, ObservationStatus
from graphmem_contract.pagination import Page
from graphmem_contract.validation import check_choice


class Observations(BrainSubject):
    """The observations of a brain."""

    __slots__ = ()

    async def list(
        self,
        *,
        status: ObservationStatus | None = None,
        kind: ObservationKind | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> Page[Observation]:
        """What upkeep has noticed across the facts, newest first. Raises InvalidInput.

        Args:
            status: only those that are "active" or "retired". kind: only those of this kind.
            cursor: the id of the last one of the page before.
        """
        if status is not None:
            check_choice(status, ObservationStatus, "status")
        if kind is not None:
            check_choice(kind, ObservationKind, "kind")
        most, before = checked_limit(limit) + 1, cursor or LARGEST_ID
        rows = await self.engine.store.read(
            "upkeep/observations", brain=self.brain, status=status, kind=kind, before=before, limit=most
        )
        return page_by("id", [Observation(**snake_row(row["observation"])) for row in rows], limit)
