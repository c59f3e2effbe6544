"""Contradictions: facts that another fact ended."""

from __future__ import annotations

from graphmem.engine import BrainSubject
from graphmem.explore.contradictions import overturned
from graphmem_contract.contradictions import Acceptance, ContradictionMark, Overturned
from graphmem_contract.errors import ConflictError, NotFound
from graphmem_contract.pagination import Page
from graphmem_contract.validation import Moment, moment


class Contradictions(BrainSubject):
    """The facts of a brain that a later value or a contradiction ended."""

    __slots__ = ()

    async def list(
        self, *, accepted: bool | None = None, limit: int = 50, cursor: str | None = None
    ) -> Page[Overturned]:
        """Facts that a later value or a contradiction ended, most recently recorded first. Raises InvalidInput.

        Args:
            accepted: only those that a person accepted (True), or that are open (False).
        """
        return await overturned(self.engine.store, self.brain, accepted=accepted, limit=limit, cursor=cursor)

    async def accept(
        self, fact_id: str, *, accepted: bool = True, by: str | None = None, recorded_at: Moment = None
    ) -> ContradictionMark:
        """Mark a fact that another one ended as looked at and left as it is, or (accepted=False) open it again.

        The mark counts for the present version of the fact. A new version is open.

        Args:
            by: who accepts it. recorded_at: `recorded_at` of the version that was looked at; default the present one.

        Raises:
            NotFound: no such fact. ConflictError: no other fact ended it, or it has changed since; nothing was changed.
        """
        version = moment(recorded_at, "recorded_at")
        (row,) = await self.engine.store.write(
            "curation/accept", brain=self.brain, factId=fact_id, accepted=accepted, by=by, version=version
        )
        if not row["found"]:
            raise NotFound("There is no such fact in this brain.")
        if not row["overturned"]:
            raise ConflictError("No other fact has ended this one.")
        if not row["seen"]:
            raise ConflictError("The fact has changed since; look at it again.", field="recorded_at")
        mark = Acceptance(at=row["acceptedAt"], by=row["acceptedBy"]) if row["acceptedAt"] else None
        return ContradictionMark(fact_id=fact_id, accepted=mark)
