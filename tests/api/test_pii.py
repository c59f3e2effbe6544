"""The policy about personal data over REST: set, applied to messages and imports, and told in the audit log with the key."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator

import pytest

from api.main import create_app
from graphmem.brain import Brain
from graphmem.ingest.worker import Workers
from graphmem.memory import Memory
from tests.api.conftest import Api, assert_problem, client_of
from tests.conftest import altered

MAIL = "ana.souza@example.com"


@pytest.fixture(autouse=True)
async def lines_removed(memory: Memory) -> AsyncIterator[None]:
    """The lines of the audit log of a test are removed."""
    yield
    await memory.store.driver.execute_query("MATCH (l:AuditLine) DELETE l")


async def test_a_policy_is_set_and_its_uses_are_told_with_the_key(
    memory: Memory, brain: Brain, keys_removed: None
) -> None:
    key = await memory.keys.create("agent", [brain.name], ["admin"])
    served = altered(memory, workers=Workers(0))
    async with client_of(create_app(memory=served, keyed=True)) as client:
        client.headers["Authorization"] = f"Bearer {key.key}"
        api = Api(client, brain.name)
        told = await client.patch(f"/v1/brains/{brain.name}", json={"pii": "redact"})
        assert told.json()["settings"]["pii"] == "redact"
        said = (await api.post("/episodes", {"content": f"Write to {MAIL}.", "extraction": {"facts": []}})).json()
        episode = (await api.get(f"/episodes/{said['episode_id']}")).json()
        assert (episode["content"], episode["pii_kinds"]) == ("Write to [email].", ["email"])
        await client.patch(f"/v1/brains/{brain.name}", json={"pii": "refuse"})
        refused = await api.post("/episodes", {"content": f"Write to {MAIL}."})
        assert_problem(refused, 422, "invalid_input", "content")
        lines = (await client.get("/v1/audit", params={"brain": brain.name})).json()["lines"]
    assert [(one["operation"], one["ids"], one["kinds"], one["key_id"], one["key_name"]) for one in lines] == [
        ("pii:refuse", [], ["email"], key.id, "agent"),
        ("pii:redact", [said["episode_id"]], ["email"], key.id, "agent"),
    ]
    assert MAIL not in str(lines) + refused.text


async def test_a_line_of_an_import_is_refused_and_the_others_are_stored(api: Api, brain: Brain) -> None:
    await brain.configure(pii="refuse")
    bodies = [{"content": f"From {MAIL}.", "skip_extraction": True}, {"content": "Hello.", "skip_extraction": True}]
    facts = [
        {"subject": "Ana", "relation": "reachable_at", "object": MAIL},
        {"subject": "Ana", "relation": "likes", "object": "tea"},
    ]
    for path, records in (("/episodes:import", bodies), ("/facts:import", facts)):
        answer = await api.client.post(
            api.at(path),
            content="".join(json.dumps(record) + "\n" for record in records),
            headers={"Content-Type": "application/x-ndjson"},
        )
        first, second = [json.loads(line) for line in answer.text.splitlines()]
        assert (first["code"], MAIL in answer.text) == ("invalid_input", False)
        assert "error" not in second


async def test_no_other_policy_is_taken(api: Api) -> None:
    assert_problem(await api.client.patch(api.at(""), json={"pii": "hide"}), 422, "invalid_input", "pii")
