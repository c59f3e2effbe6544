"""Accept a contradiction: a person looked at it and leaves it as it is."""

from __future__ import annotations

from datetime import datetime

from graphmem.graph.store import Store
from graphmem_contract.contradictions import Acceptance, ContradictionMark
from graphmem_contract.errors import ConflictError, NotFound


async def accept(
    store: Store,
    brain: str,
    fact_id: str,
    *,
    accepted: bool = True,
    by: str | None = None,
    recorded_at: datetime | None = None,
) -> ContradictionMark:
    """Mark a fact that another one ended as accepted in its present version, or open it again.

    Args:
        by: who accepts it. recorded_at: the version that was looked at; None = the present one.

    Raises:
        NotFound: the brain believes no such fact.
        ConflictError: no other fact ended it, or it has another version by now; nothing was changed.
    """
    (row,) = await store.write(
        "curation/accept", brain=brain, factId=fact_id, accepted=accepted, by=by, version=recorded_at
    )
    if not row["found"]:
        raise NotFound("There is no such fact in this brain.")
    if not row["overturned"]:
        raise ConflictError("No other fact has ended this one.")
    if not row["seen"]:
        raise ConflictError("The fact has changed since; look at it again.", field="recorded_at")
    mark = Acceptance(at=row["acceptedAt"], by=row["acceptedBy"]) if row["acceptedAt"] else None
    return ContradictionMark(fact_id=fact_id, accepted=mark)
