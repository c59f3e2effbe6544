"""Statements of the tests, and what became of them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from graphmem.truth.component import Component
from graphmem.truth.dependence import needs_of
from graphmem.truth.derive import derive
from graphmem.truth.derived_fact import Derivation, DerivedFact
from graphmem.truth.heard import unheard
from graphmem.truth.statement import FUTURE, PAST, Condition, Event, Outcome, Statement
from graphmem.truth.walk import Timeline, complete, walk

SEVERAL = "many_"
"""Relations whose names begin so have several values at a time."""


def day(number: float) -> datetime:
    """Return a day; the whole tests play within a month."""
    return datetime(2026, 3, 1, tzinfo=UTC) + timedelta(days=number - 1)


def say(id_: str, fact: str, occurred: float, at: float | datetime | None = None, **fields: Any) -> Statement:
    """Return a statement: "club coach Emeka", said on a day. `at`: its stated start; without it the start is assumed."""
    subject, relation, object_ = fact.split()
    several = relation.startswith(SEVERAL)
    start = day(occurred) if at is None else at if isinstance(at, datetime) else day(at)
    if isinstance(fields.get("until"), int | float):
        fields["until"] = day(fields["until"])
    given: dict[str, Any] = {
        "group": f"{subject} {relation} {object_}" if several else f"{subject} {relation}",
        "value": object_,
        "key": object_,
    }
    given |= {"ends": frozenset() if several else frozenset((relation,)), "stated": at is not None, **fields}
    return Statement(id_, subject=subject, relation=relation, object=object_, occurred=day(occurred), at=start, **given)


def tell(id_: str, fact: str, occurred: float, at: float | datetime | None = None, **fields: Any) -> Statement:
    """Return a statement with all that a fact takes over from it; it was stored when it was said."""
    subject, relation, object_ = fact.split()
    props: dict[str, Any] = {
        "subjectSaid": subject,
        "objectSaid": object_,
        "atPrecision": "day",
        "untilPrecision": "day",
    }
    props |= {"episodeIds": [f"episode {id_}"], "kind": "state", **fields.pop("props", {})}
    given = {"fact_id": id_, "recorded": day(occurred), "text": f"{subject} {relation} {object_}, says {id_}."}
    return say(id_, fact, occurred, at, **{**given, **fields}, props=props)


def end(id_: str, fact: str, at: float, occurred: float | None = None, **fields: Any) -> Statement:
    """Return a stated end."""
    return say(id_, fact, at if occurred is None else occurred, at, action="ends", **fields)


def on(place: str, object_: str | None = None, event: Event = "changes") -> Condition:
    """Return a condition on "club coach"."""
    subject, relation = place.split()
    return Condition(subject, relation, object_, event)


def told(*statements: Statement) -> dict[str, Outcome]:
    """Return the outcomes of the walk."""
    return walk(statements).outcomes


def cover(outcome: Outcome) -> tuple[float | None, float | None, str | None]:
    """Return start, end and reason of a cover; None: since always, or open."""
    assert outcome.at is not None, outcome
    assert outcome.until is not None
    return number(outcome.at), number(outcome.until), outcome.why


def covers(*statements: Statement) -> dict[str, tuple[float | None, float | None, str | None]]:
    """Return the covers of those statements that have one."""
    return {id_: cover(outcome) for id_, outcome in told(*statements).items() if outcome.at}


def silent(*statements: Statement) -> dict[str, tuple[str, str | None]]:
    """Return why statements have no cover, and because of what."""
    return {id_: (o.silent, o.to) for id_, o in told(*statements).items() if o.silent}


def held(t: float, *statements: Statement) -> set[str]:
    """Return the facts that hold on a day."""
    found = told(*statements)
    now = [s for s in statements if s.id in found and (o := found[s.id]).at and o.until and o.at <= day(t) < o.until]
    return {f"{s.relation} {s.object}" for s in now}


Told = tuple[str, float | None, float | None, str | None]
"""Object, start, end, and why it ended; None: since always, or open."""


def derived(*statements: Statement) -> Derivation:
    """Return what follows from statements."""
    return derive(statements)


def facts(*statements: Statement) -> list[Told]:
    """Return the facts that follow, each with its period."""
    return [told_of(fact) for fact in derive(statements).facts]


def told_of(fact: DerivedFact) -> Told:
    """Return the object and the period of a fact."""
    start, stop = fact.rest["tStart"], fact.rest["tEnd"]
    return fact.object, number(start), number(stop), fact.content["closedReason"]


def component(*statements: Statement) -> Component:
    """Return the statements, indexed."""
    return Component(statements, unheard(statements), needs_of(statements))


def timeline(*statements: Statement) -> Timeline:
    """Return the finished walk of one component."""
    return complete(component(*statements), {})


def number(t: datetime) -> float | None:
    """Return the number of a day; None: since always, or open."""
    return None if t in (PAST, FUTURE) else (t - day(1)) / timedelta(days=1) + 1
