"""The waits between attempts of a delivery, and the loop that delivers."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest

from graphmem.feed.delivery import FIRST_DELAY_SEC, LONGEST_DELAY_SEC, Deliverer, delay_sec, delivering
from tests.unit.fake_graph import FakeGraph, Rows


def test_a_wait_doubles_up_to_the_longest() -> None:
    for attempts, wanted in (
        (1, FIRST_DELAY_SEC),
        (2, 2 * FIRST_DELAY_SEC),
        (4, 8 * FIRST_DELAY_SEC),
        (40, LONGEST_DELAY_SEC),
    ):
        assert 0.8 * wanted <= delay_sec(attempts) <= 1.2 * wanted


def test_without_a_first_wait_there_is_none() -> None:
    assert delay_sec(5, 0.0) == 0.0


async def test_an_unexpected_error_is_logged_and_deliveries_go_on(caplog: pytest.LogCaptureFixture) -> None:
    asked_again = asyncio.Event()

    def due(_: Mapping[str, Any]) -> Rows:
        if graph.calls["webhooks/due"] == 1:
            raise ValueError("nobody expects this")
        asked_again.set()
        return []

    graph = FakeGraph({"webhooks/due": due})
    async with delivering(Deliverer(graph, poll_sec=0.0)):  # type: ignore[arg-type]
        await asyncio.wait_for(asked_again.wait(), 10)
    assert "webhooks_stumbled" in caplog.text
