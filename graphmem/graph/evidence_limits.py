"""How long the evidence of statements stands: the least fixpoint over the periods of the facts that they rest on. Pure.

The periods come from procedures/settle: it derives them under limits that are assumed. `EvidenceLimits` finds the limits
that follow from these periods, until the periods were derived under the limits that follow from them (docs/time.md, R7).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from graphmem.conditions.records import FUTURE, PAST

CYCLE = "cycle"
"""The cause of a limit of a statement whose effect would undo its own ground."""


@dataclass(frozen=True, slots=True)
class Cover:
    """One statement of a group, as procedures/settle derives it without regard to its own evidence.

    `own`: the end of its cover; None if another value keeps it from starting. `stated`: its own stated end.
    `sets`: its evidence, (a and b) or c, by the ids of statements; empty if it needs none.
    `assumed`: the limit under which the group was derived. `seam`: a stated end of its value lies at its start.
    `alone`: no other statement is in its group. `ends`: values of one group that share an end exclude each other.
    """

    id: str
    group: str
    value: str
    at: datetime
    own: datetime | None
    stated: datetime
    sets: tuple[tuple[str, ...], ...]
    assumed: datetime
    seam: bool
    alone: bool
    ends: frozenset[str]

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> Cover:
        """Return the cover of an item of `resting` of procedures/settle."""
        sets = tuple(tuple(some.split("&")) for some in row["sets"] or ())
        return cls(
            id=row["id"],
            group=row["group"],
            value=row["value"],
            at=row["at"],
            own=row["own"],
            stated=row["until"],
            sets=sets,
            assumed=row["limit"],
            seam=row["seam"],
            alone=row["alone"],
            ends=frozenset(row["ends"]),
        )

    def until(self, limit: datetime) -> datetime | None:
        """Return the end of the cover under a limit; None if it does not start."""
        return None if self.own is None or limit <= self.at else min(self.own, limit)

    def effect(self, limit: datetime) -> datetime | None:
        """Return until when the statement may have an effect on its group under a limit; None if it has none."""
        return None if self.own is None or limit <= self.at else min(self.stated, limit)

    @property
    def key(self) -> tuple[str, str]:
        """Group and value."""
        return self.group, self.value


State = dict[str, tuple[datetime | None, datetime | None]]
"""By statement, the end of its cover and of its effect."""


@dataclass(frozen=True, slots=True)
class Limit:
    """Until when the evidence of a statement stands, and the member of it that ends then."""

    at: datetime
    because: str | None

    def row(self) -> dict[str, Any]:
        """Return the limit as a parameter of procedures/settle."""
        return {"at": self.at, "because": self.because}


@dataclass
class EvidenceLimits:
    """The search for the limits of some groups. `outside`: until when evidence that is in none of the groups stands."""

    covers: dict[str, Cover] = field(default_factory=dict)
    rows: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    outside: dict[str, datetime] = field(default_factory=dict)
    found: dict[str, Limit] = field(default_factory=dict)
    banned: dict[str, datetime] = field(default_factory=dict)
    seen: list[State] = field(default_factory=list)
    start: datetime | None = None
    lowest: State = field(default_factory=dict)

    def add(self, rows: Iterable[Mapping[str, Any]]) -> None:
        """Add or replace the covers of groups."""
        for row in rows:
            self.rows[row["id"]], self.covers[row["id"]] = row, Cover.of(row)

    def unknown(self) -> list[str]:
        """Return the ids of the evidence that is in none of the groups."""
        members = dict.fromkeys(id_ for c in self.covers.values() for some in c.sets for id_ in some)
        return [id_ for id_ in members if id_ not in self.covers]

    def solve(self) -> bool:
        """Find the limits that follow from the covers; return whether the covers were derived under these limits.

        Where a statement may undo its own ground, there may be several answers or none. The search then starts from "nothing
        stands" and from "everything stands", and what differs or alternates gets no period from its first instant on.
        """
        if not self.start and self._may_undo_its_ground():
            return self._begin(PAST)
        self.found = _Fixpoint(self.covers, self.outside, self.banned).run()
        if all(self._as_assumed(cover) for cover in self.covers.values() if cover.sets):
            return self._confirmed()
        state = self._state()
        if state in self.seen:
            self._ban(self.seen[self.seen.index(state) :])
            return self._begin(PAST)
        self.seen.append(state)
        return False

    def _begin(self, at: datetime) -> bool:
        self.start, self.seen = at, []
        bans = {id_: Limit(min(at, moment), CYCLE) for id_, moment in self.banned.items()}
        self.found = {id_: Limit(at, None) for id_, cover in self.covers.items() if cover.sets} | bans
        return False

    def _confirmed(self) -> bool:
        if self.start == PAST:
            self.lowest = self._state()
            return self._begin(FUTURE)
        if self.start == FUTURE and self.lowest != self._state():
            self._ban([self.lowest, self._state()])
            return self._begin(PAST)
        return True

    def _may_undo_its_ground(self) -> bool:
        """Whether the evidence of a statement leads back to its group, where a value may exclude another."""
        values: dict[str, set[str]] = defaultdict(set)
        near: dict[str, set[str]] = defaultdict(set)
        for cover in self.covers.values():
            values[cover.group].add(cover.value)
            near[cover.group] |= {self.covers[m].group for some in cover.sets for m in some if m in self.covers}
        several = [group for group, found in values.items() if len(found) > 1]
        return any(group in _closure(group, near) for group in several)

    def _state(self) -> State:
        limits = {id_: self.found[id_].at if cover.sets else FUTURE for id_, cover in self.covers.items()}
        return {id_: (c.until(limits[id_]), c.effect(limits[id_])) for id_, c in self.covers.items()}

    def _as_assumed(self, cover: Cover) -> bool:
        return cover.alone or cover.effect(cover.assumed) == cover.effect(self.found[cover.id].at)

    def _ban(self, states: Sequence[State]) -> None:
        """Take out the starts that rest on evidence, at the bottom of the loop and at its first instant; else what goes on."""
        moments: dict[str, datetime] = {}
        for id_, cover in self.covers.items():
            for ends in ({state[id_][0] for state in states}, {state[id_][1] for state in states}):
                if len(ends) > 1:
                    at = cover.at if None in ends else min(end for end in ends if end is not None)
                    moments[id_] = min(at, moments.get(id_, at))
        first = min(moments.values())
        loop = [self.covers[id_] for id_, at in moments.items() if at == first]
        near = {cover.id: {other.id for other in loop if self._needs(cover, other)} for cover in loop}
        reach = {id_: _closure(id_, near) for id_ in near}
        bottom = [c for c in loop if c.sets and all(c.id in reach[id_] for id_ in reach[c.id])] or [
            c for c in loop if c.sets
        ]
        starts = [c for c in bottom if c.at == first] or bottom
        self.banned |= {cover.id: first for cover in starts}

    def _needs(self, cover: Cover, other: Cover) -> bool:
        excluded = cover.group == other.group and cover.value != other.value and bool(cover.ends & other.ends)
        carriers = {self.covers[id_].key for some in cover.sets for id_ in some if id_ in self.covers}
        return excluded or other.key in carriers

    def depths(self, roots: Iterable[str]) -> dict[str, int]:
        """Return how many steps of evidence lie between each statement and the nearest of the roots."""
        resting: dict[str, list[str]] = defaultdict(list)
        for cover in self.covers.values():
            for id_ in dict.fromkeys(id_ for some in cover.sets for id_ in some):
                resting[id_].append(cover.id)
        ring = list(dict.fromkeys(roots))
        depths = dict.fromkeys(ring, 0)
        while ring:
            ring = list(dict.fromkeys(on for id_ in ring for on in resting[id_] if on not in depths))
            depths |= {id_: max(depths.values()) + 1 for id_ in ring}
        return depths


class _Fixpoint:
    """The least fixpoint: at first nothing that rests on evidence holds, then limits only rise."""

    def __init__(
        self, covers: Mapping[str, Cover], outside: Mapping[str, datetime], banned: Mapping[str, datetime]
    ) -> None:
        self.covers, self.banned = covers, banned
        self.standing = dict(outside)
        self.inside: dict[str, datetime] = {}
        self.limits = {id_: Limit(PAST, None) for id_, cover in covers.items() if cover.sets}
        self.of_value: dict[tuple[str, str], list[Cover]] = defaultdict(list)
        self.resting: dict[str, list[Cover]] = defaultdict(list)
        for cover in sorted(covers.values(), key=lambda c: (c.at, c.id)):
            self.of_value[cover.key].append(cover)
            for id_ in dict.fromkeys(id_ for some in cover.sets for id_ in some):
                self.resting[id_].append(cover)

    def run(self) -> dict[str, Limit]:
        """Return the limit of every statement that rests on evidence."""
        todo = dict.fromkeys(self.of_value)
        asked = dict.fromkeys(cover.id for cover in self.covers.values() if cover.sets)
        while todo or asked:
            for key in list(todo):
                del todo[key]
                asked |= dict.fromkeys(on.id for id_ in self._settled(key) for on in self.resting[id_])
            for id_ in list(asked):
                del asked[id_]
                if self._risen(self.covers[id_]):
                    todo[self.covers[id_].key] = None
        return self.limits

    def _risen(self, cover: Cover) -> bool:
        sets = [min((self._stands(id_, cover), id_) for id_ in some) for some in cover.sets]
        at, because = max(sets)
        if cover.id in self.banned and self.banned[cover.id] <= at:
            at, because = self.banned[cover.id], CYCLE
        known = self.limits[cover.id]
        self.limits[cover.id] = Limit(at, because)
        return at > known.at

    def _stands(self, id_: str, resting: Cover) -> datetime:
        """Until when a member of the evidence of a statement stands.

        If the member's own evidence is gone, a period of its value in which it starts stands for it, from its start on.
        """
        if id_ in self.inside and self.covers[id_].at <= resting.at:
            return self.inside[id_]
        return self.standing.get(id_, PAST)

    def _settled(self, key: tuple[str, str]) -> list[str]:
        """Derive the periods of a value; return the statements that stand longer than before."""
        limit = {c.id: self.limits[c.id].at if c.sets else FUTURE for c in self.of_value[key]}
        started = [(c, until) for c in self.of_value[key] if (until := c.until(limit[c.id])) is not None]
        runs: list[tuple[datetime, datetime, list[str]]] = []
        for cover, until in started:
            start, end, ids = runs[-1] if runs else (PAST, PAST, [])
            if not ids or cover.at > end or (cover.at == end and cover.seam):
                runs.append((cover.at, until, [cover.id]))
            else:
                runs[-1] = (start, max(end, until), [*ids, cover.id])
        standing = {c.id: min(c.at, limit[c.id]) for c in self.of_value[key]}
        for _, end, ids in runs:
            standing |= dict.fromkeys(ids, end)
        begun = {c.id for c, _ in started}
        within = {
            c.id: end for c in self.of_value[key] for start, end, _ in runs if start <= c.at < end and c.id not in begun
        }
        higher = [
            id_
            for id_, at in standing.items()
            if at > self.standing.get(id_, PAST) or within.get(id_, PAST) > self.inside.get(id_, PAST)
        ]
        self.inside |= within
        self.standing |= standing
        return higher


def _closure(start: str, near: Mapping[str, set[str]]) -> set[str]:
    todo, seen = list(near[start]), set[str]()
    while todo:
        if (id_ := todo.pop()) not in seen:
            seen.add(id_)
            todo += near[id_]
    return seen
