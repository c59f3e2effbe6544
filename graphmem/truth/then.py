"""What held when a condition was said, by what had been said by then: neither by arrival nor by hindsight."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from datetime import datetime

from graphmem.truth.component import Component
from graphmem.truth.region import Moment
from graphmem.truth.statement import FUTURE, PAST, Key, Statement

ByThen = Callable[[datetime, Key], frozenset[str]]
Holds = Callable[[Moment, Collection[int], Collection[Key]], dict[Key, frozenset[str]]]
"""What holds at some keys after an instant at which some statements may change."""


class Then:
    """Find what held at a moment by what had been said by then.

    Up to a moment the walk is the same for both as long as nothing was said later about the time before it. Only where such a
    late word decides what is asked for, the walk has to be done once more, without it.
    """

    def __init__(self, component: Component, by_then: ByThen, holds: Holds) -> None:
        self.component, self.by_then, self.holds = component, by_then, holds
        self._windows = sorted(_late(component), reverse=True)
        self._open: list[tuple[datetime, int]] = []
        self._late: Counter[int] = Counter()

    def values(self, moment: Moment, keys: Collection[Key], awake: Collection[int]) -> dict[Key, frozenset[str]]:
        """Return what held at some keys. `moment`: the present instant of the walk; `awake`: what it may change."""
        late = self._late_at(moment.t)
        timely = [key for key in keys if not late or late.isdisjoint(self.component.upstream(key))]
        found = {key: self.by_then(moment.t, key) for key in keys if key not in timely}
        if timely and self._are_touched(moment, timely, awake):
            found |= self.holds(replace(moment, saying=True), awake, timely)
        elif timely:
            found |= {key: frozenset(moment.present.objects.get(key, ())) for key in timely}
        return found

    def _are_touched(self, moment: Moment, keys: Collection[Key], awake: Collection[int]) -> bool:
        """Whether the present instant may change what holds at keys: something happens in a layer that they may need."""
        layers, group, at = self.component.layers, self.component.group, self.component.groups_at
        needed = max((layers[number] for key in keys for number in at.get(key, ())), default=-1)
        return any(layers[group[i]] <= needed for some in (moment.fresh, moment.leaving, awake) for i in some)

    def _late_at(self, t: datetime) -> set[int]:
        """Return the groups about whose time up to a moment something was said later. Moments are asked for in order."""
        while self._windows and self._windows[-1][0] <= t:
            _, end, group = self._windows.pop()
            heapq.heappush(self._open, (end, group))
            self._late[group] += 1
        while self._open and self._open[0][0] <= t:
            _, group = heapq.heappop(self._open)
            self._late[group] -= 1
            if not self._late[group]:
                del self._late[group]
        return set(self._late)


def _late(component: Component) -> Iterator[tuple[datetime, datetime, int]]:
    """Yield the times at which the walk of a group is not what had been said by then."""
    occurred = {said.id: said.occurred for said in component.given}
    for said in component.given:
        if (group := component.groups.get(said.group)) is None:
            continue
        if said.id in component.silent:
            yield PAST, FUTURE, group
        if said.at < said.occurred and said.starts_when is None:
            yield said.at, said.occurred, group
        grounds = [occurred[id_] for some in said.evidence for id_ in some if id_ in occurred]
        if grounds and max(grounds) > said.occurred:
            yield said.occurred, max(grounds), group


def said_by(component: Component, t: datetime, groups: Collection[int]) -> list[Statement]:
    """Return what had been said of some groups by a moment."""
    return [x for x in component.given if x.occurred <= t and component.groups.get(x.group) in groups]
