"""Settings of a brain are changed one by one or as a whole."""

from __future__ import annotations

import json
from typing import Any

import pytest

from graphmem.brain_settings import DEFAULTS
from graphmem.graph.settings_store import configure, settings_of
from graphmem.settings import Settings
from graphmem_contract.errors import InvalidInput
from tests.unit.fake_graph import FakeGraph

SERVICE = Settings(_env_file=None)  # type: ignore[call-arg]


def graph(stored: dict[str, Any] | None, *, created: bool = False) -> FakeGraph:
    text = json.dumps(stored) if stored is not None else None
    return FakeGraph({"api/brain": [{"settings": text}], "api/create_brain": [{"settings": text, "created": created}]})


async def change(fake: FakeGraph, changes: dict[str, Any], *, replace: bool = False) -> tuple[Any, bool]:
    return await configure(fake, SERVICE, "b", changes, replace=replace)  # type: ignore[arg-type]


async def test_an_unknown_brain_has_the_defaults() -> None:
    assert await settings_of(FakeGraph(), "b") == (DEFAULTS, ())  # type: ignore[arg-type]


async def test_an_invalid_stored_setting_is_left_out_with_a_warning() -> None:
    settings, warnings = await settings_of(graph({"language": "de", "mode": "magic"}), "b")  # type: ignore[arg-type]
    assert (settings.language, settings.mode, len(warnings)) == ("de", None, 1)


async def test_settings_that_are_not_named_stay_unless_all_are_replaced() -> None:
    fake = graph({"language": "de", "mode": "raw"})
    settings, created = await change(fake, {"mode": "hybrid"})
    assert (settings.changes, created) == ({"language": "de", "mode": "hybrid"}, False)
    settings, _ = await change(fake, {"mode": "hybrid"}, replace=True)
    assert settings.changes == {"mode": "hybrid"}


async def test_a_setting_is_taken_back_with_null_and_no_settings_are_stored_as_none() -> None:
    fake = graph({"language": "de"})
    settings, _ = await change(fake, {"language": None})
    assert settings.changes == {}
    assert fake.parameters["api/store_settings"][0]["settings"] is None


async def test_what_recall_needs_is_stored_beside_the_settings() -> None:
    fake = graph(None, created=True)
    _, created = await change(fake, {"language": "de", "min_confidence": 0.4})
    (kept,) = fake.parameters["api/store_settings"]
    assert (kept["minConfidence"], kept["folded"], created) == (0.4, True, True)
    assert json.loads(kept["settings"]) == {"language": "de", "min_confidence": 0.4}


async def test_a_wrong_setting_changes_nothing() -> None:
    fake = graph({})
    for changes in ({"colour": "red"}, {"mode": "magic"}):
        with pytest.raises(InvalidInput):
            await change(fake, changes)
    assert not fake.calls


@pytest.mark.parametrize("changes", [{"emotional_trends": False}, {"emotional_trends": None}])
async def test_emotional_trends_that_a_brain_no_longer_wants_are_retired(changes: dict[str, Any]) -> None:
    fake = graph({"emotional_trends": True})
    await change(fake, {"language": "de"})
    await change(fake, {"emotional_trends": True})
    assert "upkeep/retire_trends" not in fake.calls
    await change(fake, changes)
    assert fake.calls["upkeep/retire_trends"] == 1


async def test_a_brain_that_follows_a_service_with_emotional_trends_keeps_them() -> None:
    fake = graph({"emotional_trends": True})
    service = SERVICE.with_overrides(emotional_trends=True)
    await configure(fake, service, "b", {"emotional_trends": None})  # type: ignore[arg-type]
    assert "upkeep/retire_trends" not in fake.calls
    await configure(fake, service, "b", {"emotional_trends": False})  # type: ignore[arg-type]
    assert "upkeep/retire_trends" in fake.calls
