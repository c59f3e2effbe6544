"""Brains: made, listed, counted, kept apart."""

from __future__ import annotations

from tests.api.conftest import Api, assert_problem


async def test_a_brain_is_made_by_its_first_write(api: Api) -> None:
    assert_problem(await api.get(""), 404, "not_found")
    await api.fact("Ana", "likes", "tea")
    brain = (await api.get("")).json()
    assert set(brain) == {"name", "revision", "created_at", "last_recorded_at", "stats"}
    assert (brain["name"], brain["revision"], brain["stats"]["facts"]) == (api.brain, 1, 1)
    assert brain["last_recorded_at"].endswith("Z")


async def test_a_brain_can_be_made_empty(api: Api) -> None:
    first, second = await api.client.put(api.at("")), await api.client.put(api.at(""), json={})
    assert (first.status_code, second.status_code) == (201, 200)
    assert first.json() == second.json()
    assert first.json()["last_recorded_at"] is None
    assert first.json()["stats"]["facts"] == 0


async def test_settings_that_do_not_exist_yet_are_refused(api: Api) -> None:
    answer = await api.client.put(api.at(""), json={"auto_extract": False})
    assert_problem(answer, 422, "invalid_input", "auto_extract")
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
