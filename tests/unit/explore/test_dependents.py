"""The rings of dependents: each fact is asked for once, cycles end, and a large graph is cut."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphmem.explore.dependents import dependent_rows
from tests.unit.fake_graph import FakeGraph

Row = dict[str, Any]


def graph(links: Mapping[str, list[str]]) -> FakeGraph:
    """A graph of ground → dependents."""

    def ring(parameters: Mapping[str, Any]) -> list[Row]:
        found = ((ground, id_) for ground in parameters["facts"] for id_ in links.get(ground, ()))
        return [{"restsOn": ground, "factId": id_, "kind": "evidence"} for ground, id_ in found]

    return FakeGraph({"procedures/dependents": ring})


async def rows_of(links: Mapping[str, list[str]], **limit: int) -> tuple[list[tuple[str, str, int]], bool, FakeGraph]:
    store = graph(links)
    rows, truncated = await dependent_rows(store, "b", "a", **limit)  # type: ignore[arg-type]
    return [(row["factId"], row["restsOn"], row["depth"]) for row in rows], truncated, store


async def test_each_ring_asks_for_what_the_one_before_found() -> None:
    rows, truncated, store = await rows_of({"a": ["b", "c"], "b": ["d"], "c": ["d"]})
    assert rows == [("b", "a", 1), ("c", "a", 1), ("d", "b", 2), ("d", "c", 2)]
    assert not truncated
    assert [given["facts"] for given in store.parameters["procedures/dependents"]] == [["a"], ["b", "c"], ["d"]]


async def test_a_cycle_ends_and_its_last_link_is_told() -> None:
    rows, truncated, _ = await rows_of({"a": ["b"], "b": ["a", "b"]})
    assert rows == [("b", "a", 1), ("a", "b", 2), ("b", "b", 2)]
    assert not truncated


async def test_a_large_graph_is_cut_after_the_step_that_passes_the_limit() -> None:
    rows, truncated, _ = await rows_of({"a": ["b", "c", "d"], "d": ["e"]}, most=3)
    assert ([row[0] for row in rows], truncated) == (["b", "c", "d"], True)
