"""Rows of a transaction have Python datetimes in UTC."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from neo4j import Record
from neo4j.graph import Graph, Node
from neo4j.time import Date, DateTime

from graphmem.graph.transaction import native, run
from tests.unit.fake_graph import FakeGraph, FakeTransaction

NOON = datetime(2025, 6, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize("zone", [UTC, ZoneInfo("UTC"), ZoneInfo("Europe/Berlin")])
def test_a_time_of_the_driver_is_a_datetime_in_python_utc(zone: Any) -> None:
    found = native(DateTime.from_native(NOON.astimezone(zone)))
    assert found == NOON
    assert found.tzinfo is UTC


def test_times_are_found_at_any_depth() -> None:
    moment = DateTime.from_native(NOON)
    assert native({"a": [moment, [1, {"b": moment}]], "c": "x"}) == {"a": [NOON, [1, {"b": NOON}]], "c": "x"}
    record = Record({"at": moment, "n": None}.items())  # type: ignore[no-untyped-call]
    assert native(record) == {"at": NOON, "n": None}


def test_a_local_time_stays_without_a_zone_and_a_date_becomes_one() -> None:
    assert native(DateTime(2025, 6, 1, 12)) == datetime(2025, 6, 1, 12)  # noqa: DTZ001
    assert native(Date(2025, 6, 1)) == date(2025, 6, 1)


def test_a_node_stays_a_node() -> None:
    node = Node(Graph(), "4:x:1", 1, ["Entity"], {"at": DateTime.from_native(NOON)})
    assert native(node) is node


async def test_a_statement_is_run_by_its_name_with_its_parameters() -> None:
    graph = FakeGraph({"transfer/load_lock": [{"untouched": True, "at": DateTime.from_native(NOON)}]})
    rows = await run(FakeTransaction(graph), "transfer/load_lock", brain="b")  # type: ignore[arg-type]
    assert rows == [{"untouched": True, "at": NOON}]
    assert graph.parameters["transfer/load_lock"] == [{"brain": "b"}]
