"""The path of a fact found by walking: names and relations from the entity where the walk began."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphmem.recall.ranking import FactCandidate
from graphmem_contract.records import Fact


def way_of(candidate: FactCandidate, found: Mapping[str, FactCandidate]) -> Sequence[FactCandidate]:
    """Return the facts of the walk to a fact, in their order and with itself; nothing where it was not found by walking."""
    way: list[FactCandidate] = []
    at: FactCandidate | None = candidate if candidate.seed else None
    while at is not None and at not in way:
        way.insert(0, at)
        at = found.get(at.via) if at.via else None
    return way


def way_to(way: Sequence[FactCandidate], facts: Mapping[str, Fact]) -> tuple[str, ...]:
    """Return names and relations alternately, from the start of a walk to its far end; nothing where a fact of it is missing."""
    path: tuple[str, ...] = ()
    at = way[0].seed if way else None
    for step in way:
        fact = facts.get(step.id)
        if fact is None:
            return ()
        forward = fact.subject_id == at
        near, far = (fact.subject, fact.object) if forward else (fact.object, fact.subject)
        path = (*(path or (near,)), fact.relation, far)
        at = fact.object_id if forward else fact.subject_id
    return path
