"""What holds at an instant: the well-founded model, by the alternation of two least fixpoints, layer by layer.

A statement holds if it goes on or starts, what holds carries it, and nothing that holds takes its place. Everything at an
instant is simultaneous, and the model is unique. What a layer needs is decided before it.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Sequence

from graphmem.truth.region import Holding, Region
from graphmem.truth.statement import Key


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
