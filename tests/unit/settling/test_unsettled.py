"""What procedures have left is taken from the list once, and settled at the present change."""

from __future__ import annotations

from typing import Any

from graphmem.settling.pair import Pair
from graphmem.settling.unsettled import take
from tests.unit.fake_graph import FakeGraph, FakeTransaction
from tests.unit.settling.groups import DAY


async def taken(*rows: dict[str, Any]) -> list[Pair]:
    tx: Any = FakeTransaction(FakeGraph({"truth/take_unsettled": list(rows)}))
    return await take(tx, "b", DAY)


async def test_what_was_left_is_to_be_settled_at_the_present_change() -> None:
    one = {"subjectId": "ana", "relation": "works_at", "objectId": "acme"}
    assert await taken(one, {**one, "objectId": None}) == [
        Pair("ana", "works_at", "acme", DAY), Pair("ana", "works_at", None, DAY),
    ]  # fmt: skip


async def test_the_details_of_sentences_that_procedures_wrote_are_found_on_the_way() -> None:
    group = {"subjectId": "ana", "relation": "works_at", "objectId": "acme"}
    said = {
        "id": "s",
        "text": "Ana works at Acme as a cook.",
        "relation": "works_at",
        "subject": "Ana",
        "object": "Acme",
    }
    plain = {**said, "id": "t", "text": "Ana works at Acme."}
    store = FakeGraph({"truth/take_unsettled": [group], "truth/read_unread": [said, plain]})
    tx: Any = FakeTransaction(store)
    await take(tx, "b", DAY)
    (asked,) = store.parameters["truth/write_details"]
    assert asked["rows"] == [{"id": "s", "details": ["cook"]}, {"id": "t", "details": None}]


async def test_where_nothing_was_left_nothing_is_to_be_settled() -> None:
    assert await taken() == []
