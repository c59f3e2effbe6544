"""The quota of a brain over REST: what waits is told, what is refused says until when."""

from __future__ import annotations

from api.main import create_app
from graphmem.brain import Brain
from graphmem.ingest.worker import Workers
from graphmem.memory import Memory
from graphmem.testing.scripted_server import ScriptedServer
from tests.api.conftest import Api, assert_problem, client_of
from tests.conftest import altered
from tests.story.staging import answer, asking

BEES = answer({"subject": "Ana", "relation": "keeps", "object": "bees"}, entities=[("Ana", "person")])


async def test_a_message_waits_and_what_cannot_wait_is_refused_until_midnight(memory: Memory, brain: Brain) -> None:
    with ScriptedServer(lambda _: BEES) as server:
        async with asking(brain, server) as reader:
            served = altered(memory, models=reader.engine.models, settings=reader.engine.settings, workers=Workers(0))
            async with client_of(create_app(memory=served)) as client:
                api = Api(client, brain.name)
                told = await client.patch(f"/v1/brains/{brain.name}", json={"model_calls_per_day": 1})
                assert told.json()["settings"]["model_calls_per_day"] == 1
                first = await api.post("/episodes", {"content": "Ana keeps bees.", "session_id": "s"})
                assert (first.status_code, first.json()["status"]) == (201, "extracted")
                late = await api.post("/episodes", {"content": "Ana keeps hens.", "session_id": "s"}, key="one")
                assert (late.status_code, late.json()["status"], late.json()["success"]) == (201, "pending", False)
                assert "model calls of the day" in late.json()["error"]
                kept = (await api.get(f"/episodes/{late.json()['episode_id']}")).json()
                assert (kept["status"], kept["content"]) == ("pending", "Ana keeps hens.")
                refused = await api.post("/episodes", {"content": "Ana keeps cats.", "dry_run": True})
                problem = assert_problem(refused, 429, "too_many_requests")
                assert "before midnight UTC" in problem["detail"]
                assert 0 < problem["retry_after"] <= 86_400
                assert refused.headers["Retry-After"] == str(int(problem["retry_after"]))
                assert len(server.requests) == 1
