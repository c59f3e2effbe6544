"""The walker checks its range, pages a walk and turns rows into steps; the graph is a fake."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from graphmem.explore.walker import Walker
from graphmem_contract.errors import InvalidInput
from tests.unit.fake_graph import FakeGraph
from tests.unit.graph.rows import DAY, entity_row, fact_row

ANA = {"explore/entity": [{"entity": entity_row()}]}
LATER = DAY + timedelta(days=30)


def walker(graph: FakeGraph) -> Walker:
    return Walker(graph, "b")  # type: ignore[arg-type]


@pytest.mark.parametrize("fields", [{"hops": 0}, {"hops": 5}, {"direction": "up"}, {"limit": 0}, {"limit": 1001}])
async def test_a_walk_out_of_range_is_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput):
        await walker(FakeGraph(ANA)).neighbours("Ana", **fields)


@pytest.mark.parametrize("hops", [0, 7])
async def test_a_path_out_of_range_is_refused(hops: int) -> None:
    with pytest.raises(InvalidInput, match="hops is 1 to 6"):
        await walker(FakeGraph(ANA)).path("Ana", "Acme", hops=hops)


def walked(*ids: str) -> list[dict[str, Any]]:
    step = {"name": "Annie", "was": ["Ana"], "until": [LATER]}
    return [{"row": fact_row(id_), "entity": None, "hops": 1, "path": [step]} for id_ in ids]


async def test_pages_of_a_walk_show_the_moment_of_the_first() -> None:
    graph = FakeGraph({**ANA, "explore/neighbours": walked("f1", "f2", "f3")})
    first = await walker(graph).neighbours_page("Ana", limit=2, valid_at=DAY, known_at=LATER)
    second = await walker(graph).neighbours_page("Ana", limit=2, cursor=first.next_cursor)
    assert [one.fact.id for one in (*first, *second)] == ["f1", "f2", "f3"]
    assert second.next_cursor is None
    one, other = graph.parameters["explore/neighbours"]
    assert (one["validAt"], one["knownAt"]) == (other["validAt"], other["knownAt"]) == (DAY, LATER)
    assert (one["limit"], other["limit"]) == (3, 5)


async def test_a_step_has_the_name_of_its_system_time() -> None:
    graph = walker(FakeGraph({**ANA, "explore/neighbours": walked("f")}))
    assert (await graph.neighbours("Ana"))[0].path == ("Annie",)
    assert (await graph.neighbours("Ana", known_at=DAY))[0].path == ("Ana",)


async def test_a_path_has_the_names_and_the_facts_along_it() -> None:
    names = [{"name": name, "was": None, "until": None} for name in ("Ana", "works_at", "Acme")]
    graph = FakeGraph({**ANA, "explore/path": [{"names": names, "rows": [fact_row("f")]}]})
    (route,) = await walker(graph).path("Ana", "Acme")
    assert (route.names, [fact.id for fact in route.facts]) == (("Ana", "works_at", "Acme"), ["f"])
