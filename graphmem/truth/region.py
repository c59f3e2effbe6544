"""The part of a component that an instant may change: what takes the place of what in it, and what falls with its evidence."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from graphmem.truth.binding import NOTHING, Bindings, Objects, is_met, is_triggered
from graphmem.truth.component import Component, PresentState
from graphmem.truth.statement import Key, Watch


@dataclass
class Moment:
    """An instant as it begins.

    Attributes:
        fresh: the statements whose own start it is.
        leaving: the statements that end at it by themselves or by a stated end.
        joining: the spell that a start of a value belongs to.
        saying: look only at what had been said by then: what is said at this instant counts at its word.
    """

    t: datetime
    component: Component
    present: PresentState
    bindings: Bindings
    fresh: frozenset[int]
    leaving: frozenset[int]
    joining: Callable[[int], int]
    saying: bool = False

    def is_ripe(self, i: int) -> bool:
        """Whether a statement that waits may begin now."""
        said = self.component.said[i]
        return (
            i in self.present.waiting
            and said.occurred <= self.t
            and said.at <= self.t < said.until
            and not self.is_new(i)
        )

    def is_new(self, i: int) -> bool:
        """Whether the conditions of a statement are not looked at, because only what was said before counts."""
        return self.saying and self.component.said[i].occurred == self.t

    def is_conditional(self, i: int) -> bool:
        """Whether a statement rests on anything; what is said at its word rests on its evidence only."""
        return bool(self.component.evidence[i]) if self.is_new(i) else self.component.conditional[i]

    def is_ahead(self, i: int) -> bool:
        """Whether a statement begins later."""
        said = self.component.said[i]
        return said.at > self.t and said.starts_when is None and i in self.present.admitted


class Region:
    """The statements that are looked at: what starts, what is awake, and one for each bundle that they may exclude.

    Attributes:
        awake: conditional statements that go on, may begin or lie ahead, whose ground may have changed.
        bound: conditions that were bound at this instant.
        seen: conditions whose value is known from this instant on.
    """

    def __init__(self, moment: Moment, awake: Collection[int]) -> None:
        self.moment, self.awake = moment, awake
        self.component, self.present, self.t = moment.component, moment.present, moment.t
        self.bound: dict[Watch, frozenset[str]] = {}
        self.seen: set[Watch] = set()
        self.fresh = set(moment.fresh)
        self.going: set[int] = set()
        self.ripe: set[int] = set()
        self.ahead: set[int] = set()
        for i in awake:
            kind = self.going if i in self.present.alive else self.ripe if i in self.present.waiting else self.ahead
            kind.add(i)
        self.groups = {self.component.group[i] for some in (self.fresh, awake, moment.leaving) for i in some}
        self.without: dict[int, set[int]] = defaultdict(set)
        for some in (self.going, moment.leaving):
            for i in some:
                self.without[self.component.value[i]].add(i)
        self._hidden: dict[Key, dict[str, int]] = {}
        self._base: dict[Key, dict[str, int]] = {}
        self.representatives: set[int] = set()
        self._take_values()
        self.going |= self.representatives
        self.arrange()

    def _take_values(self) -> None:
        for group in self.groups:
            for value in self.present.held.get(group, ()):
                self.representatives.update(self.present.representatives(value, self.without.get(value, ())))
                for key, seen in self.component.views[value]:
                    if key in self.component.watched:
                        hidden = self._hidden.setdefault(key, {})
                        hidden[seen] = hidden.get(seen, 0) + 1

    def arrange(self) -> None:
        """Sort the statements by group and by layer."""
        self.of_group: dict[int, list[int]] = defaultdict(list)
        for some in (self.going, self.fresh, self.ripe, self.ahead):
            for i in some:
                self.of_group[self.component.group[i]].append(i)
        self.of_layer: dict[int, list[int]] = defaultdict(list)
        for group, members in self.of_group.items():
            self.of_layer[self.component.layers[group]] += members
        self._starters: dict[int, list[int]] = {}
        self._goers: dict[int, list[int]] = {}
        self._firm: dict[int, list[int]] = {}
        exclusive, assumed, rank = self.component.exclusive, self.component.assumed, self.component.rank
        for group, members in self.of_group.items():
            goers = [i for i in members if i in self.going and exclusive[i]]
            starters = [i for i in members if (i in self.fresh or i in self.ripe) and exclusive[i]]
            self._goers[group] = goers
            self._starters[group] = sorted(starters, key=rank.__getitem__, reverse=True)
            self._firm[group] = [i for i in starters if i in self.fresh and not assumed[i]]

    def take_out(self, odd: set[int]) -> None:
        """Take out what would undo its own ground."""
        self.going -= odd
        self.fresh -= odd
        self.ripe -= odd
        self.arrange()

    def outside(self, key: Key) -> dict[str, int]:
        """Return what holds at a key, without the groups of the region."""
        if key not in self._base:
            base = dict(self.present.objects.get(key, {}))
            for seen, count in self._hidden.get(key, {}).items():
                base[seen] -= count
                if not base[seen]:
                    del base[seen]
            self._base[key] = base
        return self._base[key]

    def spell_of(self, i: int) -> int:
        """Return the spell that a statement carries or would carry."""
        return self.present.spell[i] if i in self.present.alive else self.moment.joining(self.component.value[i])

    # -- what takes the place of what

    def is_blocked(self, i: int, other: Holding) -> bool:
        """Whether what may hold takes the place of a statement: a start, a surer start, or what an assumed start yields to."""
        if not self.component.exclusive[i] or i in self.ahead:
            return False
        group, members, excludes = self.component.group[i], other.members, self.component.excludes
        starters = self._starters[group]
        if i in self.going:
            return any(j in members and excludes(j, i) and not self.outweighs(i, j) for j in starters)
        if any(j in members and excludes(j, i) and self.outweighs(j, i) for j in self._goers[group]):
            return True
        rank = self.component.rank
        for j in starters:
            if rank[j] <= rank[i]:
                return False
            if j in members and excludes(j, i):
                return True
        return False

    def outweighs(self, x: int, i: int) -> bool:
        """Whether the start `i`, assumed or foreseen, yields to `x` that goes on: stated, and said later than that came true."""
        if self.component.assumed[x] or not self.component.assumed[i]:
            return False
        going, said = self.component.said[x], self.component.said[i]
        if (going.occurred <= self.t) if said.starts_when else (going.when <= said.when):
            return False
        if going.second_hand and not said.second_hand and going.confidence < said.confidence:
            return False
        return not any(self.component.excludes(y, x) for y in self._firm[self.component.group[x]])

    def rivals(self, i: int) -> list[int]:
        """Return the statements of the region that exclude a statement."""
        if not self.component.exclusive[i] or i in self.ahead:
            return []
        group = self.component.group[i]
        rivals = [*self._goers.get(group, ()), *self._starters.get(group, ())]
        return [j for j in rivals if self.component.excludes(j, i)]

    # -- what carries what

    def is_carried(self, i: int, here: Holding, there: Holding) -> bool:
        """Whether a set of its evidence stands and each value is there that it is to hold with, from when it was said."""
        sets = self.component.evidence[i]
        if sets and not any(all(self.stands(j, here) for j in some) for some in sets):
            return False
        if i in self.ahead or self.t < self.component.said[i].occurred or self.moment.is_new(i):
            return True
        return all(self.meets(watch, here, there) for watch in self.component.watches[i] if not watch.trigger)

    def meets(self, watch: Watch, here: Holding, there: Holding) -> bool:
        """Whether a condition to hold with a value is met."""
        seen = watch in self.seen or watch in self.moment.bindings.seen
        return is_met(watch, self.anchor(watch), seen, here.at(watch.key), there.at(watch.key))

    def starts(self, i: int, now: Holding, maybe: Holding) -> bool:
        """Whether the trigger of a statement has come."""
        watch, bindings = self.component.watches[i][-1], self.moment.bindings
        then = bindings.then.get(watch, NOTHING)
        return is_triggered(
            watch, self.anchor(watch), then, watch in bindings.seen, now.at(watch.key), maybe.at(watch.key)
        )

    def anchor(self, watch: Watch) -> frozenset[str] | None:
        """Return the values that a condition is bound to."""
        return self.bound.get(watch) or self.moment.bindings.anchor.get(watch)

    def spell_for(self, j: int) -> int | None:
        """Return the period in which evidence stands, once it has begun; that of its value, if its own ground is gone."""
        if j not in self.present.spell and j in self.moment.fresh:
            return self.moment.joining(self.component.value[j])
        return self.present.spell.get(j)

    def stands(self, j: int, here: Holding) -> bool:
        """Whether evidence stands: the period in which it starts; before its start, what it rests on."""
        if j < 0:
            return False
        if j in here.members:
            return True
        spell = self.spell_for(j)
        if spell is not None:
            if self.component.group[j] in self.groups:
                return spell in here.spells
            return self.present.now.get(self.component.value[j]) == spell
        if j in self.ahead or not self.moment.is_ahead(j):
            return False
        return not self.component.evidence[j] or self.present.ahead.get(j, False)


@dataclass
class Holding:
    """A set of statements of a region, with what conditions and evidence see of it and of all that is outside the region."""

    region: Region
    members: set[int] = field(default_factory=set)
    spells: dict[int, int] = field(default_factory=dict)
    _objects: dict[Key, dict[str, int]] = field(default_factory=dict)

    def at(self, key: Key) -> Objects:
        """Return the values that hold at a key."""
        return self._at(key).keys()

    def _at(self, key: Key) -> dict[str, int]:
        found = self._objects.get(key)
        if found is None:
            found = self._objects[key] = dict(self.region.outside(key))
        return found

    def add(self, i: int) -> None:
        """Add a statement."""
        self._change(i, 1)
        self.members.add(i)

    def remove(self, i: int) -> None:
        """Remove a statement."""
        self._change(i, -1)
        self.members.discard(i)

    def _change(self, i: int, change: int) -> None:
        if i in self.region.ahead:
            return
        component = self.region.component
        _count(self.spells, self.region.spell_of(i), change)
        for key, seen in component.views[component.value[i]]:
            if key in component.watched:
                _count(self._at(key), seen, change)

    def keys(self) -> list[Key]:
        """Return the keys that were looked up or at which something changed."""
        return list(self._objects)


def _count(counts: dict[Any, int], key: Any, change: int) -> None:
    counts[key] = counts.get(key, 0) + change
    if not counts[key]:
        del counts[key]
