"""The order in which a commit settles the facts it touches: one wave after another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from graphmem.ingest.stages.commit_parts import NumberedParts

TouchedPair = tuple[str, str, str, int]
"""Subject, relation, object, and the number of the record."""


def pairs_to_settle(numbered: NumberedParts, touched: Sequence[TouchedPair]) -> list[dict[str, Any]]:
    """Pairs that are settled with the commit, each with the statements of this commit that may be all there is of it."""
    if not touched:
        return []
    stated: dict[tuple[str, str, str], list[str]] = {}
    for one in numbered.statements:
        stated.setdefault(one.triple, []).append(one.id)
    return [
        {"subjectId": s, "relation": r, "objectId": o, "n": n, "said": stated.get((s, r, o), [])}
        for s, r, o, n in touched
    ]


def _exclusive(numbered: NumberedParts) -> Mapping[str, str]:
    """Relations whose values may exclude each other or be one, with what decides it."""
    rules = [rule for changes in numbered.changes for rule in changes.rules.items()]
    single = {name for name, one in rules if "one" in (one.rule.cardinality, one.claim.cardinality)}
    directed = {name: one.rule.per for name, one in rules if name in single}
    return directed | {name: "all" if name in single else "either" for name, one in rules if one.rule.symmetric}


def settle_order(numbered: NumberedParts) -> list[list[TouchedPair]]:
    """What was touched, in the order of the records; what two records touched in one group goes into different waves."""
    exclusive = _exclusive(numbered)
    waves: list[list[TouchedPair]] = []
    last: dict[tuple[str, ...], tuple[int, int]] = {}
    for one in sorted((one for changes in numbered.changes for one in changes.pairs()), key=lambda one: one[3]):
        group, n = _group(one, exclusive), one[3]
        wave, before = last.get(group, (-1, n))
        number = wave if wave >= 0 and before == n else wave + 1
        last[group] = (number, n)
        if number == len(waves):
            waves.append([])
        waves[number].append(one)
    return waves


def _group(touched: TouchedPair, exclusive: Mapping[str, str]) -> tuple[str, ...]:
    subject, relation, object_, _ = touched
    match exclusive.get(relation):
        case "subject":
            return relation, "of", subject
        case "object":
            return relation, "to", object_
        case "all":
            return (relation,)
        case "either":
            return relation, *sorted((subject, object_))
        case _:
            return relation, subject, object_
