"""The queue over REST: its limit, and the result of episodes sent with wait=false."""

from __future__ import annotations

import json

from api.main import create_app
from graphmem.ingest.episodes.queue import depth
from graphmem.ingest.worker import Workers, drain
from graphmem.memory import Memory
from tests.api.conftest import Api, assert_problem, client_of
from tests.conftest import altered

SAID: dict[str, object] = {
    "content": "Ana likes tea.",
    "extraction": {"facts": [{"subject": "Ana", "relation": "likes", "object": "tea"}]},
}
LATER: dict[str, object] = {**SAID, "wait": False}


async def only_storing(memory: Memory, room: int) -> Memory:
    """The same graph behind a process without workers, with room for a given number of further episodes."""
    limit = (await depth(memory.store)).pending + room
    return altered(memory, workers=Workers(0), settings=memory.settings.with_overrides(queue_limit=limit))


async def test_where_too_many_wait_more_are_answered_429_and_told_when_to_come_back(api: Api, memory: Memory) -> None:
    waiting = 0  # other tests use the same queue, so how many are taken is not known before
    async with client_of(create_app(memory=await only_storing(memory, 2))) as client:
        for path, body in (("/episodes", LATER), ("/episodes:import", SAID)):
            kind = "application/x-ndjson" if "import" in path else "application/json"
            for _ in range(50):
                answer = await client.post(api.at(path), headers={"content-type": kind}, content=_json(body))
                if answer.status_code == 429:
                    break
                waiting += answer.status_code == 202
            assert_problem(answer, 429, "too_many_requests")
            assert int(answer.headers["Retry-After"]) >= 1
        assert (await client.post(api.at("/episodes"), json=SAID)).status_code == 201, "who waits is served"
    assert (await api.get("/stats")).json()["episodes"]["pending"] == waiting


def _json(body: dict[str, object]) -> bytes:

    return json.dumps(body).encode()


async def test_an_application_extracts_what_another_left_behind(api: Api, memory: Memory, alone: None) -> None:
    async with client_of(create_app(memory=await only_storing(memory, 99))) as client:
        left = (await client.post(api.at("/episodes"), json=LATER)).json()
    own = altered(memory, workers=Workers(2))
    app = create_app(memory=own)
    async with app.router.lifespan_context(app), client_of(app) as client:
        await client.post(api.at("/episodes"), json=LATER)
        await drain(60)
        assert (await api.get("/stats")).json()["episodes"] == {"extracted": 2}
    assert (await api.client.get(left["status_url"])).json()["status"] == "extracted"


async def test_the_key_of_an_episode_that_was_forgotten_is_gone(api: Api) -> None:
    told = (await api.post("/episodes", SAID, key="once")).json()
    await api.client.delete(api.at(f"/episodes/{told['episode_id']}"))
    assert_problem(await api.post("/episodes", SAID, key="once"), 410, "forgotten")
    assert (await api.post("/episodes", SAID, key="another")).status_code == 201


async def test_an_episode_that_is_extracted_answers_a_replay_as_the_first_time(api: Api) -> None:
    told = (await api.post("/episodes", SAID)).json()
    again = await api.post(f"/episodes/{told['episode_id']}:replay")
    assert (again.status_code, again.json()["facts_added"]) == (200, told["facts_added"])
