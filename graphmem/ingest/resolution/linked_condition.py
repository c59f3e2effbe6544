"""`LinkedCondition`: a condition of a claim with the entities and the relation that its words mean."""

from __future__ import annotations

from dataclasses import dataclass

from graphmem.claims import ConditionClaim
from graphmem.ingest.resolution.entity_ref import EntityRef


@dataclass(frozen=True, slots=True)
class LinkedCondition:
    """A condition of a claim with its entities and its relation. `object` is None without an object, or if that is a value.

    `waits`: it is what the claim waits for. `said` is the relation in snake_case, `relation` the name of the seeds for it.
    """

    claim: ConditionClaim
    waits: bool
    subject: EntityRef
    said: str
    relation: str
    object: EntityRef | None

    @property
    def value(self) -> str | None:
        """The text of its object, if that is a value."""
        return self.claim.object if self.object is None else None
