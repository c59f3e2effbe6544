"""Covers into periods: what overlaps or touches is one period; what yielded is told for the gap before (R2, R3)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from graphmem.truth.statement import PAST, Statement

Value = tuple[str, str]
"""Group and value."""


@dataclass(frozen=True, slots=True)
class Cut:
    """Where a period ends and why; `by`: the value that superseded it, or the id of the cause. PAST < `at`; FUTURE: open."""

    at: datetime
    why: str | None = None
    by: str | None = None
    precision: str | None = None


@dataclass(frozen=True, slots=True)
class Cover:
    """What one statement carries: from `at` to its cut. `pending`: nothing is known yet of what it is to hold with."""

    said: Statement
    at: datetime
    cut: Cut
    pending: bool = False


@dataclass(frozen=True, slots=True)
class Period:
    """A value holds from `at` to its cut.

    Attributes:
        members: the covers that carry it.
        named: statements that may name its fact, each with its start: the members', and those that start in it although their
            evidence is gone.
        yielded: it tells only that the value held some time before; it carries nothing.
    """

    value: Value
    at: datetime
    cut: Cut
    members: tuple[Cover, ...]
    named: tuple[tuple[datetime, Statement], ...] = ()
    yielded: bool = False

    @property
    def ends(self) -> frozenset[str]:
        """What its value shares with the values that it excludes."""
        return self.members[0].said.ends


@dataclass(frozen=True, slots=True)
class Lost:
    """A statement without a cover. `to`: the statement that it yields to. `because`: what it rested on."""

    said: Statement
    why: str
    to: Statement | None = None
    because: str | None = None


def periods_of(covers: Iterable[Cover], lost: Sequence[Lost], ends: Iterable[Statement]) -> list[Period]:
    """Return the periods of one group, ordered by value and start; the gaps of what yielded come last."""
    seams: dict[str, set[datetime]] = defaultdict(set)
    for end in ends:
        seams[end.value].add(end.at)
    runs = _joined(covers, seams)
    found = [*runs, *_before(runs, lost)]
    fallen = [one.said for one in lost if one.why == "unsupported"]
    return [replace(run, named=(*((m.at, m.said) for m in run.members), *_starting(fallen, run))) for run in found]


def _starting(fallen: Iterable[Statement], run: Period) -> list[tuple[datetime, Statement]]:
    return [(said.at, said) for said in fallen if said.value == run.value[1] and run.at <= said.at < run.cut.at]


def _joined(covers: Iterable[Cover], seams: Mapping[str, set[datetime]]) -> list[Period]:
    """Join covers of a value that overlap or touch, unless a stated end lies exactly between them."""
    runs: list[_Run] = []
    for cover in sorted(covers, key=_order):
        value, last = cover.said.value, runs[-1] if runs else None
        if last and last.value == value and _goes_on(last.cut.at, cover.at, seams[value]):
            last.members.append(cover)
            last.cut = cover.cut if cover.cut.at > last.cut.at else last.cut
        else:
            runs.append(_Run(value, cover.cut, [cover]))
    return [
        Period((run.members[0].said.group, run.value), run.members[0].at, run.cut, tuple(run.members)) for run in runs
    ]


@dataclass
class _Run:
    value: str
    cut: Cut
    members: list[Cover] = field(default_factory=list)


def _goes_on(end: datetime, start: datetime, seams: set[datetime]) -> bool:
    return start < end or (start == end and start not in seams)


def _order(cover: Cover) -> tuple[str, datetime, datetime, str, str, str]:
    return cover.said.value, cover.at, cover.cut.at, cover.cut.why or "", cover.cut.by or "", cover.said.id


def _before(runs: Sequence[Period], lost: Iterable[Lost]) -> list[Period]:
    """What yielded held between the end of what is known before and the start that it yielded to; of several the last said."""
    last: dict[str, tuple[Lost, Statement]] = {}
    for one in lost:
        if one.why == "yields" and one.to is not None and not (one.said.evidence or one.said.conditional):
            known = last.get(one.to.id)
            if known is None or _said_last(one.said) > _said_last(known[0].said):
                last[one.to.id] = one, one.to
    found = []
    for one, to in last.values():
        earlier = [run.cut.at for run in runs if run.at < to.at and run.ends & one.said.ends]
        begun = max(earlier, default=PAST)
        if begun < to.at:
            cut = Cut(to.at, "superseded", to.value, to.props.get("atPrecision"))
            member = Cover(one.said, one.said.at, cut)
            found.append(Period((one.said.group, one.said.value), begun, cut, (member,), yielded=True))
    return found


def _said_last(said: Statement) -> tuple[datetime, int, float, str, datetime, str]:
    return *said.rank, said.at, said.id
