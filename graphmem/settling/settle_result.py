"""What settling changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from graphmem.settling.consequences import Reach

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Settled:
    """What settling changed.

    Attributes:
        changes: one row for each fact and moment, as `fact_writer` makes them.
        ties: statements without a period, {statementId, why}.
        reached: by id, how conditions and evidence reached a fact, where the change reached more than it touched.
        waiting: ids of statements that wait for a change now.
    """

    changes: tuple[Row, ...] = ()
    ties: tuple[Row, ...] = ()
    reached: Mapping[str, Reach] = field(default_factory=dict)
    waiting: frozenset[str] = frozenset()


def joined(*parts: Settled) -> Settled:
    """Return what several settlements changed, in their order."""
    return Settled(
        tuple(row for part in parts for row in part.changes),
        tuple(tie for part in parts for tie in part.ties),
        {id_: reach for part in parts for id_, reach in part.reached.items()},
        frozenset[str]().union(*(part.waiting for part in parts)),
    )
