"""Retention over REST: who may, what is answered."""

from __future__ import annotations

from datetime import UTC, datetime

from api.main import create_app
from graphmem.brain import Brain
from graphmem.memory import Memory
from tests.api.conftest import Api, assert_problem, client_of


async def test_policies_are_set_read_and_applied(api: Api) -> None:
    assert (await api.get("/retention")).json() == {"policies": []}
    body = {"policies": [{"days": 90, "source": "crm"}]}
    answer = await api.client.put(api.at("/retention"), json=body)
    assert answer.json() == {"policies": [{"days": 90, "kind": None, "source": "crm", "tag": None}]}
    assert (await api.get("/retention")).json() == answer.json()
    assert (await api.post("/retention:apply")).json()["episodes"] == []
    bad = await api.client.put(api.at("/retention"), json={"policies": [{"days": 0}]})
    assert_problem(bad, 422, "invalid_input", "policies.0.days")


async def test_old_episodes_are_forgotten(api: Api) -> None:
    told = {"facts": [{"subject": "Ana", "relation": "knows", "object": "Bruno", "text": "Ana knows Bruno."}]}
    said = (await api.post("/episodes", {"content": "x", "extraction": told})).json()["episode_id"]
    before = datetime.now(UTC).isoformat()
    shown = (await api.post("/episodes:forget", {"before": before, "dry_run": True})).json()
    assert set(shown) == {"episodes", "more", "statements", "facts", "entities", "recorded_at"}
    assert (shown["episodes"], shown["statements"], shown["facts"], shown["entities"]) == ([said], 1, 1, 1)
    done = (await api.post("/episodes:forget", {"before": before})).json()
    assert {**done, "recorded_at": None} == shown
    assert_problem(await api.get(f"/episodes/{said}"), 410, "forgotten")
    assert_problem(await api.post("/episodes:forget", {}), 422, "invalid_input", "before")


async def test_only_an_administrator_may(memory: Memory, brain: Brain, keys_removed: None) -> None:
    key = await memory.keys.create("curator", [brain.name], ["memory:read", "memory:write", "graph:write"])
    headers = {"Authorization": f"Bearer {key.key}"}
    async with client_of(create_app(memory=memory, keyed=True), headers=headers) as client:
        home = f"/v1/brains/{brain.name}"
        for method, path in (
            ("GET", "/retention"),
            ("PUT", "/retention"),
            ("POST", "/retention:apply"),
            ("POST", "/episodes:forget"),
        ):
            body = {"before": "2024-01-01T00:00:00Z"} if path.endswith("forget") else {}
            sent = {} if method == "GET" else {"json": body}
            assert_problem(await client.request(method, f"{home}{path}", **sent), 403, "forbidden")
