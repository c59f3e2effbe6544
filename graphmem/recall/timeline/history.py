"""Answers about history: the values that something has had over time, the earliest first. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from graphmem.recall.ranking import FactCandidate, Scored


def changed_first(ranked: Sequence[Scored], candidates: Mapping[str, FactCandidate]) -> list[Scored]:
    """Return the same facts, with all values of what the question asks for in front of the others.

    That is the subject and relation of the best fact, if these have had several values; else the order stays.
    """
    keys = {one.id: (candidates[one.id].subject_id, candidates[one.id].relation) for one in ranked}
    asked = keys[ranked[0].id] if ranked else None
    if Counter(keys.values())[asked] < 2:  # type: ignore[index]
        return list(ranked)
    return sorted(ranked, key=lambda one: keys[one.id] != asked)


def in_order(ranked: Sequence[Scored], candidates: Mapping[str, FactCandidate]) -> list[Scored]:
    """Return the same facts, with those of one subject and relation together and the earliest first.

    They stand where the best of them stands. Each rank keeps its score.
    """
    groups: dict[tuple[str, str | None], list[Scored]] = {}
    for one in ranked:
        fact = candidates[one.id]
        groups.setdefault((fact.subject_id, fact.relation), []).append(one)
    told = [one for group in groups.values() for one in sorted(group, key=lambda f: (candidates[f.id].start, f.id))]
    return [one.moved_to(place.score, "history") for one, place in zip(told, ranked, strict=True)]
