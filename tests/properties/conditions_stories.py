"""Random statements with conditions, evidence, plans, events and second hand, over relations of every kind."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from graphmem.conditions.records import FUTURE, PAST, Condition, Event, Said

EPOCH = datetime(2020, 1, 1, tzinfo=UTC)
DAYS = range(1, 10)
RELATIONS = ("lead", "place", "likes", "capital_of", "married_to", "sibling_of")
SYMMETRIC = ("married_to", "sibling_of")
SEVERAL = ("likes", "sibling_of")
PEOPLE = ("ana", "bo", "cy")
OUTSIDE = {"far": EPOCH + timedelta(days=5), "open": FUTURE}
EVENTS: tuple[Event, ...] = ("changes", "begins", "ends")


def day(number: float) -> datetime:
    """Return a day of the stories."""
    return EPOCH + timedelta(days=number)


def said(id_: str, subject: str, relation: str, object_: str, occurred: datetime) -> Said:
    """Return a statement in the group that its relation gives it; its start is assumed."""
    pair = "|".join(sorted((subject, object_)))
    several, symmetric = relation in SEVERAL, relation in SYMMETRIC
    group, value, ends = f"{subject} {relation}", object_, frozenset((relation,))
    if symmetric:
        group, value, ends = relation, pair, frozenset((subject, object_))
    elif relation == "capital_of":
        group, value = f"{relation} {object_}", subject
    if several:
        group, ends = f"{group} {value}", frozenset()
    key = pair if symmetric else value
    where = {"group": group, "value": value, "ends": ends, "key": key, "symmetric": symmetric}
    return Said(
        id_, subject=subject, relation=relation, object=object_, occurred=occurred, at=occurred, stated=False, **where
    )  # type: ignore[arg-type]


def story(draw: random.Random, *, evidence: bool = True, kinds: bool = True) -> list[Said]:
    """Return a few statements that are likely to concern each other."""
    relations = draw.sample(RELATIONS, draw.randint(1, 3))
    subjects = PEOPLE[: draw.choice([1, 1, 2])]
    return [_one(draw, str(n), relations, subjects, evidence=evidence, kinds=kinds) for n in range(draw.randint(2, 7))]


def _one(
    draw: random.Random, id_: str, relations: list[str], subjects: tuple[str, ...], *, evidence: bool, kinds: bool
) -> Said:
    subject, relation = draw.choice(subjects), draw.choice(relations)
    others = [name for name in PEOPLE if name != subject]
    made = said(id_, subject, relation, draw.choice(others), day(draw.choice(DAYS)))
    made = replace(made, confidence=draw.choice([0.6, 0.8]))
    if draw.random() < 0.5:
        made = replace(made, stated=True, at=draw.choice([PAST, *map(day, DAYS)]))
    if draw.random() < 0.15:
        return replace(made, action="ends", at=day(draw.choice(DAYS)), stated=True)
    if draw.random() < 0.25:
        made = replace(made, until=draw.choice([day(n) for n in range(2, 12) if day(n) > made.at]))
    if kinds:
        made = replace(made, second_hand=draw.random() < 0.15, kind=draw.choice(["state"] * 8 + ["event", "plan"]))
    if draw.random() < 0.35:
        made = replace(made, starts_when=_condition(draw, relations, subjects, draw.choice(EVENTS)))
    if draw.random() < 0.35:
        made = replace(
            made, holds_while=tuple(_condition(draw, relations, subjects) for _ in range(draw.choice([1, 1, 2])))
        )
    if evidence and draw.random() < 0.25:
        ids = [*map(str, range(8)), *OUTSIDE]
        made = replace(
            made, evidence=tuple(tuple(draw.sample(ids, draw.randint(1, 2))) for _ in range(draw.randint(1, 2)))
        )
    return made


def _condition(
    draw: random.Random, relations: list[str], subjects: tuple[str, ...], event: Event = "changes"
) -> Condition:
    return Condition(draw.choice(subjects), draw.choice(relations), draw.choice([None, *PEOPLE]), event)
