"""The loop that settles what procedures have left."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest

from graphmem.graph.vectors.bolt import bolt
from graphmem.models.hash_embedder import HashEmbedder
from graphmem.serving.settling import settle_left, settling
from graphmem_contract.errors import DatabaseUnavailable
from tests.unit.fake_graph import FakeGraph, Rows
from tests.unit.settling.groups import DAY, asked_for

EMBEDDER = HashEmbedder()
LEFT = {"subjectId": "ana", "relation": "works_at", "objectId": None}


def graph(*brains: str, **answers: Any) -> FakeGraph:
    lock = [{"recordedAt": DAY, "revision": 1, "unsettled": True}]
    rows = [{"brain": brain, "unsettled": True} for brain in brains]
    given: dict[str, Any] = {"truth/unsettled_brains": rows, "procedures/lock": lock, "truth/take_unsettled": [LEFT]}
    return FakeGraph({**given, **answers})


async def test_each_brain_with_something_left_is_settled_under_its_lock() -> None:
    store = graph("a", "b")
    assert await settle_left(store, EMBEDDER) == 2  # type: ignore[arg-type]
    assert [asked["brain"] for asked in store.parameters["procedures/lock"]] == ["a", "b"]
    assert asked_for(store) == [("subject", "works_at", "ana")] * 2
    assert store.calls["COMMIT"] == 2


async def test_where_nothing_is_left_no_lock_is_taken() -> None:
    store = graph()
    assert await settle_left(store, EMBEDDER) == 0  # type: ignore[arg-type]
    assert store.calls == {"truth/unsettled_brains": 1}


async def test_sentences_that_procedures_wrote_get_their_vectors_and_the_objects_that_they_made() -> None:
    said = {
        "id": "s",
        "text": "Ana works at Acme",
        "relation": "works_at",
        "subject": "Ana",
        "object": "Acme",
        "objectId": "acme",
    }
    value = {**said, "id": "t", "text": "Ana drinks tea", "object": "tea", "objectId": "tea"}
    rows = [{**said, "isEntity": True}, {**value, "isEntity": False}]
    store = graph(**{"truth/unsettled_brains": [{"brain": "a", "unsettled": False}], "truth/read_unread": rows})
    assert await settle_left(store, EMBEDDER) == 1  # type: ignore[arg-type]
    assert store.calls["procedures/lock"] == 0
    ((first, second),) = (asked["rows"] for asked in store.parameters["truth/write_vectors"])
    made = [first["vector"], first["objectVector"], second["vector"]]
    wanted = await EMBEDDER.embed(["Ana works at Acme", "Acme", "Ana drinks tea"])
    assert [vector.raw() for vector in made] == [bolt(vector).raw() for vector in wanted]
    assert (first["objectId"], second["objectId"]) == ("acme", None)


@pytest.mark.parametrize(
    ("error", "says"),
    [(DatabaseUnavailable("away"), "not_settled"), (ValueError("nobody expects this"), "settling_stumbled")],
)
async def test_after_an_error_it_is_tried_again(caplog: pytest.LogCaptureFixture, error: Exception, says: str) -> None:
    again = asyncio.Event()

    def brains(_: Mapping[str, Any]) -> Rows:
        if store.calls["truth/unsettled_brains"] == 1:
            raise error
        again.set()
        return []

    store = graph(**{"truth/unsettled_brains": brains})
    async with settling(store, EMBEDDER, every_sec=0.0):  # type: ignore[arg-type]
        await asyncio.wait_for(again.wait(), 10)
    assert says in caplog.text


async def test_the_loop_ends_with_the_block() -> None:
    store = graph()
    before = asyncio.all_tasks()
    async with settling(store, EMBEDDER, every_sec=0.0):  # type: ignore[arg-type]
        await asyncio.sleep(0)
    assert asyncio.all_tasks() == before
