"""A relation is looked up under every name it may have."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from graphmem.graph.relation_names import names_of_relations
from graphmem.ontology import SYNONYMS
from tests.unit.fake_graph import FakeGraph


async def names(graph: FakeGraph, *relations: str) -> Sequence[str]:
    return await names_of_relations(graph, "b", relations)  # type: ignore[arg-type]


@pytest.mark.parametrize("relations", [(), ("works_at",), ("works_at", "Works At", "lives_in")])
async def test_seeds_need_no_read(relations: tuple[str, ...]) -> None:
    graph = FakeGraph()
    assert await names(graph, *relations) == sorted(set(map(str.lower, relations)) - {"works at"}, reverse=True)
    assert not graph.calls


async def test_a_synonym_is_sought_under_both_of_its_names() -> None:
    synonym, name = next(iter(SYNONYMS.items()))
    graph = FakeGraph()
    assert await names(graph, synonym) == [name, synonym]
    assert graph.parameters["explore/relation_names"] == [{"brain": "b", "names": [name, synonym]}]


async def test_an_unknown_relation_has_the_synonyms_that_a_person_set() -> None:
    graph = FakeGraph({"explore/relation_names": [{"name": "yodels_at"}, {"name": "sings_at"}]})
    assert await names(graph, "Yodels at", "works_at") == ["yodels_at", "works_at", "sings_at"]
    assert graph.parameters["explore/relation_names"][0]["names"] == ["yodels_at", "yodels_at"]
