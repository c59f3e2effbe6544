"""Sources over REST: addresses with any name, dry runs, errors."""

from __future__ import annotations

from urllib.parse import quote

import httpx
import pytest

from graphmem.memory import Memory
from tests.api.conftest import Api, assert_problem

NAMES = ["slack/general", "a//b/", " space ", "Zoë 🙂", "a:retract", "a?b#c", "%2F", "..", "<script>"]


async def told(api: Api, source: str, object_: str) -> None:
    fact = {"subject": "Ana", "relation": "likes", "object": object_, "object_is_entity": False}
    answer = await api.post("/episodes", {"content": "x", "source": source, "extraction": {"facts": [fact]}})
    assert answer.status_code == 201, answer.text


def at(source: str, act: str = "") -> str:
    return f"/sources/{quote(source, safe='')}{act}"


async def objects(api: Api) -> list[str]:
    return sorted(fact["object"] for fact in (await api.get("/facts", relation="likes")).json()["facts"])


async def test_a_source_is_retracted_rehearsed_and_restored(api: Api) -> None:
    await told(api, "feed", "tea")
    shown = (await api.post(at("feed", ":retract"), {"dry_run": True})).json()
    assert (shown["statements"], shown["retraction_id"], await objects(api)) == (1, None, ["tea"])
    gone = (await api.post(at("feed", ":retract"))).json()
    assert set(gone) == {"changed", "statements", "denied", "recorded_at", "retraction_id"}
    assert await objects(api) == []
    (source,) = (await api.get("/sources")).json()["sources"]
    assert (source["name"], source["trust"], source["episodes"], source["facts"]) == ("feed", 1.0, 1, 0)
    assert source["retractions"][0]["retraction_id"] == gone["retraction_id"]
    back = await api.post(at("feed", ":restore"), {"retraction_id": gone["retraction_id"]})
    assert (back.json()["statements"], await objects(api)) == (1, ["tea"])
    assert_problem(await api.post(at("feed", ":restore")), 409, "nothing_to_restore")


@pytest.mark.parametrize("name", NAMES)
async def test_any_name_is_reached_by_its_encoded_form(api: Api, name: str) -> None:
    await told(api, name, "tea")
    assert [one["name"] for one in (await api.get("/sources")).json()["sources"]] == [name]
    assert (await api.post(at(name, ":retract"))).json()["statements"] == 1
    assert (await api.post(at(name, ":restore"))).json()["statements"] == 1
    if name != "..":  # a client takes such an address for another one
        answer = await api.client.put(api.at(at(name)), json={"trust": 0.5})
        assert (answer.json()["name"], answer.json()["trust"]) == (name, 0.5)


async def test_a_repeated_retraction_answers_as_the_first(api: Api) -> None:
    await told(api, "feed", "tea")
    first, second = [await api.post(at("feed", ":retract"), {}, key="once") for _ in range(2)]
    assert first.json() == second.json()


async def test_what_is_wrong_is_told(api: Api, memory: Memory) -> None:
    await told(api, "feed", "tea")
    assert_problem(await api.post(at("other", ":retract")), 404, "not_found")
    assert_problem(await api.post(at("feed", ":retract"), {"since": "yesterday"}), 422, "invalid_input", "since")
    assert_problem(await api.post(at("feed", ":restore"), {"retraction_id": "none"}), 404, "not_found")
    assert_problem(await api.client.put(api.at(at("feed")), json={"trust": 2}), 422, "invalid_input", "trust")
    assert_problem(await api.post("/sources/:retract"), 422, "invalid_input", "source")
    assert_problem(await api.get("/sources", limit=0), 422, "invalid_input", "limit")
    assert await objects(api) == ["tea"]


async def test_a_list_has_pages(api: Api) -> None:
    for name in ("a", "b", "c"):
        await told(api, name, name)
    first: httpx.Response = await api.get("/sources", limit=2)
    assert [one["name"] for one in first.json()["sources"]] == ["a", "b"]
    rest = await api.get("/sources", limit=2, cursor=first.json()["next_cursor"])
    assert ([one["name"] for one in rest.json()["sources"]], rest.json()["next_cursor"]) == (["c"], None)
