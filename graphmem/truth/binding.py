"""What conditions mean: the values that they were said of, and whether they are met."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from graphmem.truth.statement import Key, Watch

Objects = Collection[str]
"""The values that hold at a key."""
NOTHING: frozenset[str] = frozenset()


@dataclass
class Bindings:
    """What is known of each condition, from the moment at which it was said on.

    Attributes:
        anchor: the values that a condition without object is bound to.
        then: of a trigger, the values that held when it was said.
        seen: something was known there; of a trigger, its value has held.
        unbound: conditions that are looked at, without object and without anchor.
        unseen: conditions that are looked at and not in `seen`.
    """

    anchor: dict[Watch, frozenset[str]] = field(default_factory=dict)
    then: dict[Watch, frozenset[str]] = field(default_factory=dict)
    seen: set[Watch] = field(default_factory=set)
    unbound: dict[Key, set[Watch]] = field(default_factory=lambda: defaultdict(set))
    unseen: dict[Key, set[Watch]] = field(default_factory=lambda: defaultdict(set))

    def look(self, watches: tuple[Watch, ...], values: Mapping[Key, Objects]) -> None:
        """Begin to look at a statement. `values`: what held when it was said, by what had been said by then."""
        waits = any(watch.trigger for watch in watches)
        for watch in watches:
            found = watched(watch, values.get(watch.key, NOTHING))
            if watch.trigger:
                self.then[watch] = found
            if watch.object is None and found and (watch.trigger or not waits):
                self.anchor[watch] = found
            elif watch.object is None:
                self.unbound[watch.key].add(watch)
            self.unseen[watch.key].add(watch)
            self.see(watch.key, values.get(watch.key, NOTHING), [watch])

    def see(self, key: Key, objects: Objects, watches: Iterable[Watch] | None = None) -> list[Watch]:
        """Remember what is known at a key; return the conditions for which that is new."""
        if not objects or key not in self.unseen:
            return []
        new = [watch for watch in watches or self.unseen[key] if _sees(watch, objects)]
        self.unseen[key].difference_update(new)
        self.seen.update(new)
        return new

    def bind(self, bound: Mapping[Watch, frozenset[str]]) -> None:
        """Bind conditions for good."""
        for watch, found in bound.items():
            self.anchor[watch] = found
            self.unbound[watch.key].discard(watch)

    def is_pending(self, watch: Watch) -> bool:
        """Whether nothing is known of what a statement is to hold with."""
        return watch not in self.seen if watch.object else watch not in self.anchor


def watched(watch: Watch, objects: Objects) -> frozenset[str]:
    """Return what a condition sees of the values at its key."""
    if watch.object is None or watch.alone:
        return frozenset(objects)
    return frozenset((watch.object,)) if watch.object in objects else NOTHING


def _sees(watch: Watch, objects: Objects) -> bool:
    if watch.trigger:
        return watch.object in objects
    return watch.object is None or watch.alone or watch.object in objects


def is_met(watch: Watch, anchor: frozenset[str] | None, seen: bool, here: Objects, there: Objects) -> bool:
    """Whether a value that a statement is to hold with is there; while nothing is known it counts as there.

    Args:
        here: the values that hold.
        there: the values that may hold.
    """
    if watch.object is None:
        return anchor is None or not anchor.isdisjoint(here)
    if watch.object in here:
        return True
    return not seen and not (watch.alone and any(found != watch.object for found in there))


def is_triggered(
    watch: Watch, anchor: frozenset[str] | None, then: frozenset[str], seen: bool, now: Objects, maybe: Objects
) -> bool:
    """Whether the event of a trigger is so by the values that hold now; what is "no longer" there may not hold either."""
    if watch.object is not None:
        begins, stops = watch.object in now, seen and watch.object not in maybe
        return {"begins": begins, "ends": stops}.get(watch.event, stops if watch.object in then else begins)
    bound = anchor or NOTHING
    if watch.event == "begins":
        return any(found not in then for found in now)
    gone = any(found not in maybe for found in bound)
    if watch.event == "ends":
        return gone
    return bool(bound) and (gone or any(found not in bound for found in now))
