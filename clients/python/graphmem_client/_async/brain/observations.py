"""What upkeep has noticed across the facts."""

from __future__ import annotations

from graphmem_client._async.brain.subject import BrainSubject
from graphmem_contract.observations import Observation, ObservationKind, ObservationStatus
from graphmem_contract.pagination import Page
from graphmem_contract.service import ObservationPage


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
        asked = {"status": status, "kind": kind, "limit": limit, "cursor": cursor}
        page = await self._get("listObservations", "/observations", ObservationPage, **asked)
        return Page(page.observations, page.next_cursor)
