"""Runs of statements with conditions: the reference of conditions, told in the days and runs of the reference of time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache

from graphmem.truth import statement as records
from graphmem.truth.statement import FUTURE, Condition, Event
from tests.properties.conditions_model import Fate, tell
from tests.properties.model import FAR, Cover, Pair, Run, Said, joined

EPOCH = datetime(2020, 1, 1, tzinfo=UTC)


def day(number: int) -> datetime:
    """Return a day of the reference."""
    return EPOCH + timedelta(days=number)


@dataclass(frozen=True)
class Supposed:
    """A condition by names. `event` is None where a statement is to hold with a value, else what it waits for."""

    subject: str
    relation: str
    object: str | None = None
    event: Event | None = None


@dataclass(frozen=True)
class Conditional:
    """A statement with its conditions."""

    said: Said
    conditions: tuple[Supposed, ...] = ()


@lru_cache(maxsize=256)
def conditional_runs(rows: tuple[Conditional, ...], ones: frozenset[str]) -> list[tuple[Pair, Run]]:
    """Return all periods of statements with conditions, each with its pair and its statements."""
    fates = tell([_said(row, ones) for row in rows]).fates
    ends = [row.said for row in rows if not row.said.holds]
    covers = [
        Cover(row.said, _number(fate.start), _number(fate.end), fate.why)
        for row in rows
        if (fate := fates.get(_id(row.said.n))) and fate.start and fate.end
    ]
    lost = [row.said for row in rows if _is_without_ground(fates.get(_id(row.said.n)))]
    runs: list[tuple[Pair, Run]] = []
    for pair, value in sorted({(cover.said.pair, cover.said.value) for cover in covers}):
        mine = [cover for cover in covers if (cover.said.pair, cover.said.value) == (pair, value)]
        seams = {end.at for end in ends if (end.pair, end.value) == (pair, value)}
        for run in joined(value, mine, seams):
            start, end = run.period.start, run.period.end
            fallen = [s for s in lost if (s.pair, s.value) == (pair, value) and start <= s.at < end]
            inside = tuple(cover for cover in mine if start <= cover.start and cover.end <= end)
            runs.append((pair, run._replace(unsupported=tuple(fallen), covers=inside)))
    return runs


def _is_without_ground(fate: Fate | None) -> bool:
    return fate is not None and fate.silent in ("unsupported", "cycle")


def _said(row: Conditional, ones: frozenset[str]) -> records.Statement:
    said, (subject, relation) = row.said, row.said.pair
    rests = tuple(_condition(one) for one in row.conditions if one.event is None)
    waits = next((_condition(one) for one in row.conditions if one.event), None)
    alone = relation in ones
    return records.Statement(
        id=_id(said.n),
        group=f"{subject} {relation}" if alone else f"{subject} {relation} {said.value}",
        value=said.value,
        ends=frozenset((relation,)) if alone else frozenset(),
        subject=subject,
        relation=relation,
        object=said.value,
        key=said.value,
        occurred=day(said.occurred),
        at=day(said.at),
        until=FUTURE if said.until == FAR else day(said.until),
        action="holds" if said.holds else "ends",
        stated=said.stated,
        confidence=said.confidence,
        kind="plan" if said.plan else "state",
        evidence=tuple(tuple(map(_id, some)) for some in said.evidence),
        holds_while=rests,
        starts_when=waits,
    )


def _condition(one: Supposed) -> Condition:
    return Condition(one.subject, one.relation, one.object, one.event or "changes")


def _id(n: int) -> str:
    return f"{n:06}"


def _number(moment: datetime | None) -> int:
    assert moment is not None
    return FAR if moment == FUTURE else (moment - EPOCH).days
