"""The rules of time in plain Python: the reference for what becomes of statements (docs/time.md). Simple and slow.

It walks through valid time, earliest instant first. At every instant everything is looked at again: what holds is the
well-founded model, the alternation of two least fixpoints. What had been said by a moment is told anew from its statements.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from graphmem.truth.statement import FUTURE, Condition, Statement

Key = tuple[str, str]
Then = Mapping[Key, frozenset[str]]
Held = set[str]


@dataclass(frozen=True)
class Fate:
    """What becomes of a statement: the time that it covers and why it ends, or why it is silent.

    `by`: the value or the end that ended it. `to`: the statement that holds in its place.
    """

    start: datetime | None = None
    end: datetime | None = None
    why: str | None = None
    by: str | None = None
    silent: str | None = None
    to: str | None = None


@dataclass
class Told:
    """All fates, with what is pending and what is in a cycle."""

    fates: dict[str, Fate]
    pending: set[str]
    cycles: set[str]


def tell(statements: Sequence[Statement]) -> Told:
    """Return the fate of every statement of action "holds"."""
    told = Told({}, set(), set())
    for part in apart(statements):
        story = Story(part, {}).tell()
        told.fates |= story.fates
        told.pending |= story.pending()
        told.cycles |= story.cycles
    return told


def views(said: Statement) -> list[tuple[Key, str]]:
    """Return where conditions see a statement, and as which value."""
    seen = [((said.subject, said.relation), said.object)]
    return [*seen, ((said.object, said.relation), said.subject)] if said.symmetric else seen


def only_one(said: Statement, end: str) -> bool:
    """Whether an end has one such value at a time."""
    return end in said.ends if said.symmetric else bool(said.ends) and said.value == said.object


def key_of(condition: Condition) -> Key:
    return condition.subject, condition.relation


def whiles(said: Statement) -> list[Condition]:
    """Its conditions to hold, without "while it holds itself"."""

    def itself(condition: Condition) -> bool:
        return any(
            key == key_of(condition) and (condition.object == seen or (not condition.object and only_one(said, key[0])))
            for key, seen in views(said)
        )

    return [condition for condition in said.holds_while if not itself(condition)]


def apart(statements: Sequence[Statement]) -> list[list[Statement]]:
    """Return what can reach each other."""

    def places(said: Statement) -> set[object]:
        named = {id_ for some in said.evidence for id_ in some}
        watched = [*whiles(said), *([said.starts_when] if said.starts_when else [])]
        keys = [key for key, _ in views(said)] + [key_of(condition) for condition in watched]
        return {said.group, *keys, *(x.group for x in statements if x.id in named)}

    parts: list[tuple[set[object], list[Statement]]] = []
    for said in statements:
        mine, members = places(said), [said]
        for other in [part for part in parts if part[0] & mine]:
            parts.remove(other)
            mine, members = mine | other[0], members + other[1]
        parts.append((mine, members))
    return [members for _, members in parts]


def stops(end: Statement, said: Statement) -> bool:
    """Whether a stated end ends a statement."""
    weaker = end.second_hand and not said.second_hand and end.confidence < said.confidence
    return (end.group, end.value) == (said.group, said.value) and end.at > said.at and not weaker


class Story:
    """One component, told from its first instant on."""

    def __init__(self, part: Sequence[Statement], then: dict[str, Then]) -> None:
        self.all, self.then = list(part), then
        self.fates: dict[str, Fate] = {}
        self.cycles: set[str] = set()
        self._hear(part)
        self.alive: dict[str, datetime] = {}
        self.until: dict[str, datetime] = {}
        self.period: dict[str, tuple[str, str, datetime]] = {}
        self.joins: dict[str, tuple[str, str, datetime]] = {}
        self.bound: dict[tuple[str, int], frozenset[str]] = {}
        self.known: set[tuple[str, int]] = set()
        self.waiting = {id_ for id_, said in self.holds.items() if said.starts_when}

    def _hear(self, part: Sequence[Statement]) -> None:
        plans = [s for s in part if s.kind == "plan" and s.action == "holds"]
        begun = {p.id for p in plans if any(_begins(s, p) for s in part)}
        told = [s for s in part if s.id not in begun]
        self.stops = [s for s in told if s.action == "ends"]
        holds = [s for s in told if s.action == "holds"]
        unheard = {s.id for s in holds if s.second_hand and s.kind != "event" and self._overruled(s, holds)}
        self.fates |= {id_: Fate(silent="begun") for id_ in begun} | {
            id_: Fate(silent="second_hand") for id_ in unheard
        }
        self.holds = {s.id: s for s in sorted(holds, key=lambda s: s.id) if s.id not in unheard}

    def _overruled(self, s: Statement, holds: list[Statement]) -> bool:
        firm = [x for x in holds if not x.starts_when]
        own = [x for x in firm if not x.second_hand and x.kind != "event"]
        for x in own:
            if x.confidence <= s.confidence or not excludes(x, s) or not x.at <= s.at < x.until:
                continue
            ended = any(stops(e, x) and e.at <= s.at for e in self.stops)
            yielding = {y.id for y in own if x.stated and not y.stated and later(x, y)}
            replaced = any(excludes(y, x) and x.at < y.at <= s.at and y.id not in yielding for y in own)
            bounded = not x.stated and any(
                (z.group, z.value) == (x.group, x.value) and z.at <= x.at < z.until <= s.at for z in firm
            )
            if not ended and not replaced and not bounded:
                return True
        return False

    def instants(self) -> list[datetime]:
        times = {t for s in self.holds.values() for t in (s.at, s.until)} | {e.at for e in self.stops}
        times |= {s.occurred for s in self.holds.values() if self.conditions(s)}
        return sorted(times - {FUTURE})

    def conditions(self, said: Statement) -> list[Condition]:
        return [*whiles(said), *([said.starts_when] if said.starts_when else [])]

    def tell(self, last: datetime = FUTURE) -> Story:
        for t in self.instants():
            if t <= last:
                self.look(t)
                self.step(t)
        self.fates |= {id_: Fate(start, self.until[id_]) for id_, start in self.alive.items()}
        self.fates |= {id_: Fate(silent="waiting") for id_ in self.waiting}
        return self

    def values(self, held: Iterable[str]) -> Then:
        found: dict[Key, set[str]] = {}
        for id_ in held:
            for key, seen in views(self.holds[id_]):
                found.setdefault(key, set()).add(seen)
        return {key: frozenset(some) for key, some in found.items()}

    def sees(self, condition: Condition, values: Then) -> frozenset[str]:
        found = values.get(key_of(condition), frozenset())
        alone = any(only_one(s, k[0]) for s in self.holds.values() for k, _ in views(s) if k == key_of(condition))
        return found if condition.object is None or alone else found & {condition.object}

    # -- conditions are bound

    def look(self, t: datetime) -> None:
        """What is said now is bound to the values that held, by what had been said by now, the same message at its word."""
        new = [s for s in self.holds.values() if s.occurred == t and self.conditions(s)]
        if any(s.id not in self.then for s in new):
            heard = [s for s in self.all if s.occurred < t]
            heard += [replace(s, holds_while=()) for s in self.all if s.occurred == t and not s.starts_when]
            story = Story(heard, self.then).tell(t)
            for s in new:
                self.then.setdefault(s.id, story.values(story.alive))
        for s in new:
            values = self.then[s.id]
            for n, condition in enumerate(self.conditions(s)):
                trigger = n == len(whiles(s))
                found = self.sees(condition, values)
                if condition.object is None and found and (trigger or not s.starts_when):
                    self.bound[s.id, n] = found
                self.note(s, n, condition, values)

    def note(self, s: Statement, n: int, condition: Condition, values: Then) -> None:
        found = self.sees(condition, values)
        if condition.object in found if n == len(whiles(s)) else found:
            self.known.add((s.id, n))

    def bind(self, t: datetime, held: Held, values: Then) -> bool:
        """What nothing was known of is bound to the first value, beside a trigger once that has come, or is seen now."""
        new, seen = {}, set()
        for s in (s for s in self.holds.values() if s.occurred <= t):
            for n, condition in enumerate(self.conditions(s)):
                early = s.starts_when and n < len(whiles(s)) and s.id not in held
                found = self.sees(condition, values)
                if found and condition.object is None and (s.id, n) not in self.bound and not early:
                    new[s.id, n] = found
                if condition.object in found and n < len(whiles(s)):
                    seen.add((s.id, n))
        seen -= self.known | self.seeing
        self.bound |= new
        self.seeing |= seen
        return bool(new or seen)

    # -- one instant

    def step(self, t: datetime) -> None:
        ended = self._ended(t)
        self.seeing = set[tuple[str, int]]()
        self.t, self.going = t, {id_ for id_ in self.alive if id_ not in ended and self.until[id_] > t}
        self.first = {s.id for s in self.holds.values() if s.at == t < s.until and not s.starts_when}
        self.fresh = set(self.first)
        self.ripe = {id_ for id_ in self.waiting for s in [self.holds[id_]] if max(s.at, s.occurred) <= t < s.until}
        self.ahead = {s.id for s in self.holds.values() if s.at > t and not s.starts_when}
        self.joins = {id_: self._joined(id_) for id_ in self.fresh | self.ripe}
        odd: Held = set()
        while True:
            sure, possible = self.judge()
            held = sure - self.ahead
            out = self.paradox(possible - sure)
            odd |= out
            self.going, self.fresh, self.ripe = self.going - out, self.fresh - out, self.ripe - out
            if not out and not self.bind(t, held, self.values(held)):
                break
        self.settle(held, sure, ended, odd | self.self_carried(sure))

    def _ended(self, t: datetime) -> dict[str, Statement]:
        ends = sorted((e for e in self.stops if e.at == t), key=lambda e: (e.occurred, e.order, e.confidence, e.id))
        return {id_: e for e in ends for id_ in self.alive if stops(e, self.holds[id_])}

    def _joined(self, id_: str) -> tuple[str, str, datetime]:
        s = self.holds[id_]
        same = [x for x in self.alive if (self.holds[x].group, self.holds[x].value) == (s.group, s.value)]
        seam = any((e.group, e.value, e.at) == (s.group, s.value, self.t) for e in self.stops)
        kept = [self.period[x] for x in same if x in self.going or not seam]
        return kept[0] if kept else (s.group, s.value, self.t)

    def judge(self) -> tuple[Held, Held]:
        """What surely holds and what possibly does: the sure only rises, the possible only falls."""
        sure: Held = set()
        while True:
            possible = self.least(sure)
            more = self.least(possible)
            if more == sure:
                return sure, possible
            sure = more

    def least(self, against: Held) -> Held:
        """The least set; whatever must not hold is looked up in `against`."""
        found: Held = set()
        there = self.values(against - self.ahead)
        while True:
            here = self.values(found - self.ahead)
            new = {id_ for id_ in self.going | self.fresh | self.ripe | self.ahead if id_ not in found}
            new = {id_ for id_ in new if id_ in self.ahead or not any(self.replaces(x, id_) for x in against)}
            new = {id_ for id_ in new if id_ not in self.ripe or self.has_come(self.holds[id_], here, there)}
            new = {id_ for id_ in new if self.carried(id_, found, here, there)}
            if not new:
                return found
            found |= new

    def replaces(self, x: str, s: str) -> bool:
        """Whether `x`, if it holds, takes the place of `s`."""
        if x in self.ahead or not excludes(self.holds[x], self.holds[s]):
            return False
        if s in self.going:
            return x not in self.going and not self.outlasts(s, x)
        return self.outlasts(x, s) if x in self.going else rank(self.holds[x]) > rank(self.holds[s])

    def outlasts(self, x: str, s: str) -> bool:
        """Whether the assumed or foreseen start `s` yields to `x`, which goes on."""
        going, new = self.holds[x], self.holds[s]
        foreseen = new.starts_when is not None
        if (new.stated and not foreseen) or not going.stated or going.starts_when:
            return False
        if going.occurred <= self.t if foreseen else not later(going, new):
            return False
        if going.second_hand and not new.second_hand and going.confidence < new.confidence:
            return False
        return not any(self.holds[y].stated and excludes(self.holds[y], going) for y in self.fresh)

    def carried(self, id_: str, held: Held, here: Then, there: Then) -> bool:
        s = self.holds[id_]
        if s.evidence and not any(all(self.stands(e, held) for e in some) for some in s.evidence):
            return False
        if id_ in self.ahead or self.t < s.occurred:
            return True
        return all(self.met(s, n, condition, here, there) for n, condition in enumerate(whiles(s)))

    def stands(self, e: str, held: Held) -> bool:
        if e not in self.holds:
            return False
        period = self.period.get(e) or (self.joins[e] if e in self.first else None)
        return e in held or (period is not None and any(self.carries(x) == period for x in held))

    def carries(self, x: str) -> tuple[str, str, datetime] | None:
        return self.joins.get(x, self.period.get(x))

    def met(self, s: Statement, n: int, condition: Condition, here: Then, there: Then) -> bool:
        if condition.object is None:
            return (s.id, n) not in self.bound or bool(self.bound[s.id, n] & self.sees(condition, here))
        others = self.sees(condition, there) - {condition.object}
        return condition.object in self.sees(condition, here) or not ((s.id, n) in self.known | self.seeing or others)

    def has_come(self, s: Statement, here: Then, there: Then) -> bool:
        assert s.starts_when
        condition, n = s.starts_when, len(whiles(s))
        now, maybe, said = (self.sees(condition, values) for values in (here, there, self.then[s.id]))
        first = self.bound.get((s.id, n), frozenset())
        o, event = condition.object, condition.event
        if event == "changes" and o:
            event = "ends" if o in said else "begins"
        if event == "begins":
            return o in now if o else bool(now - said)
        if event == "ends":
            return (s.id, n) in self.known and o not in maybe if o else bool(first - maybe)
        return bool(first) and bool(now - first or first - maybe)

    # -- cycles

    def grounds(self, id_: str, among: Held) -> Held:
        s = self.holds[id_]
        asked = {key_of(condition) for condition in self.conditions(s)}
        watched = {x for x in among if any(key in asked for key, _ in views(self.holds[x]))}
        return watched | {
            x
            for x in among
            if any(e == x or self.stands(e, {x}) for some in s.evidence for e in some if e in self.holds)
        }

    def conditional(self, id_: str) -> bool:
        return bool(self.holds[id_].evidence or self.conditions(self.holds[id_]))

    def paradox(self, undecided: Held) -> Held:
        near = {
            x: self.grounds(x, undecided)
            | {y for y in undecided - self.ahead if x not in self.ahead and excludes(self.holds[y], self.holds[x])}
            for x in undecided
        }
        bottom = {
            x
            for x in undecided - self.ahead
            if self.conditional(x) and all(x in leads(y, near) for y in leads(x, near))
        }
        return bottom - self.going or bottom

    def self_carried(self, sure: Held) -> Held:
        pool = {x for x in self.going | self.fresh | self.ahead if self.conditional(x) and x not in sure}
        held = sure - self.ahead
        pool = {x for x in pool if x in self.ahead or not any(self.replaces(y, x) for y in held)}
        while True:
            here = self.values((sure | pool) - self.ahead)
            kept = {x for x in pool if self.carried(x, sure | pool, here, here)}
            if kept == pool:
                near = {x: self.grounds(x, pool) for x in pool}
                return {x for x in pool - self.ahead if x in leads(x, near)}
            pool = kept

    # -- what was decided takes effect

    def settle(self, held: Held, sure: Held, ended: Mapping[str, Statement], loop: Held) -> None:
        values, t = self.values(held), self.t
        started = held - self.alive.keys()
        self.cycles |= loop
        for id_ in self.alive.keys() - held:
            s = self.holds[id_]
            rivals = [self.holds[x] for x in started if excludes(self.holds[x], s)]
            if rivals and t < s.until:
                why, by = "superseded", min(rivals, key=rank).value
            elif id_ in ended:
                why, by = "ended", ended[id_].id
            elif self.until[id_] <= t:
                why, by = None, None
            else:
                why, by = ("cycle" if id_ in loop else "cascade"), None
            self.fates[id_] = Fate(self.alive[id_], t, why, by)
        ripe = self.ripe | (loop & self.waiting)
        fired = {x for x in ripe if x in held | loop or self.has_come(self.holds[x], values, values)}
        for id_ in (self.first | fired) - held:
            self.fates[id_] = self._silent(id_, held, sure, values, loop)
        for id_ in self.alive.keys() - held:
            del self.alive[id_]
        for id_ in self.first | started:
            self.period.setdefault(id_, self.joins[id_])
        for id_ in started:
            self.alive[id_], self.until[id_] = t, self._own_end(id_, held)
        self.waiting -= fired
        for s in (s for s in self.holds.values() if s.occurred <= t):
            for n, condition in enumerate(self.conditions(s)):
                self.note(s, n, condition, values)

    def _silent(self, id_: str, held: Held, sure: Held, values: Then, loop: Held) -> Fate:
        if id_ in loop:
            return Fate(silent="cycle")
        rivals = {x for x in held if excludes(self.holds[x], self.holds[id_])}
        if not rivals or not self.carried(id_, sure, values, values):
            return Fate(silent="unsupported")
        surer = {x for x in rivals - self.going if rank(self.holds[x]) > rank(self.holds[id_])}
        if surer:
            return Fate(silent="equal_start", to=max(surer, key=lambda x: rank(self.holds[x])))
        return Fate(silent="yields", to=max(rivals, key=lambda x: (self.outlasts(x, id_), last_said(self.holds[x]))))

    def _own_end(self, id_: str, held: Held) -> datetime:
        s = self.holds[id_]
        if s.until < FUTURE or s.stated or s.starts_when:
            return s.until
        return min(
            self.holds[x].until for x in held if (self.holds[x].group, self.holds[x].value) == (s.group, s.value)
        )

    def pending(self) -> set[str]:
        """What holds although nothing is known of what it rests on."""
        return {
            id_
            for id_ in self.alive
            for n, condition in enumerate(whiles(self.holds[id_]))
            if (id_, n) not in (self.known if condition.object else self.bound)
        }


def _begins(s: Statement, plan: Statement) -> bool:
    told = s.action == "holds" and s.kind != "plan" and s.stated and not s.starts_when
    return told and (s.group, s.value) == (plan.group, plan.value) and later(s, plan)


def excludes(x: Statement, s: Statement) -> bool:
    """Whether two values cannot hold at the same time."""
    return x.group == s.group and x.value != s.value and bool(x.ends & s.ends) and "event" not in (x.kind, s.kind)


def later(x: Statement, s: Statement) -> bool:
    """Whether `x` was said later; of one moment the order of saying decides."""
    return (x.occurred, x.order) > (s.occurred, s.order)


def spoken(s: Statement) -> tuple[datetime, int, float, str]:
    """Said later, a correction when it was made; then surer, then the greater wording."""
    return s.corrected or s.occurred, s.order, s.confidence, s.key


def rank(s: Statement) -> tuple[tuple[datetime, int, float, str], tuple[int, ...]]:
    """Of equal starts the greatest wins; of equal words the lesser id."""
    return spoken(s), tuple(-ord(letter) for letter in s.id)


def last_said(s: Statement) -> tuple[tuple[datetime, int, float, str], datetime, str]:
    """Of several that could be named the greatest is: the last word."""
    return spoken(s), s.at, s.id


def leads(start: str, near: Mapping[str, Held]) -> Held:
    """Return what a statement leads to."""
    seen: Held = set()
    todo = list(near[start])
    while todo:
        if (x := todo.pop()) not in seen:
            seen.add(x)
            todo += near[x]
    return seen
