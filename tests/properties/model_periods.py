"""Fates into periods, in days: the reference for what a brain believes (docs/time.md, R2, R3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from graphmem.truth import statement as records
from graphmem.truth.statement import Condition, Event, Statement
from tests.properties.model import Fate, last_said, tell

EPOCH = datetime(2020, 1, 1, tzinfo=UTC)
FAR, PAST = 10**9, -(10**9)
"""Open, and since always."""
Pair = tuple[str, str]
"""A subject and a relation."""


@dataclass(frozen=True)
class Supposed:
    """A condition by names. `event` is None where a statement is to hold with a value, else what it waits for."""

    subject: str
    relation: str
    object: str | None = None
    event: Event | None = None


@dataclass(frozen=True)
class Said:
    """One statement about one subject and relation. Times are day numbers; `until` FAR = open.

    `n` names the statement as evidence; `evidence` is a list of sets of such names: (a and b) or c.
    """

    holds: bool
    value: str
    at: int
    until: int = FAR
    stated: bool = True
    occurred: int = 0
    confidence: float = 0.8
    event: bool = False
    plan: bool = False
    n: int = 0
    second: bool = False
    pair: Pair = ("", "")
    evidence: tuple[tuple[int, ...], ...] = ()
    text: str = ""
    verdict: tuple[str, str] | None = None
    conditions: tuple[Supposed, ...] = ()

    @property
    def words(self) -> frozenset[str]:
        """The words of its sentence beside the fact; without any, the sentence is that of the bare fact."""
        return frozenset(self.text.split())

    @property
    def basis(self) -> frozenset[str]:
        """The words of the sentence that a judge compared its own with: `verdict` is "same" or "refines", and that sentence."""
        return frozenset(self.verdict[1].split()) if self.verdict else frozenset()

    @property
    def details(self) -> frozenset[str]:
        """The words that count when sentences are compared (R11)."""
        if self.verdict is None:
            return self.words
        return self.basis if self.verdict[0] == "same" else self.words | self.basis


@dataclass(frozen=True)
class Period:
    """A value that holds in `[start, end)`; `why` says what cut it."""

    value: str
    start: int
    end: int
    why: str | None


class Cover(NamedTuple):
    """What one statement carries."""

    said: Said
    start: int
    end: int
    why: str | None


class Run(NamedTuple):
    """A period with its statements; `unsupported` are those that start in it and have no evidence any more."""

    period: Period
    members: tuple[Said, ...]
    unsupported: tuple[Said, ...] = ()
    covers: tuple[Cover, ...] = ()


Alone = Callable[[Pair], bool]
"""Whether a subject and relation have one value at a time."""
Ends = Callable[[str], set[str]]
"""The ends of a value; of one relation, values that share an end exclude each other."""


def day(number: int) -> datetime:
    """Return a day of the reference."""
    return {PAST: records.PAST, FAR: records.FUTURE}.get(number) or EPOCH + timedelta(days=number)


def periods(statements: list[Said], one: bool) -> set[Period]:
    """Return all periods that follow from the statements, in any order."""
    return {run.period for run in derived(statements, one)}


def symmetric_periods(statements: list[Said], one: bool) -> set[Period]:
    """A value is two ends, "a|b": with cardinality one it excludes every other value that shares an end with it."""
    return {run.period for run in derived(statements, one, lambda value: set(value.split("|")))}


def derived(statements: list[Said], one: bool, ends: Ends = lambda value: {""}) -> list[Run]:
    """Return all periods of one subject and relation, each with its statements."""
    return [run for _, run in derive(statements, lambda _: one, ends)]


def derive(statements: Sequence[Said], one: Alone, ends: Ends = lambda value: {""}) -> list[tuple[Pair, Run]]:
    """Return all periods, each with its pair and its statements; evidence and conditions may lead from one pair to another."""
    said = {f"{s.n:06}.{i:06}": s for i, s in enumerate(statements)}
    ids = {s.n: id_ for id_, s in said.items()}
    rows = [_row(id_, s, ids, one(s.pair), ends(s.value)) for id_, s in said.items()]
    fates = tell(rows).fates
    lost = [said[id_] for id_, fate in fates.items() if fate.silent in ("unsupported", "cycle")]
    runs = [_run(spell, said, lost) for spell in spells(rows, fates)]
    return [(run.members[0].pair, run) for run in runs]


def _run(spell: Spell, said: Mapping[str, Said], lost: Iterable[Said]) -> Run:
    first = said[spell.said.id]
    period = Period(first.value, _number(spell.start), _number(spell.end), spell.why)
    if not spell.covers:
        return Run(period, (first,))
    covers = tuple(Cover(said[id_], _number(start), _number(end), why) for start, end, why, id_ in spell.covers)
    fallen = [s for s in lost if (s.pair, s.value) == (first.pair, first.value) and period.start <= s.at < period.end]
    return Run(period, tuple(cover.said for cover in covers), tuple(fallen), covers)


def _row(id_: str, said: Said, ids: Mapping[int, str], alone: bool, ends: set[str]) -> Statement:
    """Return a statement as the model of fates takes it. An event of which only the day is known holds for that day."""
    (subject, relation), group = said.pair, " ".join(said.pair)
    until = said.at + 1 if said.event and said.holds and said.stated and said.until == FAR else said.until
    return Statement(
        id=id_,
        group=group if alone else f"{group} {said.value}",
        value=said.value,
        ends=frozenset(ends) if alone else frozenset(),
        subject=subject,
        relation=relation,
        object=said.value,
        key=said.value,
        occurred=day(said.occurred),
        at=day(said.at),
        until=day(until),
        action="holds" if said.holds else "ends",
        stated=said.stated,
        confidence=said.confidence,
        kind="event" if said.event else "plan" if said.plan else "state",
        second_hand=said.second,
        evidence=tuple(tuple(ids.get(n, "gone") for n in some) for some in said.evidence),
        holds_while=tuple(_condition(one) for one in said.conditions if one.event is None),
        starts_when=next((_condition(one) for one in said.conditions if one.event), None),
    )


def _condition(one: Supposed) -> Condition:
    return Condition(one.subject, one.relation, one.object, one.event or "changes")


def _number(moment: datetime) -> int:
    return {records.PAST: PAST, records.FUTURE: FAR}.get(moment, (moment - EPOCH).days)


# ------------------------------------------------------------------ fates into periods


class Spell(NamedTuple):
    """A value holds in `[start, end)`. `covers`: start, end, reason and id of what carries it; none of what yielded."""

    said: Statement
    start: datetime
    end: datetime
    why: str | None
    covers: tuple[tuple[datetime, datetime, str | None, str], ...] = ()


def spells(statements: Iterable[Statement], fates: Mapping[str, Fate]) -> list[Spell]:
    """Return all periods: covers of a value that overlap or touch are one, unless a stated end lies exactly at the seam."""
    said = {s.id: s for s in statements}
    found: list[Spell] = []
    values = sorted({(s.group, s.value) for s in said.values()})
    for place in values:
        mine = [(fates[s.id], s) for s in said.values() if (s.group, s.value) == place and s.id in fates]
        seams = {s.at for s in said.values() if s.action == "ends" and (s.group, s.value) == place}
        covers = [(fate.start, fate.end, fate.why, s.id) for fate, s in mine if fate.start and fate.end]
        runs: list[Spell] = []
        for start, end, why, id_ in sorted(covers, key=lambda c: (c[0], c[1], c[2] or "", c[3])):
            last = runs[-1] if runs else None
            if last and start <= last.end and not (start == last.end and start in seams):
                until, reason = (end, why) if end > last.end else (last.end, last.why)
                runs[-1] = Spell(last.said, last.start, until, reason, (*last.covers, (start, end, why, id_)))
            else:
                runs.append(Spell(said[id_], start, end, why, ((start, end, why, id_),)))
        found += runs
    return [*found, *_gaps(said, fates, found)]


def _gaps(said: Mapping[str, Statement], fates: Mapping[str, Fate], found: Sequence[Spell]) -> list[Spell]:
    """What yielded held some time before: from the end of what is known before to the start that it yielded to."""
    gaps = []
    yielded = [said[id_] for id_, fate in fates.items() if fate.silent == "yields"]
    plain = [s for s in yielded if not (s.evidence or s.holds_while or s.starts_when)]
    for to in sorted({fates[s.id].to or "" for s in plain}):
        s, x = max((s for s in plain if fates[s.id].to == to), key=last_said), said[to]
        before = [run.end for run in found if run.said.group == s.group and run.said.ends & s.ends and run.start < x.at]
        if max(before, default=records.PAST) < x.at:
            gaps.append(Spell(s, max(before, default=records.PAST), x.at, "superseded"))
    return gaps
