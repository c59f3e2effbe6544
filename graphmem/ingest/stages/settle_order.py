"""The order in which a commit settles the groups that it touches: one wave after another.

A group is what is settled together: the values of a subject and a relation that holds one at a time, or one value.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphmem.ingest.stages.commit_parts import NumberedParts

TouchedPair = tuple[str, str, str, int]
"""Subject id, relation, object id, and the number of the record."""


def settle_order(numbered: NumberedParts) -> list[list[TouchedPair]]:
    """The touched pairs in waves, in the order of their records.

    What two records touched in one group goes into different waves, since each record leaves a version of its own.
    """
    scopes = _scopes(numbered)
    waves: list[list[TouchedPair]] = []
    last: dict[tuple[str, ...], tuple[int, int]] = {}
    for pair in sorted((pair for changes in numbered.changes for pair in changes.pairs()), key=lambda pair: pair[3]):
        group, n = _group(pair, scopes), pair[3]
        wave, before = last.get(group, (-1, n))
        number = wave if wave >= 0 and before == n else wave + 1
        last[group] = (number, n)
        if number == len(waves):
            waves.append([])
        waves[number].append(pair)
    return waves


def pairs_to_settle(numbered: NumberedParts, touched: Sequence[TouchedPair]) -> list[dict[str, object]]:
    """Rows for settling with the commit, each with the ids of this commit's statements of the same value."""
    if not touched:
        return []
    stated: dict[tuple[str, str, str], list[str]] = {}
    for statement in numbered.statements:
        stated.setdefault(statement.triple, []).append(statement.id)
    return [
        {"subjectId": s, "relation": r, "objectId": o, "n": n, "said": stated.get((s, r, o), [])}
        for s, r, o, n in touched
    ]


def _scopes(numbered: NumberedParts) -> Mapping[str, str]:
    """What a group spans, for relations whose values may exclude each other or have no direction.

    `subject` or `object`: all values of that end; `all`: the whole relation; `either`: both directions of a value.
    """
    rules = [rule for changes in numbered.changes for rule in changes.rules.items()]
    single = {name for name, claim in rules if "one" in (claim.rule.cardinality, claim.claim.cardinality)}
    directed = {name: claim.rule.per for name, claim in rules if name in single}
    symmetric = {name for name, claim in rules if claim.rule.symmetric}
    return directed | {name: "all" if name in single else "either" for name in symmetric}


def _group(pair: TouchedPair, scopes: Mapping[str, str]) -> tuple[str, ...]:
    subject, relation, object_, _ = pair
    match scopes.get(relation):
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
