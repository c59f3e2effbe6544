"""The facts that a change would reach, as a tree: each below the fact that it falls or returns with. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from graphmem.contract.changes import Change
from graphmem.contract.records import Fact


@dataclass(frozen=True, slots=True)
class Branch:
    """One changed fact with the facts that change because of it. `fact` None = it does not exist yet."""

    id: str
    fact: Fact | None
    status: str
    at: datetime | None
    branches: tuple[Branch, ...]

    @property
    def size(self) -> int:
        """Return the number of facts in it."""
        return 1 + sum(branch.size for branch in self.branches)


def tree_of(changed: Sequence[Change], facts: Mapping[str, Fact]) -> tuple[Branch, ...]:
    """Return changes as trees, in their order. A change whose cause is not among them is a root."""
    by_cause: dict[str | None, list[Change]] = {}
    ids = {change.id for change in changed}
    for change in changed:
        cause = change.because_of if change.because_of in ids and change.because_of != change.id else None
        by_cause.setdefault(cause, []).append(change)

    def below(cause: str | None, above: frozenset[str]) -> tuple[Branch, ...]:
        return tuple(
            Branch(one.id, facts.get(one.id), one.status, one.at, below(one.id, above | {one.id}))
            for one in by_cause.get(cause, ())
            if one.id not in above
        )

    return below(None, frozenset())
