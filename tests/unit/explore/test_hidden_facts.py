"""Hidden facts are found by name or id of their ends, as of a system time."""

from __future__ import annotations

from typing import Any

from graphmem.explore.hidden_facts import hidden_facts
from tests.unit.fake_graph import FakeGraph
from tests.unit.graph.rows import DAY, fact_row

FACTS = [
    {"row": fact_row("f1", subject="The Choir", subjectId="choir")},
    {"row": fact_row("f2", subject="Acme", subjectId="acme")},
]


async def found(**asked: Any) -> tuple[list[str], dict[str, Any]]:
    graph = FakeGraph({"forgetting/hidden_facts": FACTS})
    facts = await hidden_facts(graph, "b", DAY, **asked)  # type: ignore[arg-type]
    return [fact.id for fact in facts], dict(graph.parameters["forgetting/hidden_facts"][0])


async def test_a_subject_is_its_id_or_its_name_in_any_case() -> None:
    assert (await found())[0] == ["f1", "f2"]
    assert (await found(subject="the choir"))[0] == ["f1"]
    assert (await found(subject="acme"))[0] == ["f2"]
    assert (await found(subject="nobody"))[0] == []


async def test_a_relation_is_asked_for_by_its_own_name_and_that_of_its_synonym() -> None:
    _, given = await found(relation="employer")
    assert given["relations"] is not None
    assert len(given["relations"]) == 2
    assert (await found())[1]["relations"] is None


async def test_closed_facts_need_no_moment() -> None:
    assert (await found())[1]["at"] is not None
    assert (await found(include_closed=True))[1]["includeClosed"]
