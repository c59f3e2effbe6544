"""What is added to the event of a commit."""

from __future__ import annotations

from graphmem.graph.change_event import LISTS, append
from tests.unit.fake_graph import FakeGraph, FakeTransaction


async def test_ids_are_added_once_under_the_name_of_their_kind() -> None:
    graph = FakeGraph()
    await append(FakeTransaction(graph), "b", {"entity.merged": ["x", "y", "x"], "fact.forgotten": []})  # type: ignore[arg-type]
    ((parameters),) = graph.parameters["feed/append_ids"]
    assert parameters == {"brain": "b", "ids": {"entitiesMerged": ["x", "y"]}}


async def test_without_an_id_nothing_is_sent() -> None:
    graph = FakeGraph()
    await append(FakeTransaction(graph), "b", {"entity.merged": []})  # type: ignore[arg-type]
    assert graph.calls == {}


def test_every_kind_has_a_list_of_its_own() -> None:
    assert len(set(LISTS.values())) == len(LISTS)
