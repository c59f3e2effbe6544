"""Items over REST: exact values, scopes, repeated requests, errors."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.api.conftest import Api, assert_problem

EXACT = '{"z":[1.0,-0.0,1e+300,1180591620717411303424,true,null,"é\\u2028\\ud83d\\udc1d"],"a":{"":{}}}'


def item(key: str, value: Any = 1, *path: str, **more: Any) -> dict[str, Any]:
    return {"path": list(path), "key": key, "value": value, **more}


async def put(api: Api, *items: dict[str, Any], key: str | None = None) -> Any:
    headers = {"Idempotency-Key": key} if key else {}
    return await api.client.put(api.at("/items"), json={"items": items}, headers=headers)


async def test_a_value_comes_back_as_it_was_sent(api: Api) -> None:
    stored = await put(api, item("k", json.loads(EXACT), "a/b", text="words"))
    assert stored.status_code == 200, stored.text
    (state,) = stored.json()["items"]
    assert set(state) == {"path", "key", "version", "created_at", "updated_at", "expires_at", "ttl_sec"}
    answer = await api.post("/items:get", {"items": [{"path": ["a/b"], "key": "k"}, {"key": "k"}]})
    found, none = answer.json()["items"]
    assert none is None
    assert repr(found["value"]) == repr(json.loads(EXACT))
    (searched,) = (await api.post("/items:search", {"query": "words", "filter": {"a": {"": {}}}})).json()["items"]
    assert searched["value"] == found["value"]
    assert searched["score"] > 0.9
    assert (await api.post("/items:paths", {})).json() == {"paths": [["a/b"]]}


async def test_a_repeated_put_is_one_version(api: Api) -> None:
    first, second = [await put(api, item("k", 1), key="once") for _ in range(2)]
    assert first.json() == second.json()
    assert (await put(api, item("k", 2))).json()["items"][0]["version"] == 2
    assert_problem(await put(api, item("k", 2, if_version=1)), 409, "conflict", "if_version")


async def test_delete_and_clear(api: Api) -> None:
    await put(api, item("a", 1, "p"), item("b", 1, "p"), item("c", 1, "q"))
    assert (await api.post("/items:delete", {"items": [{"path": ["p"], "key": "a"}]})).json() == {"deleted": 1}
    assert (await api.post("/items:clear", {"path": ["p"], "forget": True})).json() == {"deleted": 1}
    assert_problem(await api.post("/items:clear", {}), 422, "invalid_input", "path")
    assert (await api.post("/items:paths", {})).json() == {"paths": [["q"]]}


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"items": [{"key": "k"}]}, "items.0.value"),
        ({"items": [{"key": "", "value": 1}]}, "items.0.key"),
        ({"items": [{"key": "k", "value": 1, "colour": "red"}]}, "items.0.colour"),
        ({"items": [{"key": "k", "value": 1, "path": "notes"}]}, "items.0.path"),
    ],
)
async def test_an_unusable_item_is_refused(api: Api, body: dict[str, Any], field: str) -> None:
    assert_problem(await api.client.put(api.at("/items"), json=body), 422, "invalid_input", field)


async def test_an_unknown_operator_is_refused(api: Api) -> None:
    assert_problem(await api.post("/items:search", {"filter": {"n": {"$in": [1]}}}), 422, "invalid_input", "filter")
