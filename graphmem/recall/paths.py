"""The path of a fact found by walking: names and relations from the entity where the walk began."""

from __future__ import annotations

from collections.abc import Mapping

from graphmem.recall.ranking import FactCandidate
from graphmem_contract.records import Fact


def way_to(candidate: FactCandidate, facts: Mapping[str, Fact]) -> tuple[str, ...]:
    """Return names and relations alternately, from the start of the walk to the far end of the fact.

    The path is empty where the fact was not found by walking.

    Args:
        facts: by id, the fact itself and, where it is two hops away, the fact in between.
    """
    path: tuple[str, ...] = ()
    at = candidate.seed
    for id_ in filter(None, (candidate.via, candidate.id)) if at else ():
        if id_ not in facts:
            return ()
        fact = facts[id_]
        forward = fact.subject_id == at
        near, far = (fact.subject, fact.object) if forward else (fact.object, fact.subject)
        path = (*(path or (near,)), fact.relation, far)
        at = fact.object_id if forward else fact.subject_id
    return path
