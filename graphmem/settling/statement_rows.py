"""Rows of the graph as records of truth."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from graphmem.graph.transaction import Row
from graphmem.names.normalize import slug
from graphmem.truth.group import GroupPlace, GroupRule, rank_key
from graphmem.truth.statement import FUTURE, PAST, Condition, Statement


def rule_of(row: Row) -> GroupRule:
    """Return the rule of a relation from a row of truth/read_rules."""
    one, watched = row["cardinality"] == "one", bool(row["watched"])
    return GroupRule(one, row["per"] or "subject", bool(row["symmetric"]), watched)


def statement_of(
    row: Row, rule: GroupRule, where: GroupPlace, conditions: Sequence[tuple[bool, Condition]] = ()
) -> Statement:
    """Return a statement.

    Args:
        row: the properties of the node. conditions: each with whether the statement waits for it.
    """
    ends = row["action"] == "ends"
    return Statement(
        id=row["id"],
        group=where.group,
        value=where.value,
        ends=where.ends,
        subject=row["subjectId"],
        relation=row["relation"],
        object=row["objectId"],
        key=rank_key(rule, row["subjectKey"], row["objectKey"]),
        occurred=row.get("firstSaidAt") or row["occurredAt"],
        order=row.get("order") or 0,
        corrected=row["occurredAt"] if row.get("firstSaidAt") else None,
        at=row.get("at") or PAST,
        until=row.get("until") or FUTURE,
        action=row["action"],
        stated=bool(row.get("startStated")),
        confidence=row["confidence"],
        kind=row.get("kind") or "state",
        second_hand=row.get("secondHand") is not None,
        evidence=tuple(tuple(some.split("&")) for some in row.get("evidence") or ()),
        holds_while=tuple(condition for waits, condition in conditions if not waits),
        starts_when=next((condition for waits, condition in conditions if waits), None),
        symmetric=rule.symmetric,
        cause=(row.get("reason") or "retracted", row.get("closedBy") or row["id"]) if ends else None,
        fact_id=row.get("factId") or row["id"],
        recorded=row["recordedAt"],
        withdrawn=row.get("withdrawnAt") or FUTURE,
        away=tuple(row.get("away") or ()),
        text=row.get("text") or "",
        details=None if row.get("details") is None else tuple(row["details"]),
        verdict=None if row.get("verdict") is None else tuple(row["verdict"]),
        adds=row.get("adds") is not None,
        props=row,
    )


def conditions_of(
    rows: Iterable[Row], statements: Iterable[Row], rules: Mapping[str, GroupRule]
) -> dict[str, list[tuple[bool, Condition]]]:
    """Return the conditions by statement id, each with whether the statement waits for it.

    The object of a condition may have been a value when the condition was said, and may be an entity now.
    """
    known: dict[tuple[str, str], dict[str, str]] = {}
    for row in sorted(statements, key=lambda row: (row["occurredAt"], row["id"])):
        subject, relation, object_ = row["subjectId"], row["relation"], row["objectId"]
        _note(known, (subject, relation), object_, row.get("objectSaid"))
        if rules.get(relation, GroupRule()).symmetric:
            _note(known, (object_, relation), subject, row.get("subjectSaid"))
    found: dict[str, list[tuple[bool, Condition]]] = {}
    for row in rows:
        found.setdefault(row["statementId"], []).append((row["waits"], _condition(row, known)))
    return found


def _note(known: dict[tuple[str, str], dict[str, str]], key: tuple[str, str], object_: str, said: str | None) -> None:
    there = known.setdefault(key, {})
    there[object_] = object_
    there.setdefault(slug(said or ""), object_)


def _condition(row: Row, known: Mapping[tuple[str, str], Mapping[str, str]]) -> Condition:
    there: Mapping[str, str] = known.get((row["subjectId"], row["relation"]), {})
    object_: Any = row["objectId"]
    if object_ is not None:
        object_ = there.get(object_) or there.get(slug(row["objectSaid"] or "")) or object_
    return Condition(row["subjectId"], row["relation"], object_, row["event"] or "changes")
