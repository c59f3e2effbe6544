"""What changes at each moment of system time at which groups were touched, one moment after the other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from graphmem.truth.dependence import Dependence
from graphmem.truth.derive import derive
from graphmem.truth.difference import Difference, StoredFact, difference
from graphmem.truth.periods import Lost
from graphmem.truth.statement import Statement


class Moments:
    """Groups with their stored facts. Each moment derives what it may change, and nothing else.

    Args:
        statements: whole groups, with all that decides about them and all about which they decide. facts: the stored ones.
        touched: by moment, the groups of which something was stated, withdrawn or given back.

    Attributes:
        lost: by group, the statements without a period after the last moment.
    """

    def __init__(
        self,
        statements: Sequence[Statement],
        facts: Iterable[StoredFact],
        touched: Mapping[datetime, Iterable[str]],
    ) -> None:
        self.lost: dict[str, list[Lost]] = {}
        self._statements: dict[str, list[Statement]] = defaultdict(list)
        for said in sorted(statements, key=lambda said: said.id):
            self._statements[said.group].append(said)
        self._facts: dict[str, list[StoredFact]] = defaultdict(list)
        for fact in facts:
            self._facts[fact.group].append(fact)
        self._touched = touched
        self._dependence = Dependence(statements)
        self._steps: dict[str, int] = {}

    def differences(self) -> list[Difference]:
        """Return what changes, in the order in which groups were touched."""
        return [
            self._difference(at, groups)
            for at, touched in sorted(self._touched.items())
            for groups in self._apart(touched)
        ]

    def _apart(self, touched: Iterable[str]) -> list[set[str]]:
        """Return the touched groups and all about which they decide, in sets that have nothing in common."""
        known = [group for group in touched if group in self._statements or group in self._facts]
        owner: dict[str, set[str]] = {}
        for group in known:
            if group not in owner:
                below = self._dependence.below([group])
                below = below.union(*{id(owner[one]): owner[one] for one in below if one in owner}.values())
                owner |= dict.fromkeys(below, below)
        return list({id(owner[group]): owner[group] for group in known}.values())

    def _difference(self, at: datetime, groups: set[str]) -> Difference:
        """Derive groups from all that decides about them, and keep their facts for the next moment."""
        above = sorted(self._dependence.above(groups))
        statements = {said.id: said for group in above for said in self._statements.get(group, ())}
        derivation = derive([said for said in statements.values() if said.is_known(at)], groups)
        stored = [fact for group in sorted(groups) for fact in self._facts.get(group, ())]
        step = max(self._steps.get(group, 0) for group in groups)
        found = difference(stored, derivation, statements, at, step)
        self._steps |= dict.fromkeys(groups, step + 1)
        for group in groups:
            self._facts[group], self.lost[group] = [], []
        for fact in found.after:
            self._facts[fact.group].append(fact)
        for one in derivation.lost:
            self.lost[one.said.group].append(one)
        return found

    @property
    def facts(self) -> list[StoredFact]:
        """The facts after the last moment."""
        return [fact for facts in self._facts.values() for fact in facts]
