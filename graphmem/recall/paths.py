"""How a fact was reached: the names and relations from the entity that the walk began at."""

from __future__ import annotations

from collections.abc import Mapping

from graphmem.contract.records import Fact
from graphmem.recall.ranking import FactCandidate


def way_to(candidate: FactCandidate, facts: Mapping[str, Fact]) -> tuple[str, ...]:
    """Names and relations in turn, from the start of the walk to the far end of the fact; empty where nobody walked.

    Args:
        facts: by id, the fact itself and, where it is two hops away, the one that was walked over.
    """
    way: tuple[str, ...] = ()
    at = candidate.seed
    for id_ in filter(None, (candidate.via, candidate.id)) if at else ():
        if id_ not in facts:
            return ()
        fact = facts[id_]
        forth = fact.subject_id == at
        near, far = (fact.subject, fact.object) if forth else (fact.object, fact.subject)
        way = (*(way or (near,)), fact.relation, far)
        at = fact.object_id if forth else fact.subject_id
    return way
