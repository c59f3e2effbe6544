"""Brains are created, listed, counted and kept apart."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.conftest import Api, assert_problem


async def test_a_brain_is_made_by_its_first_write(api: Api) -> None:
    assert_problem(await api.get(""), 404, "not_found")
    await api.fact("Ana", "likes", "tea")
    brain = (await api.get("")).json()
    assert set(brain) == {
        "name",
        "revision",
        "created_at",
        "last_recorded_at",
        "settings",
        "effective_settings",
        "stats",
    }
    assert (brain["name"], brain["revision"], brain["stats"]["facts"]) == (api.brain, 1, 1)
    assert brain["last_recorded_at"].endswith("Z")


async def test_a_brain_can_be_made_empty(api: Api) -> None:
    first, second = await api.client.put(api.at("")), await api.client.put(api.at(""), json={})
    assert (first.status_code, second.status_code) == (201, 200)
    assert first.json() == second.json()
    assert first.json()["last_recorded_at"] is None
    assert first.json()["stats"]["facts"] == 0


async def test_settings_are_made_changed_and_put_back(api: Api) -> None:
    made = await api.client.put(api.at(""), json={"auto_extract": False, "time_zone": "Asia/Tokyo"})
    assert made.status_code == 201
    assert own(made.json()) == {"auto_extract": False, "time_zone": "Asia/Tokyo"}
    changed = await api.client.patch(api.at(""), json={"mode": "raw", "time_zone": None})
    assert (changed.status_code, own(changed.json())) == (200, {"auto_extract": False, "mode": "raw"})
    assert own((await api.client.put(api.at(""))).json()) == {"auto_extract": False, "mode": "raw"}, (
        "no body, no change"
    )
    assert own((await api.client.put(api.at(""), json={"mode": "hybrid"})).json()) == {"mode": "hybrid"}
    assert own((await api.get("")).json()) == {"mode": "hybrid"}


def own(brain: dict[str, Any]) -> dict[str, Any]:
    """The settings that differ from those of the service."""
    return {name: value for name, value in brain["settings"].items() if value is not None}


async def test_a_brain_that_is_changed_first_is_made(api: Api) -> None:
    answer = await api.client.patch(api.at(""), json={"fuzzy_threshold": 0.9})
    assert (answer.status_code, own(answer.json())) == (200, {"fuzzy_threshold": 0.9})


@pytest.mark.parametrize(
    ("settings", "field"),
    [
        ({"auto_extracts": False}, "auto_extracts"),
        ({"host": "0.0.0.0"}, "host"),
        ({"mode": "verbatim"}, "mode"),
        ({"time_zone": "Mars/Olympus"}, "time_zone"),
        ({"extraction_threshold": 0}, "extraction_threshold"),
        ({"fuzzy_threshold": 1.5}, "fuzzy_threshold"),
        ({"models": {"poet": "gpt-4o"}}, "models.poet.[key]"),
        ({"instructions": "x" * 2_001}, "instructions"),
    ],
)
async def test_settings_that_are_not_usable_are_refused_and_nothing_is_made(
    api: Api, settings: dict[str, Any], field: str
) -> None:
    for method in ("PUT", "PATCH"):
        answer = await api.client.request(method, api.at(""), json=settings)
        assert_problem(answer, 422, "invalid_input", field)
    assert_problem(await api.get(""), 404, "not_found")


async def test_brains_are_listed_in_pages_by_name(api: Api) -> None:
    names = [f"{api.brain}-{n}" for n in range(3)]
    for name in names:
        await api.client.put(f"/v1/brains/{name}")
    first = (await api.client.get("/v1/brains", params={"cursor": api.brain, "limit": 2})).json()
    assert set(first) == {"brains", "next_cursor"}
    assert [b["name"] for b in first["brains"]] == names[:2]
    rest = (await api.client.get("/v1/brains", params={"cursor": first["next_cursor"], "limit": 1})).json()
    assert [b["name"] for b in rest["brains"]] == names[2:]


async def test_an_unknown_brain_counts_zero_and_lists_nothing(api: Api) -> None:
    stats = (await api.get("/stats")).json()
    assert (stats["brain"], stats["facts"], stats["episodes"]) == (api.brain, 0, {})
    for path, name in (("/facts", "facts"), ("/entities", "entities"), ("/episodes", "episodes")):
        assert (await api.get(path)).json() == {name: [], "next_cursor": None}
    assert_problem(await api.get(""), 404, "not_found")


async def test_stats_count_what_was_written(api: Api) -> None:
    await api.fact("Ana", "knows", "Bruno", object_is_entity=True)
    await api.post("/episodes", {"content": "hello", "skip_extraction": True})
    stats = (await api.get("/stats")).json()
    assert (stats["entities"], stats["facts"], stats["relations"]) == (2, 1, {"knows": 1})
    assert stats["episodes"] == {"stored": 1}
