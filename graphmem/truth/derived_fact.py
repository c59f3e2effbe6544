"""`DerivedFact`: what holds, as it follows from statements. `Derivation`: all that follows from a set of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from graphmem.truth.periods import Lost
from graphmem.truth.statement import Walked

Content = Mapping[str, Any]
"""Properties of an edge of the graph, by their names there."""


@dataclass(frozen=True, slots=True)
class DerivedFact:
    """A fact as it follows from its statements.

    Attributes:
        told_by: the statement whose sentence it tells, whose vector it takes; None: its sentence is made from its names.
        content: what a version of it keeps. rest: what changes without a version.
    """

    fact_id: str
    group: str
    subject: str
    object: str
    told_by: str | None
    content: Content
    rest: Content

    @property
    def statements(self) -> Sequence[str]:
        """The ids of the statements that carry or name it."""
        ids: Sequence[str] = self.rest["statementIds"]
        return ids


@dataclass(frozen=True, slots=True)
class Derivation:
    """The facts, and the statements without a period: why, and what they rested on."""

    facts: tuple[DerivedFact, ...]
    lost: tuple[Lost, ...]
    walked: Walked
