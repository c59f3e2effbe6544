"""Episodes are read again over REST: estimate, rehearsal, run, list, undo, scopes and bad input."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest

from api.main import create_app
from graphmem.brain import Brain
from graphmem.claims import Request
from graphmem.ingest.worker import Workers
from graphmem.memory import Memory
from graphmem.testing.scripted import ScriptedExtractor
from graphmem_contract.records import SuppliedExtraction
from tests.api.conftest import Api, assert_problem, client_of
from tests.conftest import altered
from tests.story.telling import extraction, fact

TEXT = "I like tea."


class Model:
    """A model that reads what a test says."""

    def __init__(self) -> None:
        self.liked, self.calls = "tea", 0

    def read(self, _: Request) -> SuppliedExtraction:
        self.calls += 1
        return extraction(fact("Ana", "likes", self.liked, object_is_entity=False))


@pytest.fixture
def model() -> Model:
    return Model()


@pytest.fixture
async def reading(memory: Memory, brain: Brain, model: Model) -> AsyncIterator[Api]:
    """The API of a service with this model, with one episode that it has read."""
    models = replace(memory.models, extractor=ScriptedExtractor(model.read))
    async with client_of(create_app(memory=altered(memory, models=models, workers=Workers(0)))) as client:
        api = Api(client, brain.name)
        assert (await api.post("/episodes", {"content": TEXT, "source": "chat"})).status_code == 201
        model.liked = "coffee"
        yield api


async def liked(api: Api) -> list[str]:
    return [one["object"] for one in (await api.get("/facts", relation="likes")).json()["facts"]]


async def test_it_is_estimated_rehearsed_carried_out_listed_and_taken_back(reading: Api, model: Model) -> None:
    estimate = (await reading.post("/episodes:estimate-reextraction", {"source": "chat"})).json()
    assert (estimate["episodes"], estimate["model_calls"], model.calls) == (1, 1, 1)
    shown = (await reading.post("/episodes:reextract", {"dry_run": True})).json()
    assert (shown["episodes"][0]["reextraction_id"], await liked(reading)) == (None, ["tea"])
    done = (await reading.post("/episodes:reextract", {"by": "Bo", "reason": "a better model"})).json()
    (one,) = done["episodes"]
    assert (len(one["added"]), len(one["withdrawn"]), done["cursor"], await liked(reading)) == (1, 1, None, ["coffee"])
    (listed,) = (await reading.get("/reextractions")).json()["reextractions"]
    assert (listed["by"], listed["reason"], listed["undone_at"]) == ("Bo", "a better model", None)
    assert (await reading.get("/reextractions", episode_id="another")).json()["reextractions"] == []
    back = await reading.post(f"/reextractions/{listed['reextraction_id']}:undo")
    assert (back.json()["statements"], await liked(reading)) == (1, ["tea"])
    again = await reading.post(f"/reextractions/{listed['reextraction_id']}:undo")
    assert_problem(again, 409, "nothing_to_restore")


async def test_a_repeated_call_answers_as_the_first_and_asks_no_model(reading: Api, model: Model) -> None:
    first, second = [await reading.post("/episodes:reextract", {}, key="once") for _ in range(2)]
    assert first.json() == second.json()
    assert model.calls == 2


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"limit": 0}, "limit"),
        ({"limit": 101}, "limit"),
        ({"episode_ids": []}, "episode_ids"),
        ({"since": "soon"}, "since"),
        ({"since": "2025-01-01", "until": "2024-01-01"}, "since"),
        ({"everything": True}, "everything"),
    ],
)
async def test_what_is_wrong_with_a_call_is_told_and_nothing_is_read(
    reading: Api, model: Model, body: dict[str, Any], field: str
) -> None:
    assert_problem(await reading.post("/episodes:reextract", body), 422, "invalid_input", field)
    assert model.calls == 1


async def test_an_episode_that_is_not_there_is_not_found(reading: Api, model: Model) -> None:
    for path in ("/episodes:reextract", "/episodes:estimate-reextraction"):
        assert_problem(await reading.post(path, {"episode_ids": ["nothing"]}), 404, "not_found")
    assert_problem(await reading.post("/reextractions/nothing:undo"), 404, "not_found")
    assert model.calls == 1


async def test_it_takes_admin_and_the_list_only_read(
    memory: Memory, brain: Brain, model: Model, keys_removed: None
) -> None:
    models = replace(memory.models, extractor=ScriptedExtractor(model.read))
    key = await memory.keys.create("writer", [brain.name], ["memory:read", "memory:write", "graph:write"])
    app = create_app(memory=altered(memory, models=models, workers=Workers(0)), keyed=True)
    async with client_of(app) as client:
        client.headers["Authorization"] = f"Bearer {key.key}"
        api = Api(client, brain.name)
        for path in ("/episodes:reextract", "/episodes:estimate-reextraction", "/reextractions/nothing:undo"):
            assert_problem(await api.post(path, {}), 403, "forbidden")
        assert (await api.get("/reextractions")).status_code == 200
    assert model.calls == 0
