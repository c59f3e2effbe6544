"""What settling changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from graphmem.conditions.consequences import Reach

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Settled:
    """What settling changed: rows of settle.cypher, the depth of each in the cascade, and lost ties.

    Attributes:
        reached: by id, how conditions and evidence reached a fact, where conditions took part.
        waiting: ids of statements that wait for a change now.
    """

    changes: tuple[Row, ...]
    depths: Mapping[str, int]
    ties: tuple[Row, ...]
    reached: Mapping[str, Reach] = field(default_factory=dict)
    waiting: frozenset[str] = frozenset()


def joined(*parts: Settled) -> Settled:
    """Return what several settlements changed, in their order."""
    return Settled(
        tuple(row for part in parts for row in part.changes),
        {id_: depth for part in parts for id_, depth in part.depths.items()},
        tuple(tie for part in parts for tie in part.ties),
        {id_: reach for part in parts for id_, reach in part.reached.items()},
        frozenset[str]().union(*(part.waiting for part in parts)),
    )
