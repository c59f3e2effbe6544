"""The loop that tidies every hour."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest

from graphmem.engine import Engine
from graphmem.models.hash_embedder import HashEmbedder
from graphmem.models.model_set import Models
from graphmem.models.none_extractor import NoneExtractor
from graphmem.serving import tidying
from graphmem.settings import Settings
from tests.unit.fake_graph import FakeGraph


async def test_an_unexpected_error_is_logged_and_the_next_hour_comes(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, test_settings: Settings
) -> None:
    monkeypatch.setattr(tidying, "EVERY_SEC", 0.0)
    runs, again = list[Any](), asyncio.Event()

    async def stumbling(engine: Engine) -> None:
        runs.append(engine)
        if len(runs) == 1:
            raise ValueError("nobody expects this")
        again.set()

    monkeypatch.setattr(tidying, "tidy", stumbling)
    models = Models(NoneExtractor(), None, HashEmbedder())
    engine = Engine(cast("Any", FakeGraph()), models, test_settings)
    async with tidying.tidying(engine):
        await asyncio.wait_for(again.wait(), 10)
    assert "tidying_stumbled" in caplog.text
