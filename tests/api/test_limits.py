"""Limits on requests: per key, per process, per body."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from pydantic import SecretStr

from api.limits import Limits
from api.main import create_app
from graphmem.access.caller import EVERY_SCOPE, OWNER, Caller
from graphmem.errors import TooManyRequests
from graphmem.graph.store import Store
from graphmem.memory import Memory
from graphmem.settings import Settings
from tests.api.conftest import Api, assert_problem, client_of

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
