"""The list of sources: its pages."""

from __future__ import annotations

import pytest

from graphmem.explore.source_list import list_sources, read_source, trust_of
from graphmem_contract.errors import InvalidInput, NotFound
from tests.unit.fake_graph import FakeGraph


def row(name: str) -> dict[str, object]:
    return {"name": name, "trust": 1.0, "episodes": 1, "facts": 2, "retractions": []}


async def test_the_last_name_of_a_page_is_its_cursor() -> None:
    store = FakeGraph({"sources/list": [row("a"), row("b"), row("c")]})
    page = await list_sources(store, "b", limit=2, cursor="0")  # type: ignore[arg-type]
    assert ([one.name for one in page], page.next_cursor) == (["a", "b"], "b")
    assert store.parameters["sources/list"] == [{"brain": "b", "after": "0", "limit": 3}]
    assert (await list_sources(store, "b", limit=3)).next_cursor is None  # type: ignore[arg-type]
    with pytest.raises(InvalidInput):
        await list_sources(store, "b", limit=0)  # type: ignore[arg-type]


async def test_an_unknown_source_is_not_there_and_is_trusted() -> None:
    store = FakeGraph()
    with pytest.raises(NotFound):
        await read_source(store, "b", "x")  # type: ignore[arg-type]
    assert [await trust_of(store, "b", name) for name in ("x", None)] == [1.0, 1.0]  # type: ignore[arg-type]
