"""The statements of a component, numbered and indexed: who excludes whom, who watches and who rests on what.

And which of them hold between two instants.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import cached_property

from graphmem.truth.statement import FUTURE, Condition, Key, Silence, Statement, Watch


class Component:
    """Statements that can reach each other, by number.

    Args:
        needs: by group, the groups that its statements watch or rest on (`needs_of`).

    Attributes:
        given: all statements, with those that are not heard and the stated ends.
        silent: the ids of the statements that are not heard, and why.
        unheard: these statements.
        said: the heard statements of action "holds", in the order of their ids.
        ends: the stated ends.
        value: the value of each statement, as a number; of two groups never the same one.
        group: the group of each statement, as a number.
        bundle: statements of one number are alike to all other statements, as long as nothing of theirs is looked at.
        rank: of equal starts the greatest wins.
        views: per value, the keys under which conditions see it, each with the object that they see.
        watches: per statement, its conditions; the trigger comes last.
        evidence: per statement, sets of numbers of statements; a negative number stands for what is not known or not heard.
        grounds: per statement, the values of its evidence.
        named: the statements that are evidence of others.
        late_grounds: those that were said later than what rests on them.
    """

    def __init__(
        self, given: Sequence[Statement], silent: Mapping[str, Silence], needs: Mapping[str, set[str]]
    ) -> None:
        self.given = given
        self._needs = needs
        self.silent = silent
        told = [said for said in given if said.id not in self.silent]
        self.unheard = [said for said in given if said.id in self.silent]
        self.said = sorted((said for said in told if said.action == "holds"), key=lambda said: said.id)
        self.ends = [said for said in told if said.action == "ends"]
        self._upstream: dict[Key, frozenset[int]] = {}
        self.number = {said.id: i for i, said in enumerate(self.said)}
        self._number_values()
        self._rank()
        self._watch()
        self._rest()

    def _number_values(self) -> None:
        holds = [said for said in self.given if said.action == "holds"]
        self.groups = {name: n for n, name in enumerate(sorted({said.group for said in holds}))}
        self.values: dict[tuple[int, str], int] = {}
        bundles: dict[tuple[object, ...], int] = {}
        self.group_of_value: list[int] = []
        self.group, self.value, self.bundle = list[int](), list[int](), list[int]()
        for said in self.said:
            group = self.groups[said.group]
            value = self.values.setdefault((group, said.value), len(self.values))
            if value == len(self.group_of_value):
                self.group_of_value.append(group)
            hearsay = said.confidence if said.second_hand else None
            alike = (value, said.kind == "event", said.ends, hearsay)
            self.group.append(group)
            self.value.append(value)
            self.bundle.append(bundles.setdefault(alike, len(bundles)))
        self.exclusive = [bool(said.ends) and said.kind != "event" for said in self.said]
        self.assumed = [not said.stated or said.starts_when is not None for said in self.said]

    def _rank(self) -> None:
        """Equal words are ranked by id, as settle ranks them: the lesser id wins."""
        order = sorted(range(len(self.said)), reverse=True)
        order.sort(key=lambda i: self.said[i].rank)
        self.rank = [0] * len(order)
        for place, i in enumerate(order):
            self.rank[i] = place

    def _watch(self) -> None:
        self.views: list[tuple[tuple[Key, str], ...]] = [()] * len(self.values)
        sole: dict[Key, bool] = {}
        for i, said in enumerate(self.said):
            self.views[self.value[i]] = said.views
            sole |= {key: True for key, _ in said.views if said.is_alone(key[0])}
        self.watches: list[tuple[Watch, ...]] = []
        self.watched: set[Key] = set()
        for i, said in enumerate(self.said):
            conditions = said.conditions
            trigger = len(conditions) - 1 if said.starts_when else None
            self.watches.append(tuple(_watch(i, c, n == trigger, sole) for n, c in enumerate(conditions)))
            self.watched |= {watch.key for watch in self.watches[i]}

    def _rest(self) -> None:
        self.evidence: list[tuple[tuple[int, ...], ...]] = []
        self.grounds: list[frozenset[int]] = []
        self.named: set[int] = set()
        self.late_grounds: set[int] = set()
        for i, said in enumerate(self.said):
            self.evidence.append(tuple(tuple(self.number.get(id_, -1) for id_ in some) for some in said.evidence))
            inside = {j for some in self.evidence[i] for j in some if j >= 0}
            self.named |= inside
            self.late_grounds |= {j for j in inside if self.said[j].occurred > said.occurred}
            self.grounds.append(frozenset(self.value[j] for j in inside))
        self.conditional = [
            bool(self.evidence[i] or self.watches[i] or said.starts_when) for i, said in enumerate(self.said)
        ]

    def excludes(self, i: int, j: int) -> bool:
        """Whether two statements of one group cannot hold at the same time."""
        if self.value[i] == self.value[j] or not (self.exclusive[i] and self.exclusive[j]):
            return False
        return not self.said[i].ends.isdisjoint(self.said[j].ends)

    @cached_property
    def groups_at(self) -> dict[Key, set[int]]:
        """By key, the groups of the values that conditions see there."""
        found: dict[Key, set[int]] = defaultdict(set)
        for said in self.given:
            if said.action == "holds":
                for key, _ in said.views:
                    found[key].add(self.groups[said.group])
        return found

    @cached_property
    def inputs(self) -> dict[int, set[int]]:
        """By group, the groups that its statements watch or rest on, with those of statements that are not heard."""
        known = self.groups
        return {n: {known[one] for one in self._needs.get(name, ()) if one in known} for name, n in known.items()}

    @cached_property
    def layers(self) -> list[int]:
        """By group, the number of its loop; what a group needs has a lower number, or the same one in a loop."""
        layers = [0] * len(self.groups)
        for layer, loop in enumerate(components_of(self.inputs)):
            for group in loop:
                layers[group] = layer
        return layers

    @cached_property
    def loops(self) -> dict[int, list[int]]:
        """The layers in which groups need each other or themselves, with their conditional statements."""
        count: dict[int, int] = defaultdict(int)
        for layer in self.layers:
            count[layer] += 1
        found: dict[int, list[int]] = {}
        for group, layer in enumerate(self.layers):
            if count[layer] > 1 or group in self.inputs[group]:
                found[layer] = []
        for i, group in enumerate(self.group):
            if self.conditional[i] and self.layers[group] in found:
                found[self.layers[group]].append(i)
        return found

    @cached_property
    def bridges(self) -> set[int]:
        """The statements with evidence that may carry others already before they begin."""
        resting = [i for i, said in enumerate(self.said) if self.evidence[i] and said.starts_when is None]
        return {i for i in resting if i in self.named or self.layers[self.group[i]] in self.loops}

    def upstream(self, key: Key) -> frozenset[int]:
        """Return the groups that decide what holds at a key."""
        if key not in self._upstream:
            inputs = self.inputs
            todo, seen = list(self.groups_at.get(key, ())), set[int]()
            while todo:
                if (group := todo.pop()) not in seen:
                    seen.add(group)
                    todo += inputs[group]
            self._upstream[key] = frozenset(seen)
        return self._upstream[key]


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


def _watch(i: int, condition: Condition, trigger: bool, sole: Mapping[Key, bool]) -> Watch:
    key = (condition.subject, condition.relation)
    return Watch(i, trigger, key, condition.object, condition.event, sole.get(key, False), condition.words)


def components_of(near: Mapping[int, Iterable[int]]) -> list[list[int]]:
    """Return the strongly connected components; what a component leads to comes before it (Tarjan, without recursion)."""
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    open_: list[int] = []
    inside: set[int] = set()
    found: list[list[int]] = []
    for root in near:
        if root in index:
            continue
        todo = [(root, iter(near[root]))]
        index[root] = low[root] = len(index)
        open_.append(root)
        inside.add(root)
        while todo:
            node, others = todo[-1]
            for other in others:
                if other not in index:
                    index[other] = low[other] = len(index)
                    open_.append(other)
                    inside.add(other)
                    todo.append((other, iter(near[other])))
                    break
                if other in inside:
                    low[node] = min(low[node], index[other])
            else:
                todo.pop()
                if todo:
                    low[todo[-1][0]] = min(low[todo[-1][0]], low[node])
                if low[node] == index[node]:
                    found.append(_popped(open_, inside, node))
    return found


def _popped(open_: list[int], inside: set[int], last: int) -> list[int]:
    loop: list[int] = []
    while not loop or loop[-1] != last:
        loop.append(open_.pop())
        inside.discard(loop[-1])
    return loop
