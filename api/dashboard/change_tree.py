"""The facts that a change would reach, as a tree: each below the fact that it falls or returns with. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from graphmem_contract.changes import Change
from graphmem_contract.history import words_of
from graphmem_contract.records import Fact


@dataclass(frozen=True, slots=True)
class Branch:
    """One changed fact with the facts that change because of it. `fact` None = it does not exist yet."""

    change: Change
    fact: Fact | None
    branches: tuple[Branch, ...]

    @property
    def id(self) -> str:
        """Return the id of the fact."""
        return self.change.id

    @property
    def link(self) -> str:
        """Return in words what of the fact names the one above: its condition, or its evidence."""
        conditions = self.fact.holds_while if self.fact else ()
        waits = self.fact.starts_when if self.fact else None
        if self.change.through == "holds_while":
            return "; ".join(words_of(one) for one in conditions) or "it rests on that"
        if self.change.through == "starts_when":
            return words_of(waits) if waits else "it waits for that"
        return "inferred from that" if self.change.through else ""

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
            Branch(one, facts.get(one.id), below(one.id, above | {one.id}))
            for one in by_cause.get(cause, ())
            if one.id not in above
        )

    return below(None, frozenset())
