"""The loop that runs scheduled upkeep."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, cast

import pytest

from graphmem.engine import Engine
from graphmem.models.hash_embedder import HashEmbedder
from graphmem.models.model_set import Models
from graphmem.models.none_extractor import NoneExtractor
from graphmem.serving.scheduled_upkeep import AT_ONCE, scheduled_upkeep
from graphmem.settings import Settings
from graphmem_contract.errors import DatabaseUnavailable
from tests.unit.fake_graph import FakeGraph, Rows


@pytest.mark.parametrize("error", [ValueError("nobody expects this"), DatabaseUnavailable("it is away")])
async def test_an_error_is_logged_and_the_loop_goes_on(
    error: Exception, caplog: pytest.LogCaptureFixture, test_settings: Settings
) -> None:
    asked_again = asyncio.Event()

    def due(_: Mapping[str, Any]) -> Rows:
        if graph.calls["upkeep/due_jobs"] <= AT_ONCE:
            raise error
        asked_again.set()
        return []

    graph = FakeGraph({"upkeep/due_jobs": due})
    engine = Engine(cast("Any", graph), Models(NoneExtractor(), None, HashEmbedder()), test_settings)
    async with scheduled_upkeep(engine, poll_sec=0.0):
        await asyncio.wait_for(asked_again.wait(), 10)
    assert ("upkeep_waits" if isinstance(error, DatabaseUnavailable) else "upkeep_stumbled") in caplog.text
