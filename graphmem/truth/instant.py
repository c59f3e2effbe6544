"""Decide one instant: look at what begins or ends at it, and at what that may change, over any number of steps.

What holds is the well-founded model, by the alternation of two least fixpoints, layer by layer: a statement holds if it goes
on or starts, what holds carries it, and nothing that holds takes its place. Everything at an instant is simultaneous, and the
model is unique. What a layer needs is decided before it. What undoes its own ground is taken out, and what carries only itself
does not hold.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from graphmem.truth.component import components_of
from graphmem.truth.region import Holding, Moment, Region
from graphmem.truth.statement import Key, Watch


@dataclass
class Decision:
    """What holds after an instant; `odd` would undo its own ground."""

    region: Region
    low: Holding
    odd: set[int]


def decide(moment: Moment, awake: Iterable[int], watched: Iterable[Key] = ()) -> Decision:
    """Return what holds after an instant.

    The region grows until nothing outside it can notice a change. It grows by one step of dependents, then by two, by four: a
    chain of any length is decided with few attempts.

    Args:
        awake: conditional statements whose ground may have changed.
        watched: keys whose values may bind conditions.
    """
    keys = tuple(watched)
    awake = _with_loops(moment, {i for i in awake if _may_change(moment, i)})
    depth = 1
    while True:
        decision, changed = _attempt(moment, awake, keys)
        new = _dependents(moment, changed, awake)
        if not new:
            return decision
        ring = new
        for _ in range(depth - 1):
            ring = _dependents(moment, {moment.component.value[i] for i in ring}, awake | new)
            new |= ring
        depth *= 2
        awake = _with_loops(moment, awake | new)


def _attempt(moment: Moment, awake: set[int], keys: tuple[Key, ...]) -> tuple[Decision, set[int]]:
    """Decide one region; return also the values that changed, in whatever round.

    Each round takes out a start, or binds a condition or lets it see its value, all of them at once.
    """
    region = Region(moment, awake)
    odd: set[int] = set()
    changed: set[int] = set()
    while True:
        low, high = solve(region)
        changed |= _changes(region, low)
        if high.members != low.members:
            changed |= _changes(region, high)
            if out := paradox(region, low, high):
                odd |= out
                region.take_out(out)
                continue
        bound, seen = _bound(region, low, keys), _seen(region, low, keys)
        if not bound and not seen:
            return Decision(region, low, odd), changed
        region.bound |= bound
        region.seen |= seen


def _may_change(moment: Moment, i: int) -> bool:
    """Whether a statement goes on, may begin now, or lies ahead with evidence and may carry others."""
    if not moment.component.conditional[i] or i in moment.leaving:
        return False
    if i in moment.present.alive or moment.is_ripe(i):
        return True
    return i in moment.component.bridges and moment.is_ahead(i)


def _dependents(moment: Moment, values: Iterable[int], known: set[int]) -> set[int]:
    found = {i for value in values for i in moment.present.dependents(value)}
    return {i for i in found - known if _may_change(moment, i)}


def _with_loops(moment: Moment, awake: set[int]) -> set[int]:
    """Look at a loop as a whole: there a statement may have carried itself."""
    component = moment.component
    groups = {component.group[i] for some in (awake, moment.fresh, moment.leaving) for i in some}
    layers = {component.layers[group] for group in groups} & component.loops.keys()
    for layer in layers:
        awake |= {i for i in component.loops[layer] if i not in awake and _may_change(moment, i)}
    if layers:  # what lies ahead may carry itself as well
        awake |= {i for i, stands in moment.present.ahead.items() if not stands and _may_change(moment, i)}
    return awake


def _changes(region: Region, holding: Holding) -> set[int]:
    """Return the values that hold otherwise than before, for conditions or evidence."""
    component, present = region.component, region.present
    after = {component.value[i]: region.spell_of(i) for i in holding.members if i not in region.ahead}
    changed = {value for value, spell in after.items() if present.now.get(value) != spell}
    for group in region.groups:
        changed |= {value for value in present.held.get(group, ()) if value not in after}
    changed |= {component.value[i] for i in region.ahead if (i in holding.members) != present.ahead.get(i, True)}
    for i in region.moment.fresh & component.named:
        before_it = not component.evidence[i] or present.ahead.get(i, False)
        if region.stands(i, holding) != before_it:
            changed.add(component.value[i])
    return changed


def _bound(region: Region, low: Holding, keys: tuple[Key, ...]) -> dict[Watch, frozenset[str]]:
    """Return the conditions that are bound now, to the first values known; those beside a trigger only once it has come."""
    bindings, watches = region.moment.bindings, region.component.watches
    found: dict[Watch, frozenset[str]] = {}
    for key in {*low.keys(), *keys} & bindings.unbound.keys():
        if not (objects := frozenset(low.at(key))):
            continue
        for watch in bindings.unbound[key]:
            waits = watches[watch.statement][-1].trigger and not watch.trigger
            if watch not in region.bound and (not waits or watch.statement in low.members):
                found[watch] = objects
    return found


def _seen(region: Region, low: Holding, keys: tuple[Key, ...]) -> set[Watch]:
    """Return the conditions whose own value is known from now on: a loop that closes through one falls at this instant."""
    bindings = region.moment.bindings
    found: set[Watch] = set()
    for key in {*low.keys(), *keys} & bindings.unseen.keys():
        objects = low.at(key)
        found |= {watch for watch in bindings.unseen[key] if not watch.trigger and watch.object in objects}
    return found - region.seen


def solve(region: Region) -> tuple[Holding, Holding]:
    """Return what holds and what may hold."""
    low, high = Holding(region), Holding(region)
    for layer in sorted(region.of_layer):
        members = region.of_layer[layer]
        if len(members) == 1 and low.members == high.members and layer not in region.component.loops:
            if _holds(region, members[0], low, low):  # nothing takes its place, and nothing that it needs is undecided
                low.add(members[0])
                high.add(members[0])
            continue
        firm: list[int] = []
        while True:
            risen = _least(region, layer, members, high, low)
            for i in firm:
                low.remove(i)
            found = _least(region, layer, members, low, high)
            if len(found) in (len(firm), len(risen)):
                break
            firm = found
            for i in risen:
                high.remove(i)
    return low, high


def _least(region: Region, layer: int, members: Sequence[int], here: Holding, other: Holding) -> list[int]:
    """Add the least set of a layer that holds; what must not hold is looked up in `other`."""
    free = [i for i in members if not region.is_blocked(i, other)]
    if layer not in region.component.loops:
        found = [i for i in free if _holds(region, i, here, other)]
        for i in found:
            here.add(i)
        return found
    return _spread(region, free, here, other)


def _spread(region: Region, free: Sequence[int], here: Holding, other: Holding) -> list[int]:
    """The least set where statements of a layer carry each other."""
    component = region.component
    watching: dict[Key, list[int]] = defaultdict(list)
    resting: dict[int, list[int]] = defaultdict(list)
    for i in free:
        for watch in component.watches[i]:
            watching[watch.key].append(i)
        for value in component.grounds[i]:
            resting[value].append(i)
    found: list[int] = []
    todo, asked, open_ = deque(free), set(free), set(free)
    while todo:
        i = todo.popleft()
        asked.discard(i)
        if i in open_ and _holds(region, i, here, other):
            open_.discard(i)
            here.add(i)
            found.append(i)
            value = component.value[i]
            more = {*resting.get(value, ()), *(j for key, _ in component.views[value] for j in watching.get(key, ()))}
            todo += more & open_ - asked
            asked |= more & open_
    return found


def _holds(region: Region, i: int, here: Holding, other: Holding) -> bool:
    if i in region.ripe and not region.starts(i, here, other):
        return False
    return not region.component.conditional[i] or region.is_carried(i, here, other)


def paradox(region: Region, low: Holding, high: Holding) -> set[int]:
    """Of what cannot be decided, the conditional starts that need nothing else undecided; if there are none, what goes on.

    What only hangs on them is decided without them.
    """
    undecided = high.members - low.members
    if not undecided:
        return set()
    ground = _Ground(region, undecided)
    near = {i: ground.of(i) | undecided.intersection(region.rivals(i)) for i in undecided}
    bottom = {i for i in bottoms(near) if i not in region.ahead and region.moment.is_conditional(i)}
    return bottom - region.going or bottom


def self_carried(region: Region, low: Holding) -> set[int]:
    """Return what would hold if it might carry itself, and does not hold."""
    loops = region.component.loops
    pool = {
        i
        for layer in region.of_layer.keys() & loops.keys()
        for i in region.of_layer[layer]
        if region.moment.is_conditional(i)
        and i not in low.members
        and i not in region.ripe
        and not region.is_blocked(i, low)
    }
    for i in pool:
        low.add(i)
    gone: set[int] = set()
    while fallen := {i for i in pool - gone if not region.is_carried(i, low, low)}:
        gone |= fallen
        for i in fallen:
            low.remove(i)
    pool -= gone
    for i in pool:
        low.remove(i)
    ground = _Ground(region, pool)
    return on_loops({i: ground.of(i) for i in pool}) - region.ahead if pool else set()


class _Ground:
    """Which of some statements a statement watches or rests on."""

    def __init__(self, region: Region, among: Iterable[int]) -> None:
        self.region, self.among = region, set(among)
        self.at: dict[Key, set[int]] = defaultdict(set)
        self.carrying: dict[int, set[int]] = defaultdict(set)
        for i in self.among:
            for key, _ in region.component.views[region.component.value[i]]:
                self.at[key].add(i)
            if i not in region.ahead:
                self.carrying[region.spell_of(i)].add(i)

    def of(self, i: int) -> set[int]:
        found: set[int] = set()
        for watch in () if self.region.moment.is_new(i) else self.region.component.watches[i]:
            found |= self.at.get(watch.key, set())
        for j in {j for some in self.region.component.evidence[i] for j in some if j >= 0}:
            if j in self.among:
                found.add(j)
            if (spell := self.region.spell_for(j)) is not None:
                found |= self.carrying.get(spell, set())
        return found


def bottoms(near: Mapping[int, Collection[int]]) -> set[int]:
    """Return the nodes of the components that lead nowhere else."""
    found: set[int] = set()
    for loop in components_of(near):
        members = set(loop)
        if all(members.issuperset(near[node]) for node in loop):
            found |= members
    return found


def on_loops(near: Mapping[int, Collection[int]]) -> set[int]:
    """Return the nodes that lead back to themselves."""
    found: set[int] = set()
    for loop in components_of(near):
        if len(loop) > 1 or loop[0] in near[loop[0]]:
            found |= set(loop)
    return found
