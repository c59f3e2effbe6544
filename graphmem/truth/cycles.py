"""What undoes its own ground, and what carries only itself (docs/time.md)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from graphmem.truth.loops import bottoms, on_loops
from graphmem.truth.region import Holding, Region
from graphmem.truth.statement import Key


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
