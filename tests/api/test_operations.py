"""The state of the service over REST and as a page: what each key sees, and keys made, rotated and revoked by a person."""

from __future__ import annotations

import asyncio
import re

import httpx
import pytest

from api.dashboard.forms import Form
from api.dashboard.pages.operations import key_request
from api.main import create_app
from graphmem.access.keyring import TRUST_SECONDS
from graphmem.brain import Brain
from graphmem.memory import Memory
from graphmem_contract.errors import InvalidInput
from tests.api.conftest import Api, client_of
from tests.api.test_dashboard import BAD, ORIGIN, Scripts, assert_page, csrf_in, logged_in


async def test_the_state_has_versions_queues_stages_and_indexes(api: Api) -> None:
    await api.post("/episodes", {"content": "Ana likes tea.", "extraction": {"facts": []}})
    state = (await api.client.get("/v1/operations")).json()
    assert state["versions"]["schema_version"] == state["versions"]["schema_expected"]
    assert re.match(r"\d+", state["versions"]["neo4j"])
    assert set(state["queue"]) == {"pending", "extracting", "failed", "oldest_sec"}
    assert {index["state"] for index in state["indexes"]} == {"ONLINE"}
    assert state["process"]["stages"][0]["count"] > 0
    assert state["process"]["workers"]["size"] >= 0


async def test_the_checks_find_what_doctor_finds(client: httpx.AsyncClient) -> None:
    found = {one["name"]: one["state"] for one in (await client.get("/v1/findings")).json()["findings"]}
    assert {"Python", "embedder", "indexes"} <= set(found)
    assert found["indexes"] == "ok"


async def test_a_key_sees_the_queues_of_its_brains_only(memory: Memory, brain: Brain, keys_removed: None) -> None:
    other = memory.brain(f"{brain.name}-other")
    for one in (brain, other):
        await one.remember("Later.", wait=False, extraction={"facts": []})
    key = await memory.keys.create("reader", [brain.name], ["memory:read"])
    async with client_of(create_app(memory=memory, keyed=True)) as client:
        client.headers["Authorization"] = f"Bearer {key.key}"
        state = (await client.get("/v1/operations")).json()
        assert {one["brain"] for one in state["brains"]} <= {brain.name}
        assert {one["brain"] for one in state["queued"]} <= {brain.name}
        assert (state["process"], state["indexes"]) == (None, None)
        assert (await client.get("/v1/findings")).status_code == 403
        del client.headers["Authorization"]
        assert (await logged_in(client, key.key)).status_code == 303
        page = await client.get("/operations")
        assert_page(page, 200, "Versions")
        for hidden in (other.name, "API keys", "Indexes", "This process"):
            assert hidden not in page.text, hidden
        token = csrf_in(page)
        for path in (
            "/operations/keys", f"/operations/keys/{key.id}/revoke", f"/operations/keys/{key.id}/rotate",
        ):  # fmt: skip
            assert (await client.post(path, data={"csrf": token, "name": "x"}, headers=ORIGIN)).status_code == 403
        assert (await client.get("/operations/findings")).status_code == 403


async def test_a_key_is_made_shown_once_rotated_and_revoked(memory: Memory, keys_removed: None) -> None:
    admin = await memory.keys.create("admin", ["*"], ["admin"])
    async with client_of(create_app(memory=memory, keyed=True)) as client:
        assert (await logged_in(client, admin.key)).status_code == 303
        page = await client.get("/operations")
        form = {"csrf": csrf_in(page), "name": f"agent {BAD}", "brains": "ana, leo", "scopes": "memory:read"}
        made = await client.post("/operations/keys", data=form, headers=ORIGIN)
        assert_page(made, 200, "the only time that it is shown")
        (secret,) = re.findall(r"<code>(gmk_[\w-]+)</code>", made.text)
        assert made.headers["cache-control"] == "no-store"
        page = await client.get("/operations")
        assert secret not in page.text
        scripts = Scripts()
        scripts.feed(made.text + page.text)
        assert scripts.found == []
        key = next(one for one in (await memory.keys.list()).items if one.name.startswith("agent"))
        assert (key.brains, key.scopes) == (("ana", "leo"), ("memory:read",))
        home, token = f"/operations/keys/{key.id}", csrf_in(page)
        bad = await client.post(f"{home}/rotate", data={"csrf": token, "grace_seconds": "99"}, headers=ORIGIN)
        assert_page(bad, 422, "The grace time is one of the list")
        rotated = await client.post(f"{home}/rotate", data={"csrf": token, "grace_seconds": "0"}, headers=ORIGIN)
        assert_page(rotated, 200, "has a new secret")
        assert "The old secret is no longer valid" in rotated.text
        (second,) = re.findall(r"<code>(gmk_[\w-]+)</code>", rotated.text)
        assert second != secret
        held = {"Authorization": f"Bearer {second}"}
        assert (await client.get("/v1/brains/ana/stats", headers=held)).status_code == 200
        answer = await client.post(f"{home}/revoke", data={"csrf": token}, headers=ORIGIN)
        assert answer.status_code == 303
        assert (await client.get("/v1/brains/ana/stats", headers=held)).status_code == 401
        assert (await client.get("/v1/operations", headers={"Authorization": f"Bearer {secret}"})).status_code == 401


async def test_who_makes_the_first_key_reads_it_and_stays_logged_in(memory: Memory, keys_removed: None) -> None:
    async with client_of(create_app(memory=memory)) as client:
        page = await client.get("/operations")
        form = {"csrf": csrf_in(page), "name": "first", "brains": "*", "scopes": "admin"}
        made = await client.post("/operations/keys", data=form, headers=ORIGIN)
        assert_page(made, 200, "the only time that it is shown")
        (secret,) = re.findall(r"<code>(gmk_[\w-]+)</code>", made.text)
        assert "hx-" not in made.text, "nothing on this page asks again, so no refusal can lead away from the secret"
        assert "Log out" in made.text
        for path in ("/operations", "/operations/findings", "/operations/queues", "/"):
            assert (await client.get(path, headers={"HX-Request": "true"})).status_code == 200, path
        token = csrf_in(await client.get("/operations"))
        form = {"csrf": token, "name": "second", "brains": "ana", "scopes": "memory:read"}
        again = await client.post("/operations/keys", data=form, headers=ORIGIN)
        assert_page(again, 200, "the only time that it is shown")
        assert "everybody needs a key" not in again.text
        assert (await client.get("/v1/brains")).status_code == 401
        assert (await client.get("/v1/brains", headers={"Authorization": f"Bearer {secret}"})).status_code == 200
        async with client_of(client._transport.app) as other:  # type: ignore[attr-defined]
            assert (await other.get("/operations")).status_code == 303, "only this browser is logged in"
        assert (await client.post("/logout", data={"csrf": token}, headers=ORIGIN)).status_code == 303
        assert (await client.get("/operations")).headers["location"].startswith("/login")


async def test_a_running_service_is_open_again_once_the_last_key_is_forgotten(
    memory: Memory, keys_removed: None
) -> None:
    key = await memory.keys.create("first", ["*"], ["admin"])
    hosts, shut = {"127.0.0.1": True, "0.0.0.0": False}, {"/v1/brains": 401, "/operations": 303}
    apps = [create_app(memory.settings.model_copy(update={"host": host}), memory, keyed=True) for host in hosts]
    for path, refused in shut.items():
        for app in apps:
            async with client_of(app) as client:
                assert (await client.get(path)).status_code == refused, path
    await memory.keys.revoke(key.id)
    async with client_of(apps[0]) as client:
        assert (await client.get("/v1/brains")).status_code == 401, "a revoked key keeps the service shut"
    await memory.keys.forget(key.id)
    await asyncio.sleep(TRUST_SECONDS)
    for path, refused in shut.items():
        for app, opens in zip(apps, hosts.values(), strict=True):
            async with client_of(app) as client:
                held = {"Authorization": f"Bearer {key.key}"}
                assert (await client.get(path)).status_code == (200 if opens else refused), path
                assert (await client.get(path, headers=held)).status_code == (200 if opens else refused), path
    async with client_of(apps[0], transport={"client": ("10.1.2.3", 9)}) as client:
        assert (await client.get("/v1/brains")).status_code == 403, "this machine only"
    second = await memory.keys.create("second", ["*"], ["admin"])
    await asyncio.sleep(TRUST_SECONDS)
    async with client_of(apps[0]) as client:
        assert (await client.get("/v1/brains")).status_code == 401
        assert (await client.get("/v1/brains", headers={"Authorization": f"Bearer {second.key}"})).status_code == 200


async def test_the_first_key_must_govern_all_brains(client: httpx.AsyncClient) -> None:
    form = {"csrf": csrf_in(await client.get("/operations")), "name": "first", "brains": "ana", "scopes": "memory:read"}
    assert_page(await client.post("/operations/keys", data=form, headers=ORIGIN), 422, "The first key")


def test_a_form_without_brains_or_scopes_makes_no_key() -> None:
    good = (("name", "x"), ("brains", "a b"), ("scopes", "memory:read"), ("scopes", "admin"))
    assert key_request(Form(good)).scopes == ("memory:read", "admin")
    for missing in ("name", "brains", "scopes"):
        with pytest.raises(InvalidInput):
            key_request(Form(tuple(field for field in good if field[0] != missing)))
