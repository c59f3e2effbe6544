"""What holds between two instants."""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Collection, Iterator
from datetime import datetime

from graphmem.truth.component import Component
from graphmem.truth.statement import FUTURE, Key


class PresentState:
    """The statements that cover the present moment of the walk, with what can be seen of them.

    Attributes:
        alive: the statements that cover, each with its start.
        until: the own end of each cover.
        spell: the unbroken period that carries a statement, for evidence.
        now: the present spell of each value that holds.
        members: the statements that carry each value.
        strength: per statement, the rank of what an assumed start yields to.
        held: the values that hold, by group.
        objects: what conditions see: per key and object the number of values.
        admitted: the statements that the walk knows.
        waiting: the statements whose trigger has not come.
        ahead: statements that rest on evidence and begin later: whether their evidence stands.
        watching: by key, the statements with conditions there that cover, wait or lie ahead.
        resting: by value, the statements with evidence of it that cover, wait or lie ahead.
    """

    def __init__(self, component: Component) -> None:
        self.component = component
        self.alive: dict[int, datetime] = {}
        self.until: dict[int, datetime] = {}
        self.spell: dict[int, int] = {}
        self.now: dict[int, int] = {}
        self.members: dict[int, set[int]] = defaultdict(set)
        self.held: dict[int, set[int]] = defaultdict(set)
        self.objects: dict[Key, dict[str, int]] = defaultdict(dict)
        self.admitted: set[int] = set()
        self.waiting: set[int] = set()
        self.ahead: dict[int, bool] = {}
        self.lapses: dict[datetime, list[int]] = defaultdict(list)
        self.watching: dict[Key, set[int]] = defaultdict(set)
        self.resting: dict[int, set[int]] = defaultdict(set)
        self.spells = 0
        self._bundles: dict[int, dict[int, int]] = defaultdict(dict)
        self._strongest: dict[int, list[tuple[int, int]]] = defaultdict(list)
        self._ends: dict[int, list[tuple[datetime, int]]] = defaultdict(list)
        order = sorted(range(len(component.said)), key=lambda i: _strength(component, i))
        self.strength = [0] * len(order)
        for place, i in enumerate(order):
            self.strength[i] = place

    def new_spell(self) -> int:
        """Return the number of a period that begins."""
        self.spells += 1
        return self.spells

    def listen(self, i: int) -> None:
        """Notice from now on what a statement watches and rests on."""
        for watch in self.component.watches[i]:
            self.watching[watch.key].add(i)
        for value in self.component.grounds[i]:
            self.resting[value].add(i)

    def ignore(self, i: int) -> None:
        """Notice no longer what a statement watches and rests on."""
        for watch in self.component.watches[i]:
            self.watching[watch.key].discard(i)
        for value in self.component.grounds[i]:
            self.resting[value].discard(i)

    def dependents(self, value: int) -> Iterator[int]:
        """Yield the statements that watch a value or rest on it, and can still change."""
        yield from self.resting.get(value, ())
        for key, _ in self.component.views[value]:
            yield from self.watching.get(key, ())

    def start(self, i: int, t: datetime, spell: int, until: datetime) -> None:
        """Let a statement cover from an instant on."""
        value, bundle = self.component.value[i], self.component.bundle[i]
        self.alive[i], self.until[i], self.spell[i] = t, until, spell
        self.listen(i)
        if value not in self.now:
            self._show(value, 1)
        self.now[value] = spell
        self.members[value].add(i)
        self._bundles[value][bundle] = self._bundles[value].get(bundle, 0) + 1
        heapq.heappush(self._strongest[bundle], (-self.strength[i], i))
        if until < FUTURE:
            self.lapses[until].append(i)
        if (own := self.component.said[i].until) < FUTURE:
            heapq.heappush(self._ends[value], (own, i))

    def stop(self, i: int) -> None:
        """End the cover of a statement."""
        value, bundle = self.component.value[i], self.component.bundle[i]
        del self.alive[i]
        self.ignore(i)
        self.members[value].discard(i)
        self._bundles[value][bundle] -= 1
        if not self._bundles[value][bundle]:
            del self._bundles[value][bundle]
            del self._strongest[bundle]
        if not self.members[value]:
            del self.now[value]
            self._show(value, -1)

    def _show(self, value: int, change: int) -> None:
        held = self.held[self.component.group_of_value[value]]
        (held.add if change > 0 else held.discard)(value)
        for key, seen in self.component.views[value]:
            objects = self.objects[key]
            objects[seen] = objects.get(seen, 0) + change
            if not objects[seen]:
                del objects[seen]

    def first_end(self, value: int) -> datetime:
        """Return the first end that a statement of a value that holds has stated for itself."""
        ends = self._ends[value]
        while ends and ends[0][1] not in self.alive:
            heapq.heappop(ends)
        return ends[0][0] if ends else FUTURE

    def representatives(self, value: int, without: Collection[int]) -> Iterator[int]:
        """Yield one statement per bundle of a value, the one that outweighs most; `without` some statements."""
        apart: dict[int, int] = defaultdict(int)
        for i in without:
            apart[self.component.bundle[i]] += 1
        for bundle, count in self._bundles[value].items():
            if count > apart.get(bundle, 0):
                yield self._strongest_of(bundle, without)

    def _strongest_of(self, bundle: int, without: Collection[int]) -> int:
        heap, kept = self._strongest[bundle], list[tuple[int, int]]()
        while heap[0][1] not in self.alive or heap[0][1] in without:
            entry = heapq.heappop(heap)
            if entry[1] in self.alive:
                kept.append(entry)
        best = heap[0][1]
        for entry in kept:
            heapq.heappush(heap, entry)
        return best

    def bundle_of(self, i: int, without: Collection[int]) -> list[int]:
        """Return the statements that a representative stands for."""
        bundle = self.component.bundle[i]
        members = self.members[self.component.value[i]]
        return [j for j in members if self.component.bundle[j] == bundle and j not in without]


def _strength(component: Component, i: int) -> tuple[bool, datetime, int, float, str, datetime, str]:
    """A stated start outweighs an assumed one, then what was said later."""
    said = component.said[i]
    return not component.assumed[i], *said.rank, said.at, said.id
