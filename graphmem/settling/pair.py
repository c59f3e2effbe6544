"""`Pair`: what a change touched."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from graphmem.graph.transaction import Row

Triple = tuple[str, str, str | None]
"""Subject id, relation, object id; without object every value."""


def triple_of(row: Row) -> tuple[str, str, str]:
    """Return the ends and the relation of a statement or a fact."""
    return row["subjectId"], row["relation"], row["objectId"]


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


def pairs_of(rows: Iterable[Row], recorded_at: datetime) -> list[Pair]:
    """Return the values of rows, as touched at a system time."""
    return [Pair(*triple_of(row), recorded_at) for row in rows]
