"""Limits on requests: per key, per process, per body."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from fastapi import FastAPI
from pydantic import SecretStr

from api.limits import Limits
from api.main import create_app
from graphmem.access.caller import EVERY_SCOPE, OWNER, Caller
from graphmem.graph.store import Store
from graphmem.memory import Memory
from graphmem.settings import Settings
from graphmem_contract.errors import TooManyRequests
from tests.api.conftest import Api, assert_problem, client_of

JSON = {"Content-Type": "application/json"}
OTHER = Caller("other", EVERY_SCOPE, key_id="k2")


def limited(memory: Memory, **changes: Any) -> Any:
    return client_of(create_app(memory.settings.with_overrides(**changes), memory))


def test_a_bucket_fills_at_its_rate_and_no_higher_than_its_burst(test_settings: Settings) -> None:
    now = 0.0
    limits = Limits(test_settings.with_overrides(rate_limit=2, rate_burst=3), lambda: now)
    for _ in range(3):
        limits.take(OWNER)
    with pytest.raises(TooManyRequests) as refused:
        limits.take(OWNER)
    assert refused.value.retry_after == pytest.approx(0.5)
    limits.take(OTHER)  # another key has a bucket of its own
    now = 0.5
    limits.take(OWNER)
    with pytest.raises(TooManyRequests):
        limits.take(OWNER)
    now = 1000.0
    for _ in range(3):
        limits.take(OWNER)
    with pytest.raises(TooManyRequests):
        limits.take(OWNER)


def test_without_a_rate_nothing_is_counted(test_settings: Settings) -> None:
    limits = Limits(test_settings)
    for _ in range(1000):
        limits.take(OWNER)
    assert not limits._buckets


async def test_who_asks_too_often_is_told_when_to_come_back(memory: Memory) -> None:
    async with limited(memory, rate_limit=0.1, rate_burst=2) as client:
        for _ in range(2):
            assert (await client.get("/v1/brains")).status_code == 200
        answer = await client.get("/v1/brains")
        problem = assert_problem(answer, 429, "too_many_requests")
        assert 1 <= int(answer.headers["Retry-After"]) <= 10
        assert problem["retry_after"] <= 10
        assert (await client.get("/health")).status_code == 200


async def test_strangers_take_nothing_from_a_keys_bucket(memory: Memory) -> None:
    async with limited(memory, rate_limit=0.1, rate_burst=1, admin_key=SecretStr("sesame")) as client:
        for _ in range(3):
            assert (await client.get("/v1/brains")).status_code == 401
        assert (await client.get("/v1/brains", headers={"Authorization": "Bearer sesame"})).status_code == 200
        assert (await client.get("/v1/brains", headers={"Authorization": "Bearer sesame"})).status_code == 429


async def test_more_than_so_many_at_once_are_turned_away_and_places_come_back(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside, go_on = asyncio.Semaphore(0), asyncio.Event()

    async def slow(*_: Any, **__: Any) -> list[Any]:
        inside.release()
        await go_on.wait()
        return []

    async with limited(memory, concurrent_requests=2) as client:
        monkeypatch.setattr(Store, "read", slow)
        under_way = [asyncio.create_task(client.get("/v1/brains")) for _ in range(2)]
        for _ in under_way:
            await inside.acquire()
        answer = await client.get("/v1/brains")
        assert_problem(answer, 429, "too_many_requests")
        assert answer.headers["Retry-After"] == "1"
        assert (await client.get("/health")).status_code == 200
        go_on.set()
        assert [one.status_code for one in await asyncio.gather(*under_way)] == [200, 200]
        for wrong in ("/v1/brains?x=1", "/v1/nothing", "/v1/brains"):
            assert (await client.get(wrong)).status_code != 429
        refused = [await client.post("/v1/dates:resolve", content=b"x") for _ in range(3)]
        assert {one.status_code for one in refused} == {415}
        assert (await client.get("/v1/brains")).status_code == 200


async def test_the_largest_body_is_a_setting(memory: Memory, api: Api) -> None:
    async with limited(memory, max_body_bytes=200) as client:
        body = {"subject": "Ana", "relation": "likes", "object": "x" * 200}
        assert_problem(await client.post(api.at("/facts"), json=body), 413, "too_large", "body")
        body["object"] = "tea"
        assert (await client.post(api.at("/facts"), json=body)).status_code == 201


async def test_an_address_is_one_line(api: Api) -> None:
    for path in ("/entities/Ana%0A", "/entities/Ana%0ABen/facts", "/facts/x%0A"):
        assert_problem(await api.get(path), 422, "invalid_input", "path")


def test_a_key_and_an_address_hold_a_bounded_number_of_places(test_settings: Settings) -> None:
    limits = Limits(test_settings.with_overrides(concurrent_requests=10, concurrent_per_caller=2))
    with limits.place("key a", "address 1"), limits.place("key b", "address 1"):
        with pytest.raises(TooManyRequests), limits.place("key c", "address 1"):
            pass
        with limits.place("key a", "address 2"), pytest.raises(TooManyRequests), limits.place("key a", "address 3"):
            pass
        with limits.place(), limits.place():
            pass
    assert not limits._held
    with limits.place("key a", "address 1"):
        pass


async def dripping(first: bytes) -> AsyncIterator[bytes]:
    yield first
    await asyncio.Event().wait()


async def test_a_body_that_does_not_arrive_is_answered_408_and_its_place_comes_back(memory: Memory, api: Api) -> None:
    async with limited(memory, body_sec=0.05, concurrent_requests=1) as client:
        for path in ("/facts", ":load-export"):
            answer = await client.post(api.at(path), content=dripping(b'{"subject":'), headers=JSON)
            assert_problem(answer, 408, "too_slow", "body")
        assert (await client.get("/v1/brains")).status_code == 200


async def test_an_import_that_stops_arriving_keeps_its_lines_and_ends_with_an_error(memory: Memory, api: Api) -> None:
    line = b'{"subject": "Ana", "relation": "likes", "object": "tea"}\n'
    async with limited(memory, body_sec=2) as client:
        answer = await client.post(api.at("/facts:import"), content=dripping(line + b'{"subject": '), headers=JSON)
    first, last = (json.loads(one) for one in answer.text.splitlines())
    assert first["effect"] == "added"
    assert last["line"] == 2
    assert "did not arrive" in last["error"]
    assert (await api.get("/facts")).json()["facts"][0]["object"] == "tea"


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("/entities", {"name": "Ana", "aliases": ["x"] * 201}, "aliases"),
        ("/episodes", {"content": "x", "tags": ["x"] * 1001}, "tags"),
        ("/episodes", {"content": "x", "recent_messages": ["x"] * 1001}, "recent_messages"),
        ("/episodes", {"messages": [{"content": "x"}] * 10_001}, "messages"),
        ("/episodes", {"content": "x", "extraction": {"entities": [{"name": "x"}] * 5001}}, "extraction.entities"),
        ("/facts", {"subject": "a", "relation": "r", "object": "b", "evidence_ids": ["x"] * 1001}, "evidence_ids"),
        ("/facts", {"subject": "a", "relation": "r", "object": "b", "evidence": [["x"]] * 1001}, "evidence"),
        ("/facts", {"subject": "a", "relation": "r", "object": "b", "episode_ids": ["x"] * 1001}, "episode_ids"),
        ("/recall", {"query": "x", "entities": ["x"] * 1001}, "entities"),
    ],
)
async def test_a_list_that_is_too_long_is_refused_with_its_limit(api: Api, path: str, body: Any, field: str) -> None:
    problem = assert_problem(await api.post(path, body), 422, "invalid_input", field)
    assert "at most" in problem["detail"]


def test_every_list_of_a_request_has_a_limit(app: FastAPI) -> None:
    """The bodies that the API describes: an array without `maxItems` is a list without a limit."""
    document = app.openapi()
    without: set[str] = set()

    def walk(schema: Any, path: str, seen: tuple[str, ...]) -> None:
        if "$ref" in schema:
            name = schema["$ref"].rsplit("/", 1)[1]
            if name not in seen:
                walk(document["components"]["schemas"][name], name, (*seen, name))
            return
        if schema.get("type") == "array" and "maxItems" not in schema:
            without.add(path)
        for name, part in schema.get("properties", {}).items():
            walk(part, f"{path}.{name}", seen)
        for key in ("anyOf", "oneOf", "allOf"):
            for part in schema.get(key, ()):
                walk(part, path, seen)
        if isinstance(schema.get("items"), dict):
            walk(schema["items"], f"{path}[]", seen)

    for item in document["paths"].values():
        for operation in item.values():
            content = operation.get("requestBody", {}).get("content", {}) if isinstance(operation, dict) else {}
            for media in content.values():
                walk(media.get("schema", {}), "", ())
            for parameter in operation.get("parameters", ()) if isinstance(operation, dict) else ():
                walk(parameter["schema"], parameter["name"], ())
    assert not without


async def test_ids_of_nothing_are_refused(api: Api) -> None:
    fact = await api.fact("Ana", "lives_in", "Porto")
    stated = {"subject": "Ana", "relation": "likes", "object": "tea", "episode_ids": ["nonsense"]}
    assert "no episode of this brain" in assert_problem(
        await api.post("/facts", stated), 422, "invalid_input", "episode_ids"
    )["detail"]  # fmt: skip
    episode = {"content": "Ana likes tea.", "extraction": {"facts": [stated]}}
    assert_problem(await api.post("/episodes", episode), 422, "invalid_input", "extraction.facts")
    line = (await api.post("/facts:import", stated)).json()
    assert "no episode of this brain" in line["error"]
    for successor in ("nonsense", fact["id"]):
        answer = await api.post(f"/facts/{fact['id']}:invalidate", {"superseded_by": successor})
        assert_problem(answer, 422, "invalid_input", "superseded_by")
    assert len((await api.get("/facts")).json()["facts"]) == 1
    assert (await api.get("/episodes")).json()["episodes"] == []
    other = await api.fact("Ana", "likes", "coffee")
    assert (await api.post(f"/facts/{fact['id']}:invalidate", {"superseded_by": other["id"]})).status_code == 200


async def test_relations_of_signs_stay_apart_and_a_week_is_no_time(api: Api) -> None:
    one, two = await api.fact("a", "->", "b"), await api.fact("a", "<-", "b")
    assert one["id"] != two["id"]
    assert one["relation"] != two["relation"]
    fact = {"subject": "a", "relation": "r", "object": "b", "valid_from": "2020-W01"}
    assert_problem(await api.post("/facts", fact), 422, "invalid_input", "valid_from")
