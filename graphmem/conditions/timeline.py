"""The walk of one component: instant after instant, what is decided becomes what holds."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from graphmem.conditions.binding import Bindings
from graphmem.conditions.component import Component, Key
from graphmem.conditions.cycles import self_carried
from graphmem.conditions.hearing import ends
from graphmem.conditions.instant import Decision, decide
from graphmem.conditions.records import FUTURE, Outcome, Said, Why
from graphmem.conditions.region import Moment
from graphmem.conditions.then import Then, said_by
from graphmem.conditions.world import World

Cut = tuple[Why | None, str | None, tuple[str, str] | None]


@dataclass
class Agenda:
    """What comes at an instant by itself."""

    starts: list[int] = field(default_factory=list)
    stops: list[Said] = field(default_factory=list)
    looks: list[int] = field(default_factory=list)
    wakes: list[int] = field(default_factory=list)


class Timeline:
    """The walk of one component.

    Attributes:
        told: by id of a statement with conditions, what held at its keys when it was said, by what had been said by then.
        cycles: the statements that carried only themselves or would have undone their own ground.
    """

    def __init__(
        self,
        component: Component,
        outside: Mapping[str, datetime],
        told: Mapping[str, Mapping[Key, frozenset[str]]] | None = None,
    ) -> None:
        self.component, self.outside = component, outside
        self.world, self.bindings = World(component), Bindings()
        self.told = dict(told or {})
        self.then = Then(component, self._by_then)
        self.cycles: set[str] = set()
        self.covers: dict[int, Outcome] = {}
        self.silent: dict[int, Outcome] = {}
        self.dirty: set[int] = set()
        self._plan()

    def _plan(self) -> None:
        component = self.component
        self.agenda: dict[datetime, Agenda] = defaultdict(Agenda)
        for i, said in enumerate(component.said):
            self.agenda[said.until].wakes += []
            if said.starts_when:
                self.agenda[max(said.at, said.occurred)].wakes.append(i)
                self.agenda[said.at].wakes += []
            else:
                self.agenda[said.at].starts.append(i)
                if said.at >= said.until and i in component.named:
                    self.agenda[said.at].wakes += component.resters[component.value[i]]
            if component.watches[i]:
                self.agenda[said.occurred].looks.append(i)
            for j in {j for some in component.evidence[i] for j in some if j < 0}:
                self.agenda[component.outside[-j - 1]].wakes.append(i)
        for end in component.ends:
            self.agenda[end.at].stops.append(end)
        self.agenda.pop(FUTURE, None)
        self._plan_late_words()
        ahead = [i for i in component.named if component.evidence[i]]
        if ahead and self.agenda:
            self.agenda[min(self.agenda)].wakes += ahead

    def _plan_late_words(self) -> None:
        """A trigger in a loop yields to what was said later; it no longer does so once that moment has come."""
        component = self.component
        waiting = {layer: [i for i in members if i in self.world.waiting] for layer, members in component.loops.items()}
        if not any(waiting.values()):
            return
        times = sorted(self.agenda)
        for i, said in enumerate(component.said):
            triggers = waiting.get(component.layers[component.group[i]])
            late = triggers and said.at < said.occurred and not component.assumed[i]
            if late and (place := bisect_left(times, said.occurred)) < len(times):
                self.agenda[times[place]].wakes += triggers or ()

    def run(self, last: datetime | None = None) -> Timeline:
        """Walk through all instants, or to the last one."""
        for t in sorted(self.agenda):
            if last is None or t <= last:
                self._step(t, self.agenda[t])
        return self

    def _step(self, t: datetime, agenda: Agenda) -> None:
        ended = self._ended(agenda.stops)
        lapsed = {i for i in self.world.lapses.pop(t, ()) if i in self.world.alive}
        seams = {value for end in agenda.stops if (value := self._value_of(end)) is not None}
        leaving = frozenset(ended.keys() | lapsed)
        fresh = frozenset(i for i in agenda.starts if t < self.component.said[i].until)
        joining = _Joining(self.world, seams, leaving, self.component)
        moment = Moment(t, self.component, self.world, self.bindings, fresh, leaving, joining)
        awake = {*self.dirty, *agenda.wakes}
        self.dirty = set()
        if agenda.looks:
            self._look(moment, agenda.looks, awake)
            awake.update(agenda.looks)
        if fresh or leaving or awake:
            keys = {watch.key for i in agenda.looks for watch in self.component.watches[i]}
            decision = decide(moment, awake, keys)
            self._commit(decision, ended, lapsed, keys)

    def _value_of(self, end: Said) -> int | None:
        group = self.component.groups.get(end.group)
        return None if group is None else self.component.values.get((group, end.value))

    def _ended(self, stops: list[Said]) -> dict[int, Said]:
        found: dict[int, Said] = {}
        for end in sorted(stops, key=lambda end: (end.occurred, end.confidence, end.id)):
            value = self._value_of(end)
            members = self.world.members.get(value, ()) if value is not None else ()
            found |= {i: end for i in members if ends(end, self.component.said[i])}
        return found

    def _look(self, moment: Moment, looks: list[int], awake: set[int]) -> None:
        """Begin to look at conditions, with the values that held when they were said, by what had been said by then."""
        missing = [i for i in looks if self.component.said[i].id not in self.told]
        if missing:
            keys = {watch.key for i in missing for watch in self.component.watches[i]}
            values = self.then.values(moment, keys, awake)
            for i in missing:
                mine = {watch.key: values[watch.key] for watch in self.component.watches[i]}
                self.told[self.component.said[i].id] = mine
        for i in looks:
            self.bindings.look(self.component.watches[i], self.told[self.component.said[i].id])

    def _by_then(self, t: datetime, key: Key) -> frozenset[str]:
        """Walk once more with what had been said by a moment; return what held then at a key."""
        part = Component(said_by(self.component, t, key), self.outside)
        return frozenset(Timeline(part, self.outside, self.told).run(t).world.objects.get(key, ()))

    # -- what was decided takes effect

    def _commit(self, decision: Decision, ended: Mapping[int, Said], lapsed: set[int], keys: set[Key]) -> None:
        region, low, t = decision.region, decision.low, decision.region.t
        starts = [i for i in low.members if i not in self.world.alive and i not in region.ahead]
        loop = self_carried(region, low) | decision.odd
        self.cycles |= {self.component.said[i].id for i in loop}
        ripe = {i for i in region.awake if i in self.world.waiting}
        fired = {i for i in ripe if i in low.members or i in loop or region.starts(i, low, low)}
        known = {key: frozenset(low.at(key)) for key in {*low.keys(), *keys}}
        fallen = self._fallen(decision)
        for i in fallen:
            self._close(i, t, self._cut(i, decision, starts, ended, lapsed, loop))
        for i in (region.moment.fresh | fired) - low.members:
            self.silent[i] = self._reason(i, decision, starts, loop)
        for i in fallen:
            self.world.stop(i)
        self._begin(decision, starts)
        self.world.waiting -= fired
        self.world.ahead |= {i: i in low.members for i in region.ahead}
        self.bindings.bind(region.bound)
        for i in starts:  # what has started goes on from the next instant on, and another start would end it
            self.dirty.update(self.component.loops.get(self.component.layers[self.component.group[i]], ()))
        for key, objects in known.items():
            new = self.bindings.see(key, objects)
            self.dirty |= {watch.statement for watch in new if watch.object}

    def _fallen(self, decision: Decision) -> list[int]:
        region, members = decision.region, decision.low.members
        fallen = list(region.moment.leaving)
        for i in region.awake:
            if i in self.world.alive and i not in members:
                fallen.append(i)
        for i in region.representatives - members:
            fallen += self.world.bundle_of(i, region.without.get(self.component.value[i], ()))
        return fallen

    def _close(self, i: int, t: datetime, cut: Cut) -> None:
        why, by, cause = cut
        self.covers[i] = Outcome(self.world.alive[i], t, why, by, cause=cause)

    def _cut(
        self,
        i: int,
        decision: Decision,
        starts: list[int],
        ended: Mapping[int, Said],
        lapsed: set[int],
        loop: set[int],
    ) -> Cut:
        """Return what ended a cover: at one instant first a start, then a stated end, then the own end, then the ground."""
        said, group = self.component.said, self.component.group
        rivals = [j for j in starts if group[j] == group[i] and self.component.excludes(j, i)]
        if rivals:
            return "superseded", said[min(rivals, key=self.component.rank.__getitem__)].value, None
        if i in ended:
            return "ended", ended[i].id, ended[i].cause
        if i in lapsed:
            return None, None, None
        if i in loop:
            return "cycle", None, None
        return "cascade", self._missing(i, decision), None

    def _reason(self, i: int, decision: Decision, starts: list[int], loop: set[int]) -> Outcome:
        """Return why a start has no period."""
        region, low = decision.region, decision.low
        if i in loop:
            return Outcome(silent="cycle")
        if not region.is_carried(i, low, low):
            return Outcome(silent="unsupported", to=self._missing(i, decision))
        rank = self.component.rank
        rivals = [j for j in region.rivals(i) if j in low.members]
        surer = [j for j in rivals if j in starts and rank[j] > rank[i]]
        if surer:
            return Outcome(silent="equal_start", to=self.component.said[max(surer, key=rank.__getitem__)].id)
        going = [j for j in rivals if j in region.going and region.outweighs(j, i)]
        if going:
            return Outcome(silent="yields", to=self.component.said[max(going, key=self.world.strength.__getitem__)].id)
        return Outcome(silent="unsupported")

    def _missing(self, i: int, decision: Decision) -> str | None:
        """Return the evidence that does not stand, or the condition that is not met."""
        region, low, said = decision.region, decision.low, self.component.said[i]
        pairs = zip(said.evidence, self.component.evidence[i], strict=True)
        names = [pair for ids, some in pairs for pair in zip(ids, some, strict=True)]
        lost = [id_ for id_, j in names if not region.stands(j, low)]
        if region.t >= said.occurred:
            watches = [watch for watch in self.component.watches[i] if not watch.trigger]
            lost += [watch.words for watch in watches if not region.meets(watch, low, low)]
        return min(lost, default=None)

    def _begin(self, decision: Decision, starts: list[int]) -> None:
        """Start covers. An assumed start without an end confirms its value, and ends at the end that the value has stated."""
        region, world = decision.region, self.world
        spells = {i: region.spell_of(i) for i in starts}
        for i in region.moment.fresh - decision.low.members:
            world.spell[i] = region.spell_of(i)
        confirms = []
        for i in starts:
            said = self.component.said[i]
            if said.until == FUTURE and not said.stated and said.starts_when is None:
                confirms.append(i)
            else:
                world.start(i, region.t, spells[i], said.until)
        ends_ = [world.first_end(self.component.value[i]) for i in confirms]
        for i, until in zip(confirms, ends_, strict=True):
            world.start(i, region.t, spells[i], until)

    # -- results

    def outcomes(self) -> dict[str, Outcome]:
        """Return the outcome of every statement of action "holds", by id."""
        found = {said.id: Outcome(silent="unsupported") for said in self.component.said}
        found |= {id_: Outcome(silent=why) for id_, why in self.component.silent.items()}
        for i, said in enumerate(self.component.said):
            if i in self.world.alive:
                found[said.id] = Outcome(self.world.alive[i], self.world.until[i])
            elif i in self.world.waiting:
                found[said.id] = Outcome(silent="waiting")
            elif i in self.covers or i in self.silent:
                found[said.id] = self.covers.get(i) or self.silent[i]
        return found

    def pending(self) -> set[str]:
        """Return the statements that hold to the end although nothing is known of a value that they are to hold with."""
        watches = (watch for i in self.world.alive for watch in self.component.watches[i] if not watch.trigger)
        return {self.component.said[watch.statement].id for watch in watches if self.bindings.is_pending(watch)}


class _Joining:
    """The spell that a start of a value belongs to: the present one, unless a stated end lies at the seam and nothing goes on."""

    def __init__(self, world: World, seams: set[int], leaving: frozenset[int], component: Component) -> None:
        self.world, self.seams, self.found = world, seams, dict[int, int]()
        self.leaving: dict[int, int] = defaultdict(int)
        for i in leaving:
            self.leaving[component.value[i]] += 1

    def __call__(self, value: int) -> int:
        if value not in self.found:
            goes_on = len(self.world.members.get(value, ())) > self.leaving.get(value, 0)
            joins = value in self.world.now and (goes_on or value not in self.seams)
            self.found[value] = self.world.now[value] if joins else self.world.new_spell()
        return self.found[value]
