"""The walk: what becomes of statements that conditions and evidence connect, through valid time, earliest instant first.

A pure function of the set of statements: nothing looks at arrival or the clock (docs/time.md). Each component is walked for
itself. An instant looks only at what begins or ends at it and at what that changes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from graphmem.conditions.component import Component, parts_of
from graphmem.conditions.records import Outcome, Said, Walked
from graphmem.conditions.timeline import complete


def walk(statements: Sequence[Said], outside: Mapping[str, datetime]) -> Walked:
    """Return the outcome of every statement of action "holds".

    Args:
        statements: whole components: with every statement also those of its group, and of the groups that it watches or rests on.
        outside: until when evidence that is not among the statements stands.
    """
    outcomes: dict[str, Outcome] = {}
    pending: set[str] = set()
    cycles: set[str] = set()
    for part in parts_of(statements):
        timeline = complete(Component(part, outside), outside, {})
        outcomes |= timeline.outcomes()
        pending |= timeline.pending()
        cycles |= timeline.cycles
    return Walked(outcomes, frozenset(pending), frozenset(cycles))
