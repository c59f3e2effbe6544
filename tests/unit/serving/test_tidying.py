"""The loop that tidies every hour."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, cast

import pytest

from graphmem.engine import Engine
from graphmem.models.hash_embedder import HashEmbedder
from graphmem.models.model_set import Models
from graphmem.models.none_extractor import NoneExtractor
from graphmem.serving.tidying import tidying
from graphmem.settings import Settings
from tests.unit.fake_graph import FakeGraph, Rows


async def test_an_unexpected_error_is_logged_and_the_next_hour_comes(
    caplog: pytest.LogCaptureFixture, test_settings: Settings
) -> None:
    again = asyncio.Event()

    def brains(_: Mapping[str, Any]) -> Rows:
        if graph.calls["api/retained_brains"] == 1:
            raise ValueError("nobody expects this")
        again.set()
        return []

    graph = FakeGraph({"api/retained_brains": brains})
    engine = Engine(cast("Any", graph), Models(NoneExtractor(), None, HashEmbedder()), test_settings)
    async with tidying(engine, every_sec=0.0):
        await asyncio.wait_for(again.wait(), 10)
    assert "tidying_stumbled" in caplog.text
