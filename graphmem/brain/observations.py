"""What upkeep has noticed across the facts."""

from __future__ import annotations

from graphmem.engine import BrainSubject
from graphmem.upkeep.observations import list_observations
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
        """
        if status is not None:
            check_choice(status, ObservationStatus, "status")
        if kind is not None:
            check_choice(kind, ObservationKind, "kind")
        store = self.engine.store
        return await list_observations(store, self.brain, status=status, kind=kind, limit=limit, cursor=cursor)
