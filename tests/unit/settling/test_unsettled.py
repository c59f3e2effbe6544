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


async def test_where_nothing_was_left_nothing_is_to_be_settled() -> None:
    assert await taken() == []
