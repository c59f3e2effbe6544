"""Keys with brains and scopes: created, listed, rotated and revoked over REST, and limited to what they allow."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from pydantic import SecretStr
from uuid_utils import uuid4

from api.main import create_app
from graphmem.access.keyring import TRUST_SECONDS
from graphmem.access.keys import Keys
from graphmem.memory import Memory
from graphmem_contract.errors import SetupError
from tests.api.conftest import assert_problem, client_of

ADMIN = {"Authorization": "Bearer the-admin-key"}
EVERYTHING_ABOUT_KEYS = "MATCH (k:ApiKey) WHERE k.id IN $ids RETURN properties(k) AS kept"


def bearer(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"}


@pytest.fixture
def keyed(memory: Memory) -> FastAPI:
    return create_app(memory.settings.model_copy(update={"admin_key": SecretStr("the-admin-key")}), memory)


@pytest.fixture
async def door(keyed: FastAPI, keys_removed: None) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a service with keys; the keys are removed afterwards."""
    async with client_of(keyed) as client:
        yield client


async def made(door: httpx.AsyncClient, **asked: Any) -> dict[str, Any]:
    body = {"name": "a test", "brains": ["*"], "scopes": ["memory:read"], **asked}
    answer = await door.post("/v1/keys", json=body, headers=ADMIN)
    assert answer.status_code == 201, answer.text
    assert answer.headers["Cache-Control"] == "no-store"
    return dict(answer.json())


async def test_a_key_is_told_once_and_only_its_hash_is_kept(door: httpx.AsyncClient, memory: Memory) -> None:
    key = await made(door, brains=["ana", "ana"], scopes=["memory:write", "memory:read"])
    assert key["key"].startswith(key["prefix"])
    assert len(key["key"]) > len(key["prefix"]) + 30
    assert (key["brains"], key["scopes"]) == (["ana"], ["memory:read", "memory:write"])
    listed = (await door.get("/v1/keys?limit=1000", headers=ADMIN)).json()["keys"]
    assert [one for one in listed if one["id"] == key["id"]] == [{k: v for k, v in key.items() if k != "key"}]
    kept, _, _ = await memory.store.driver.execute_query(EVERYTHING_ABOUT_KEYS, ids=[key["id"]])
    assert key["key"] not in str(kept)
    assert key["key"][len(key["prefix"]) :] not in str(kept)


async def test_a_key_opens_its_brain_and_no_other(door: httpx.AsyncClient) -> None:
    own, other = f"test-{uuid4()}", f"test-{uuid4()}"
    for brain in (own, other):
        assert (await door.put(f"/v1/brains/{brain}", headers=ADMIN)).status_code == 201
    key = bearer((await made(door, brains=[own, f"{own}-not-yet"], scopes=["memory:read", "graph:write"]))["key"])
    assert (await door.get(f"/v1/brains/{own}/facts", headers=key)).status_code == 200
    tea = {"subject": "Ana", "relation": "likes", "object": "tea"}
    assert (await door.post(f"/v1/brains/{own}/facts", json=tea, headers=key)).status_code == 201
    for refused in (
        await door.get(f"/v1/brains/{other}/facts", headers=key),
        await door.get(f"/v1/brains/{own.upper()}/facts", headers=key),
        await door.post(f"/v1/brains/{other}/facts", json=tea, headers=key),
        await door.post(f"/v1/brains/{own}/episodes", json={"content": "x"}, headers=key),
        await door.delete(f"/v1/brains/{own}", headers=key),
        await door.get("/v1/keys", headers=key),
    ):
        assert_problem(refused, 403, "forbidden")
    assert [one["name"] for one in (await door.get("/v1/brains", headers=key)).json()["brains"]] == [own]
    both = bearer((await made(door, brains=[own, other]))["key"])
    first = (await door.get("/v1/brains?limit=1", headers=both)).json()
    second = (await door.get("/v1/brains", params={"cursor": first["next_cursor"]}, headers=both)).json()
    assert sorted([own, other]) == [one["name"] for page in (first, second) for one in page["brains"]]
    assert second["next_cursor"] is None


async def test_a_key_that_reads_nothing_lists_no_brains(door: httpx.AsyncClient) -> None:
    key = bearer((await made(door, brains=["a"], scopes=["graph:write"]))["key"])
    assert_problem(await door.get("/v1/brains", headers=key), 403, "forbidden")


async def test_an_administrator_of_one_brain_makes_no_keys(door: httpx.AsyncClient) -> None:
    key = bearer((await made(door, brains=["a"], scopes=["admin"]))["key"])
    body = {"name": "mine", "brains": ["*"], "scopes": ["admin"]}
    assert_problem(await door.post("/v1/keys", json=body, headers=key), 403, "forbidden")


async def test_an_administrators_key_makes_keys_too(door: httpx.AsyncClient) -> None:
    key = bearer((await made(door, scopes=["admin"]))["key"])
    assert (await door.get("/v1/keys", headers=key)).status_code == 200


async def test_a_revoked_key_ends_at_once_here_and_soon_elsewhere(
    door: httpx.AsyncClient, memory: Memory, keyed: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = create_app(keyed.state.settings, memory)
    key = await made(door)
    async with client_of(elsewhere) as second:
        for client in (door, second):
            assert (await client.get("/v1/brains", headers=bearer(key["key"]))).status_code == 200
        gone = await door.delete(f"/v1/keys/{key['id']}", headers=ADMIN)
        assert gone.json()["revoked_at"]
        problem = assert_problem(
            await door.get("/v1/brains", headers=bearer(key["key"])), 401, "unauthorized", "Authorization"
        )
        assert "revoked" in problem["detail"]
        later = elsewhere.state.keyring._clock() + TRUST_SECONDS
        monkeypatch.setattr(elsewhere.state.keyring, "_clock", lambda: later)
        assert (await second.get("/v1/brains", headers=bearer(key["key"]))).status_code == 401
    again = await door.delete(f"/v1/keys/{key['id']}", headers=ADMIN)
    assert again.json()["revoked_at"] == gone.json()["revoked_at"]
    assert_problem(await door.delete("/v1/keys/no-such", headers=ADMIN), 404, "not_found", "id")


async def test_a_key_expires(door: httpx.AsyncClient, memory: Memory) -> None:
    soon = await made(door, expires_at=(datetime.now(UTC) + timedelta(minutes=1)).isoformat())
    assert (await door.get("/v1/brains", headers=bearer(soon["key"]))).status_code == 200
    past = datetime.now(UTC) - timedelta(seconds=1)
    await memory.store.driver.execute_query(
        "MATCH (k:ApiKey {id: $id}) SET k.expiresAt = $past", id=soon["id"], past=past
    )
    door._transport.app.state.keyring.mistrust()  # type: ignore[attr-defined]
    problem = assert_problem(
        await door.get("/v1/brains", headers=bearer(soon["key"])), 401, "unauthorized", "Authorization"
    )
    assert "expired" in problem["detail"]
    body = {"name": "late", "brains": ["a"], "scopes": ["admin"], "expires_at": "2020-01-01"}
    assert_problem(await door.post("/v1/keys", json=body, headers=ADMIN), 422, "invalid_input", "expires_at")


async def rotated(door: httpx.AsyncClient, id_: str, body: Any = None) -> dict[str, Any]:
    answer = await door.post(f"/v1/keys/{id_}:rotate", json=body, headers=ADMIN)
    assert answer.status_code == 200, answer.text
    assert answer.headers["Cache-Control"] == "no-store"
    return dict(answer.json())


async def status(door: httpx.AsyncClient, key: str) -> int:
    return (await door.get("/v1/brains", headers=bearer(key))).status_code


async def test_a_rotated_key_has_a_new_secret_at_once_and_the_old_one_for_the_grace_time(
    door: httpx.AsyncClient, memory: Memory
) -> None:
    first = await made(door)
    second = await rotated(door, first["id"], {"grace_seconds": 600})
    same = ("id", "name", "brains", "scopes", "created_at", "expires_at")
    assert {name: second[name] for name in same} == {name: first[name] for name in same}
    assert second["key"] != first["key"]
    assert second["key"].startswith(second["prefix"])
    grace = datetime.fromisoformat(second["old_secret_until"]) - datetime.fromisoformat(second["rotated_at"])
    assert grace == timedelta(seconds=600)
    assert [await status(door, one["key"]) for one in (first, second)] == [200, 200]
    kept, _, _ = await memory.store.driver.execute_query(EVERYTHING_ABOUT_KEYS, ids=[first["id"]])
    for secret in (first, second):
        assert secret["key"][len(secret["prefix"]) :] not in str(kept)

    third = await rotated(door, first["id"])
    assert [await status(door, one["key"]) for one in (first, second, third)] == [401, 200, 200], (
        "one old secret at most"
    )
    past = datetime.now(UTC) - timedelta(seconds=1)
    await memory.store.driver.execute_query(
        "MATCH (k:ApiKey {id: $id}) SET k.oldHashUntil = $past", id=first["id"], past=past
    )
    door._transport.app.state.keyring.mistrust()  # type: ignore[attr-defined]
    problem = assert_problem(
        await door.get("/v1/brains", headers=bearer(second["key"])), 401, "unauthorized", "Authorization"
    )
    assert "expired" in problem["detail"]
    assert await status(door, third["key"]) == 200
    fourth = await rotated(door, first["id"], {"grace_seconds": 0})
    assert fourth["old_secret_until"] is None
    assert [await status(door, one["key"]) for one in (third, fourth)] == [401, 200]
    await door.delete(f"/v1/keys/{first['id']}", headers=ADMIN)
    assert await status(door, fourth["key"]) == 401


async def test_revoking_ends_both_secrets_and_an_ended_key_gets_no_new_one(door: httpx.AsyncClient) -> None:
    first = await made(door)
    second = await rotated(door, first["id"])
    await door.delete(f"/v1/keys/{first['id']}", headers=ADMIN)
    assert [await status(door, one["key"]) for one in (first, second)] == [401, 401]
    problem = assert_problem(await door.post(f"/v1/keys/{first['id']}:rotate", headers=ADMIN), 409, "conflict", "id")
    assert "revoked" in problem["detail"]
    assert [await status(door, one["key"]) for one in (first, second)] == [401, 401]
    assert_problem(await door.post("/v1/keys/no-such:rotate", headers=ADMIN), 404, "not_found", "id")


async def test_an_old_secret_does_not_outlive_its_key(door: httpx.AsyncClient, memory: Memory) -> None:
    first = await made(door, expires_at=(datetime.now(UTC) + timedelta(minutes=1)).isoformat())
    await rotated(door, first["id"], {"grace_seconds": 3600})
    past = datetime.now(UTC) - timedelta(seconds=1)
    await memory.store.driver.execute_query(
        "MATCH (k:ApiKey {id: $id}) SET k.expiresAt = $past", id=first["id"], past=past
    )
    door._transport.app.state.keyring.mistrust()  # type: ignore[attr-defined]
    assert await status(door, first["key"]) == 401
    assert_problem(await door.post(f"/v1/keys/{first['id']}:rotate", headers=ADMIN), 409, "conflict", "id")


@pytest.mark.parametrize("seconds", [-1, 30 * 86_400 + 1, "long"])
async def test_a_grace_time_that_is_not_usable_is_refused(door: httpx.AsyncClient, seconds: Any) -> None:
    first = await made(door)
    answer = await door.post(f"/v1/keys/{first['id']}:rotate", json={"grace_seconds": seconds}, headers=ADMIN)
    assert_problem(answer, 422, "invalid_input", "grace_seconds")
    assert await status(door, first["key"]) == 200


async def test_only_an_administrator_of_everything_rotates_keys(door: httpx.AsyncClient) -> None:
    first = await made(door, brains=["a"], scopes=["admin"])
    refused = await door.post(f"/v1/keys/{first['id']}:rotate", headers=bearer(first["key"]))
    assert_problem(refused, 403, "forbidden")


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"brains": []}, "brains"),
        ({"brains": ["ana", "a*"]}, "brains.1"),
        ({"brains": "*"}, "brains"),
        ({"scopes": []}, "scopes"),
        ({"scopes": ["memory:all"]}, "scopes.0"),
        ({"name": ""}, "name"),
        ({"key": "gmk_mine"}, "key"),
    ],
)
async def test_an_unusable_key_is_refused(door: httpx.AsyncClient, wrong: dict[str, Any], field: str) -> None:
    body = {"name": "x", "brains": ["*"], "scopes": ["admin"], **wrong}
    assert_problem(await door.post("/v1/keys", json=body, headers=ADMIN), 422, "invalid_input", field)


async def test_not_every_request_asks_the_graph_about_its_key(
    door: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    key, asked = bearer((await made(door))["key"]), []
    find = Keys.find

    async def counted(self: Keys, digest: bytes) -> Any:
        asked.append(digest)
        return await find(self, digest)

    monkeypatch.setattr(Keys, "find", counted)
    for _ in range(5):
        assert (await door.get("/v1/brains", headers=key)).status_code == 200
    assert len(asked) == 1
    for strange in ("nothing-like-a-key", "gmk_" + "x" * 43, "gmk_" + "x" * 43):
        assert (await door.get("/v1/brains", headers=bearer(strange))).status_code == 401
    assert len(asked) == 2


async def test_the_last_use_of_a_key_is_noted(door: httpx.AsyncClient) -> None:
    key = await made(door)
    assert key["last_used_at"] is None
    await door.get("/v1/brains", headers=bearer(key["key"]))
    listed = (await door.get("/v1/keys?limit=1000", headers=ADMIN)).json()["keys"]
    assert next(one for one in listed if one["id"] == key["id"])["last_used_at"]


async def test_after_the_first_key_everybody_needs_one(memory: Memory, keys_removed: None) -> None:
    open_app = create_app(memory.settings, memory)
    async with client_of(open_app) as client:
        answer = await client.post("/v1/keys", json={"name": "first", "brains": ["*"], "scopes": ["admin"]})
        assert_problem(await client.get("/v1/brains"), 401, "unauthorized", "Authorization")
        assert (await client.get("/v1/brains", headers=bearer(answer.json()["key"]))).status_code == 200
        elsewhere = {"headers": {**bearer(answer.json()["key"]), "Host": "memory.example.org"}}
        assert (await client.get("/v1/brains", **elsewhere)).status_code == 200


async def test_a_key_in_the_graph_is_enough_to_serve_others(memory: Memory) -> None:
    outside = memory.settings.model_copy(update={"host": "0.0.0.0"})
    with pytest.raises(SetupError, match="graphmem keys create"):
        create_app(outside, memory)
    async with client_of(create_app(outside, memory, keyed=True), transport={"client": ("10.1.2.3", 9)}) as client:
        assert_problem(await client.get("/v1/brains"), 401, "unauthorized", "Authorization")


async def test_the_first_key_must_be_able_to_make_others(memory: Memory, keys_removed: None) -> None:
    async with client_of(create_app(memory.settings, memory)) as client:
        for wrong, field in (({"scopes": ["memory:read"]}, "scopes"), ({"brains": ["ana"]}, "brains")):
            body = {"name": "first", "brains": ["*"], "scopes": ["admin"], **wrong}
            assert_problem(await client.post("/v1/keys", json=body), 422, "invalid_input", field)
        assert (await client.get("/v1/brains")).status_code == 200, "nobody is locked out"
