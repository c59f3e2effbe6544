"""`Pair`: what a change touched."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

Triple = tuple[str, str, str | None]
"""Subject id, relation, object id; without object every value."""


@dataclass(frozen=True, slots=True)
class Pair:
    """What a change touched: a value, or without `object_id` every value of a subject and relation.

    `recorded_at` is the system time of the change; only statements known by then count.
    """

    subject_id: str
    relation: str
    object_id: str | None
    recorded_at: datetime

    @property
    def triple(self) -> Triple:
        """Subject id, relation, object id."""
        return self.subject_id, self.relation, self.object_id
