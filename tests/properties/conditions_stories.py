"""Random statements with conditions, evidence, plans, events and second hand, over relations of every kind."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from graphmem.truth.statement import PAST, Condition, Event, Statement

EPOCH = datetime(2020, 1, 1, tzinfo=UTC)
DAYS = range(1, 10)
RELATIONS = ("lead", "place", "likes", "capital_of", "married_to", "sibling_of")
SYMMETRIC = ("married_to", "sibling_of")
SEVERAL = ("likes", "sibling_of")
PEOPLE = ("ana", "bo", "cy")
EVENTS: tuple[Event, ...] = ("changes", "begins", "ends")


def day(number: float) -> datetime:
    """Return a day of the stories."""
    return EPOCH + timedelta(days=number)


def said(id_: str, subject: str, relation: str, object_: str, occurred: datetime) -> Statement:
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
    return Statement(
        id_, subject=subject, relation=relation, object=object_, occurred=occurred, at=occurred, stated=False, **where
    )  # type: ignore[arg-type]


def story(draw: random.Random, *, evidence: bool = True, kinds: bool = True) -> list[Statement]:
    """Return a few statements that are likely to concern each other."""
    relations = draw.sample(RELATIONS, draw.randint(1, 3))
    subjects = PEOPLE[: draw.choice([1, 1, 2])]
    return [_one(draw, str(n), relations, subjects, evidence=evidence, kinds=kinds) for n in range(draw.randint(2, 7))]


def _one(
    draw: random.Random, id_: str, relations: list[str], subjects: tuple[str, ...], *, evidence: bool, kinds: bool
) -> Statement:
    subject, relation = draw.choice(subjects), draw.choice(relations)
    others = [name for name in PEOPLE if name != subject]
    made = said(id_, subject, relation, draw.choice(others), day(draw.choice(DAYS)))
    made = replace(made, confidence=draw.choice([0.6, 0.8]), order=draw.choice([0, 0, 0, 1, 2]))
    if draw.random() < 0.3:
        made = replace(made, corrected=day(draw.choice(range(9, 15))))
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
        ids = [*map(str, range(8))]
        made = replace(
            made, evidence=tuple(tuple(draw.sample(ids, draw.randint(1, 2))) for _ in range(draw.randint(1, 2)))
        )
    return made


def _condition(
    draw: random.Random, relations: list[str], subjects: tuple[str, ...], event: Event = "changes"
) -> Condition:
    return Condition(draw.choice(subjects), draw.choice(relations), draw.choice([None, *PEOPLE]), event)


DEEPEST = 8
"""Levels of the longest chain."""


def chain(draw: random.Random, name: str = "c") -> list[Statement]:
    """Return a chain of up to eight levels, each of which rests on the one below it or waits for it; often it is a cycle.

    What the lowest level says changes or ends; some of it is told late.
    """
    depth = draw.randint(1, DEEPEST)
    told = [_plain(draw, f"{name}-0"), _plain(draw, f"{name}-0"), *_told_late(draw, name, depth)]
    for level in range(1, depth + 1):
        below = f"{name}-{level - 1}"
        told += [_linked(draw, f"{name}-{level}", below, f"{name}-0") for _ in range(draw.choice([1, 1, 2]))]
    if draw.random() < 0.4:
        told.append(_linked(draw, f"{name}-0", f"{name}-{depth}", f"{name}-{draw.randint(0, depth)}"))
    return [replace(said, id=f"{name}.{n:02}", kind=_kind(said)) for n, said in enumerate(told)]


def _kind(said: Statement) -> str:
    """A statement whose start lies ahead of it is a plan."""
    return "plan" if said.action == "holds" and said.at > said.occurred else "state"


def _plain(draw: random.Random, subject: str) -> Statement:
    made = said("", subject, "lead", draw.choice(PEOPLE), day(draw.choice(DAYS)))
    if draw.random() < 0.7:
        made = replace(made, stated=True, at=draw.choice([PAST, *map(day, DAYS)]))
    return replace(made, until=day(11)) if draw.random() < 0.2 else made


def _told_late(draw: random.Random, name: str, depth: int) -> list[Statement]:
    if draw.random() < 0.5:
        return []
    subject, value, spoken = f"{name}-{draw.randint(0, depth)}", draw.choice(PEOPLE), day(draw.choice(DAYS))
    made = replace(said("", subject, "lead", value, spoken), stated=True, at=day(draw.choice(DAYS)))
    return [replace(made, action="ends") if draw.random() < 0.4 else made]


def _linked(draw: random.Random, subject: str, below: str, other: str) -> Statement:
    made = said("", subject, "lead", draw.choice(PEOPLE), day(draw.choice(DAYS)))
    if draw.random() < 0.3:
        made = replace(made, stated=True, at=day(draw.choice(DAYS)))

    def link(to: str) -> Condition:
        return Condition(to, "lead", draw.choice([None, None, *PEOPLE]), draw.choice(EVENTS))

    rests = [link(below)] if draw.random() < 0.5 else []
    if draw.random() < 0.15:
        rests.append(link(other))
    return replace(made, holds_while=tuple(rests), starts_when=None if rests and draw.random() < 0.8 else link(below))
