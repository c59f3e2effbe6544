"""The walk: what becomes of statements that conditions and evidence connect, through valid time, earliest instant first.

A pure function of the set of statements: nothing looks at arrival or the clock (docs/time.md). Each component is walked for
itself, instant after instant: what is decided becomes what holds. An instant looks only at what begins or ends at it and at what
that changes.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from graphmem.truth.binding import Bindings
from graphmem.truth.component import Component, PresentState
from graphmem.truth.dependence import needs_of, parts_of
from graphmem.truth.heard import ends, unheard
from graphmem.truth.instant import Decision, decide, self_carried
from graphmem.truth.reasons import Cut, Reasons
from graphmem.truth.region import Moment
from graphmem.truth.statement import FUTURE, Key, Outcome, Statement, Walked
from graphmem.truth.then import Then, said_by


@dataclass
class Agenda:
    """What comes at an instant by itself.

    `known`: it is an instant also by what had been said by then, where what is said at it is at its word.
    """

    starts: list[int] = field(default_factory=list)
    stops: list[Statement] = field(default_factory=list)
    looks: list[int] = field(default_factory=list)
    wakes: list[int] = field(default_factory=list)
    known: bool = False


class Timeline:
    """The walk of one component.

    Attributes:
        told: by id of a statement with conditions, what held at its keys when it was said, by what had been said by then.
        cycles: the statements that carried only themselves or would have undone their own ground.
        last: the last instant that took effect.
    """

    def __init__(self, component: Component, told: dict[str, Mapping[Key, frozenset[str]]]) -> None:
        self.component, self.told = component, told
        self.present, self.bindings = PresentState(component), Bindings()
        self.then = Then(component, self._by_then, _holds)
        self.cycles: set[str] = set()
        self.covers: dict[int, Outcome] = {}
        self.silent: dict[int, Outcome] = {}
        self.dirty: set[int] = set()
        self.last: datetime | None = None
        self._agenda: dict[datetime, Agenda] = {}
        self._times: list[datetime] = []
        self._late_words: list[tuple[datetime, int]] = []
        self._past: dict[frozenset[int], tuple[Timeline, list[Statement]]] = {}

    # -- what is known

    def admit(self, said: Statement) -> bool:
        """Take in a statement; return whether it leaves untouched what the walk has passed."""
        if said.action == "ends":
            self._at(said.at, said).stops.append(said)
            return self.last is None or said.at > self.last
        i = self.component.number[said.id]
        self.present.admitted.add(i)
        self._at(said.at, said)
        self._at(said.until, said)
        if said.starts_when:
            self.present.waiting.add(i)
            self._at(max(said.at, said.occurred)).wakes.append(i)
        else:
            self._admit_start(i, said)
        if self.component.watches[i]:
            self._at(said.occurred).looks.append(i)
        if self.last is None:
            return True
        return i not in self.component.late_grounds and (bool(said.starts_when) or said.at > self.last)

    def _admit_start(self, i: int, said: Statement) -> None:
        component = self.component
        self._at(said.at).starts.append(i)
        if i in component.bridges:
            self.present.listen(i)
            self.dirty.add(i)
        if i in component.named and said.at >= said.until:
            self._at(said.at).wakes += [
                j for j, grounds in enumerate(component.grounds) if component.value[i] in grounds
            ]
        if said.at < said.occurred and said.stated and component.layers[component.group[i]] in component.loops:
            heapq.heappush(self._late_words, (said.occurred, i))

    def _at(self, t: datetime, said: Statement | None = None) -> Agenda:
        if t not in self._agenda:
            self._agenda[t] = Agenda()
            if t < FUTURE:
                heapq.heappush(self._times, t)
        if said and (said.occurred < t or (said.occurred == t and said.starts_when is None)):
            self._agenda[t].known = True
        return self._agenda[t]

    # -- the walk

    def run(self, before: datetime = FUTURE) -> Timeline:
        """Walk through all instants before a moment."""
        while self._times and self._times[0] < before:
            t = heapq.heappop(self._times)
            self._step(t, self._agenda.pop(t))
            self.last = t
        return self

    def _step(self, t: datetime, agenda: Agenda) -> None:
        ended, lapsed, moment = self._moment(t, agenda)
        left = self.dirty | self._heard_late(t)
        self.dirty = set()
        for i in agenda.wakes:
            if i in self.present.waiting:
                self.present.listen(i)
        if agenda.looks:
            self._look(moment, agenda.looks, {*agenda.wakes, *(left if agenda.known else ())})
        awake = left.union(agenda.wakes, agenda.looks)
        if moment.fresh or moment.leaving or awake:
            keys = {watch.key for i in agenda.looks for watch in self.component.watches[i]}
            self._commit(decide(moment, awake, keys), ended, lapsed, keys)
        self.present.lapses.pop(t, None)

    def _moment(self, t: datetime, agenda: Agenda) -> tuple[dict[int, Statement], set[int], Moment]:
        ended = self._ended(agenda.stops)
        lapsed = {i for i in self.present.lapses.get(t, ()) if i in self.present.alive}
        seams = {value for end in agenda.stops if (value := self._value_of(end)) is not None}
        leaving = frozenset(ended.keys() | lapsed)
        fresh = frozenset(i for i in agenda.starts if t < self.component.said[i].until)
        joining = _Joining(self.present, seams, leaving, self.component)
        return ended, lapsed, Moment(t, self.component, self.present, self.bindings, fresh, leaving, joining)

    def _value_of(self, end: Statement) -> int | None:
        group = self.component.groups.get(end.group)
        return None if group is None else self.component.values.get((group, end.value))

    def _ended(self, stops: list[Statement]) -> dict[int, Statement]:
        found: dict[int, Statement] = {}
        for end in sorted(stops, key=lambda end: (*end.when, end.confidence, end.id)):
            value = self._value_of(end)
            members = self.present.members.get(value, ()) if value is not None else ()
            found |= {i: end for i in members if ends(end, self.component.said[i])}
        return found

    def _heard_late(self, t: datetime) -> set[int]:
        """A trigger in a loop yields to what was said later; it no longer does so once that moment has come."""
        awake: set[int] = set()
        while self._late_words and self._late_words[0][0] <= t:
            _, i = heapq.heappop(self._late_words)
            awake.update(self.component.loops[self.component.layers[self.component.group[i]]])
        return awake

    # -- what held when a condition was said

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
        """Return what held at a key by what had been said by a moment. Moments are asked for in order."""
        cone = self.component.upstream(key)
        if any(self.component.groups[said.group] in cone for said in self.component.unheard):
            part = self._part(said_by(self.component, t, cone))
            return complete(part, self.told, by=t).peek(t, key)
        timeline, to_come = self._past.get(cone) or self._anew(cone)
        timely = True
        while to_come and to_come[-1].occurred <= t:
            timely &= timeline.admit(to_come.pop())
        if not timely:
            timeline, to_come = self._anew(cone)
            while to_come and to_come[-1].occurred <= t:
                timeline.admit(to_come.pop())
        self._past[cone] = timeline, to_come
        return timeline.run(t).peek(t, key)

    def _anew(self, cone: frozenset[int]) -> tuple[Timeline, list[Statement]]:
        part = self._part([x for x in self.component.given if self.component.groups.get(x.group) in cone])
        to_come = sorted([*part.said, *part.ends], key=lambda said: said.occurred, reverse=True)
        return Timeline(part, self.told), to_come

    def _part(self, given: list[Statement]) -> Component:
        part = Component(given, unheard(given), needs_of(given))
        part.watched |= self.component.watched
        return part

    def peek(self, t: datetime, key: Key) -> frozenset[str]:
        """Return what holds at a key at the next instant, if what is said at it counts at its word."""
        if t in self._agenda:
            agenda = self._agenda[t]
            moment = replace(self._moment(t, agenda)[2], saying=True)
            awake = self.dirty.union(agenda.wakes) if agenda.known else agenda.wakes
            return _holds(moment, awake, (key,))[key]
        return frozenset(self.present.objects.get(key, ()))

    # -- what was decided takes effect

    def _commit(self, decision: Decision, ended: Mapping[int, Statement], lapsed: set[int], keys: set[Key]) -> None:
        region, low, t = decision.region, decision.low, decision.region.t
        starts = [i for i in low.members if i not in self.present.alive and i not in region.ahead]
        loop = self_carried(region, low) | decision.odd
        self.cycles |= {self.component.said[i].id for i in loop}
        ripe = {i for i in region.awake if i in self.present.waiting}
        fired = {i for i in ripe if i in low.members or i in loop or region.starts(i, low, low)}
        known = {key: frozenset(low.at(key)) for key in {*low.keys(), *keys}}
        reasons = Reasons(region, low, self.present, loop)
        fallen = self._fallen(decision)
        by_group: dict[int, list[int]] = defaultdict(list)
        for i in starts:
            by_group[self.component.group[i]].append(i)
        for i in fallen:
            self._close(i, t, reasons.why_ended(i, by_group, ended, lapsed))
        for i in (region.moment.fresh | fired) - low.members:
            self.silent[i] = reasons.why_silent(i)
        for i in fallen:
            self.present.stop(i)
        self._begin(decision, starts)
        self.present.waiting -= fired
        for i in (fired | region.moment.fresh) - low.members:
            self.present.ignore(i)
        self.present.ahead |= {i: i in low.members for i in region.ahead}
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
            if i in self.present.alive and i not in members:
                fallen.append(i)
        for i in region.representatives - members:
            fallen += self.present.bundle_of(i, region.without.get(self.component.value[i], ()))
        return fallen

    def _close(self, i: int, t: datetime, cut: Cut) -> None:
        why, by, cause = cut
        self.covers[i] = Outcome(self.present.alive[i], t, why, by, cause=cause)

    def _begin(self, decision: Decision, starts: list[int]) -> None:
        """Start covers. An assumed start without an end confirms its value, and ends at the end that the value has stated."""
        region, present = decision.region, self.present
        spells = {i: region.spell_of(i) for i in starts}
        for i in region.moment.fresh - decision.low.members:
            present.spell[i] = region.spell_of(i)
        confirms = []
        for i in starts:
            said = self.component.said[i]
            if said.until == FUTURE and not said.stated and said.starts_when is None:
                confirms.append(i)
            else:
                present.start(i, region.t, spells[i], said.until)
        ends_ = [present.first_end(self.component.value[i]) for i in confirms]
        for i, until in zip(confirms, ends_, strict=True):
            present.start(i, region.t, spells[i], until)

    # -- results

    def outcomes(self) -> dict[str, Outcome]:
        """Return the outcome of every statement of action "holds", by id."""
        found = {said.id: Outcome(silent="unsupported") for said in self.component.said}
        found |= {id_: Outcome(silent=why) for id_, why in self.component.silent.items()}
        for i, said in enumerate(self.component.said):
            if i in self.present.alive:
                found[said.id] = Outcome(self.present.alive[i], self.present.until[i])
            elif i in self.present.waiting:
                found[said.id] = Outcome(silent="waiting")
            elif i in self.covers or i in self.silent:
                found[said.id] = self.covers.get(i) or self.silent[i]
        return found

    def pending(self) -> set[str]:
        """Return the statements that hold to the end although nothing is known of a value that they are to hold with."""
        watches = (watch for i in self.present.alive for watch in self.component.watches[i] if not watch.trigger)
        return {self.component.said[watch.statement].id for watch in watches if self.bindings.is_pending(watch)}


def _holds(moment: Moment, awake: Collection[int], keys: Collection[Key]) -> dict[Key, frozenset[str]]:
    decision = decide(moment, awake)
    return {key: frozenset(decision.low.at(key)) for key in keys}


def complete(component: Component, told: dict[str, Mapping[Key, frozenset[str]]], by: datetime = FUTURE) -> Timeline:
    """Walk with all statements of a component through all instants before a moment."""
    timeline = Timeline(component, told)
    for said in (*component.said, *component.ends):
        timeline.admit(said)
    return timeline.run(by)


class _Joining:
    """The spell that a start of a value belongs to: the present one, unless a stated end lies at the seam and nothing goes on."""

    def __init__(self, present: PresentState, seams: set[int], leaving: frozenset[int], component: Component) -> None:
        self.present, self.seams, self.found = present, seams, dict[int, int]()
        self.leaving: dict[int, int] = defaultdict(int)
        for i in leaving:
            self.leaving[component.value[i]] += 1

    def __call__(self, value: int) -> int:
        if value not in self.found:
            goes_on = len(self.present.members.get(value, ())) > self.leaving.get(value, 0)
            joins = value in self.present.now and (goes_on or value not in self.seams)
            self.found[value] = self.present.now[value] if joins else self.present.new_spell()
        return self.found[value]


def as_stated(said: Statement) -> Outcome | None:
    """The outcome of a statement that nothing else concerns: it covers what it states. None: it has to be walked."""
    if said.action != "holds" or said.evidence or said.conditional:
        return None
    return Outcome(said.at, said.until) if said.at < said.until else Outcome(silent="unsupported")


def walk(statements: Sequence[Statement]) -> Walked:
    """Return the outcome of every statement of action "holds".

    Args:
        statements: whole components: with every statement also those of its group, and of the groups that it watches or rests on.
            Evidence that is not among them does not stand.
    """
    outcomes: dict[str, Outcome] = {}
    pending: set[str] = set()
    cycles: set[str] = set()
    needs = needs_of(statements)
    for part in parts_of(statements, needs):
        if len(part) == 1 and (alone := as_stated(part[0])):
            outcomes[part[0].id] = alone
            continue
        timeline = complete(Component(part, unheard(part), needs), {})
        outcomes |= timeline.outcomes()
        pending |= timeline.pending()
        cycles |= timeline.cycles
    return Walked(outcomes, frozenset(pending), frozenset(cycles))
