"""Webhooks over REST: only an administrator, secrets only once."""

from __future__ import annotations

from api.main import create_app
from graphmem.brain import Brain
from graphmem.memory import Memory
from tests.api.conftest import Api, assert_problem, client_of

URL = "https://192.0.33.8/hook"


async def test_a_webhook_is_made_listed_changed_and_removed(api: Api) -> None:
    made = await api.post("/webhooks", {"url": URL, "kinds": ["fact.added"]})
    assert made.status_code == 201
    assert made.headers["cache-control"] == "no-store"
    hook = made.json()
    assert hook["secret"].startswith("whsec_")
    (listed,) = (await api.get("/webhooks")).json()["webhooks"]
    assert listed == {key: value for key, value in hook.items() if key != "secret"}
    changed = await api.client.patch(api.at(f"/webhooks/{hook['id']}"), json={"active": False})
    assert (changed.json()["active"], changed.json()["kinds"]) == (False, ["fact.added"])
    rotated = (await api.post(f"/webhooks/{hook['id']}:rotate")).json()
    assert rotated["secret"] != hook["secret"]
    assert rotated["old_secret_until"] is not None
    assert (await api.get(f"/webhooks/{hook['id']}/dead-letters")).json() == {"dead_letters": [], "next_cursor": None}
    assert (await api.post(f"/webhooks/{hook['id']}:replay")).json() == {"dead_letters": 0}
    assert (await api.client.delete(api.at(f"/webhooks/{hook['id']}"))).json()["id"] == hook["id"]
    assert_problem(await api.client.delete(api.at(f"/webhooks/{hook['id']}")), 404, "not_found")


async def test_what_is_not_usable_is_refused(api: Api) -> None:
    for url in ("http://192.0.33.8/", "https://127.0.0.1/", "https://localhost/", "https://a@192.0.33.8/"):
        assert_problem(await api.post("/webhooks", {"url": url}), 422, "invalid_input", "url")
    assert_problem(await api.post("/webhooks", {"url": URL, "kinds": ["x"]}), 422, "invalid_input", "kinds.0")
    assert (await api.get("/webhooks")).json() == {"webhooks": []}


async def test_only_an_administrator_may(memory: Memory, brain: Brain, keys_removed: None) -> None:
    key = await memory.keys.create("curator", [brain.name], ["memory:read", "memory:write", "graph:write"])
    headers = {"Authorization": f"Bearer {key.key}"}
    async with client_of(create_app(memory=memory, keyed=True), headers=headers) as client:
        home = f"/v1/brains/{brain.name}/webhooks"
        assert_problem(await client.get(home), 403, "forbidden")
        assert_problem(await client.post(home, json={"url": URL}), 403, "forbidden")
        assert_problem(await client.post(f"{home}/x:rotate"), 403, "forbidden")
