"""The cost of settling one fact does not grow with other facts of its entities."""

from __future__ import annotations

from typing import Any

import pytest
from neo4j import RoutingControl

from graphmem.brain import Brain
from graphmem.graph.statements import sent
from tests.story.telling import fact, only, tell


def hits(plan: dict[str, Any]) -> int:
    return int(plan.get("dbHits", 0)) + sum(hits(child) for child in plan.get("children", ()))


async def settling(brain: Brain, relation: str) -> int:
    """Database hits of settling Ana's fact with Bruno once more."""
    one = await only(brain, "Ana", relation, object="Bruno")
    pair = {"subjectId": one.subject_id, "relation": relation, "objectId": one.object_id, "recordedAt": one.recorded_at}
    given = {"brain": brain.name, "pairs": [{**pair, "among": None}], "vectors": {}, "deferred": True}
    text, packed = sent("procedures/settle", given)
    _, summary, _ = await brain.engine.store.driver.execute_query(
        f"PROFILE {text}", packed, routing_=RoutingControl.WRITE
    )
    assert summary.profile is not None
    return hits(summary.profile)


@pytest.mark.parametrize(("relation", "symmetric"), [("knows", True), ("visited", False)])
async def test_a_fact_of_somebody_with_many_is_settled_as_cheaply(brain: Brain, relation: str, symmetric: bool) -> None:
    await tell(brain, "2020-01-01", fact("Ana", relation, "Bruno"))
    await brain.set_relation(relation, cardinality="many", symmetric=symmetric)
    few = await settling(brain, relation)
    await tell(brain, "2021-01-01", *(fact("Ana", relation, f"Friend {n}") for n in range(30)))
    await tell(brain, "2021-01-01", *(fact(f"Guest {n}", relation, "Ana") for n in range(30)))
    assert await settling(brain, relation) <= few + 5
