"""Waiting episodes of a session: read together, under one lease, and none of them holds up or loses the others."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from graphmem.ingest.session_release import TOGETHER
from graphmem.models.none_extractor import NoneExtractor
from graphmem.observability.stage_timer import StageTimer
from graphmem.testing.scripted import ScriptedExtractor
from graphmem_contract.errors import InvalidInput, ModelError
from tests.unit.fake_graph import Rows
from tests.unit.ingest.building import MOMENT
from tests.unit.ingest.test_pipeline import BEGUN, SETTINGS
from tests.unit.ingest.test_process import Broken, claimed, processor

GRAPH = {
    "ingest/read_context": [{"types": [], "relations": [], "turns": [], "pieces": []}],
    "ingest/finish_episodes": [{"id": "e", "later": []}],
    "ingest/read_exact": [{"revision": 5, "state": "then", "external": [], "handled": [], "mentions": []}],
    "ingest/read_facts": [
        {"revision": 5, "taken": [], "values": [], "relations": [], "learnt": [], "claims": [], "touched": []}
    ],
    "ingest/commit": [BEGUN],
}
"""The rows of a graph that knows nothing."""


async def test_waiting_episodes_are_read_together_under_one_lease() -> None:
    rows = [*claimed(id="1", content="a"), *claimed(id="2", content="b")]
    model = ScriptedExtractor({})
    results = await processor({**GRAPH, "ingest/claim_waiting": rows}, model).flush("b", "session")
    assert [(result.episode_id, result.status) for result in results] == [("1", "extracted"), ("2", "extracted")]
    assert [[one.content for one in read] for read in model.transcripts] == [["a", "b"]]


async def test_a_worker_takes_over_a_session_of_a_dead_process_as_a_whole() -> None:
    (row,), scripted = claimed(id="2", content="b", sessionId="s", waiting=True), ScriptedExtractor({})
    before, after = (
        claimed(id=n, content=n, occurredAt=MOMENT + timedelta(days=days)) for n, days in (("1", -1), ("3", 1))
    )
    own = processor({**GRAPH, "ingest/claim_waiting": [*after, *before]}, scripted)
    assert (await own.process_claimed("b", row, StageTimer())).episode_id == "2"
    assert [[one.content for one in read] for read in scripted.transcripts] == [["1", "b", "3"]]
    (claim,) = own.engine.store.parameters["ingest/claim_waiting"]  # type: ignore[attr-defined]
    assert (claim["session"], claim["lease"], claim["stored"], claim["failed"]) == ("s", "l", False, False)


async def test_what_a_worker_took_over_returns_to_the_queue_if_the_model_is_away() -> None:
    (row,) = claimed(id="2", sessionId="s", waiting=True)
    own = processor({**GRAPH, "ingest/claim_waiting": claimed(id="1"), "queue/requeue": [{"id": "1"}]}, Broken())
    with pytest.raises(ModelError, match="away"):
        await own.process_claimed("b", row, StageTimer())
    (returned,) = own.engine.store.parameters["queue/requeue"]  # type: ignore[attr-defined]
    assert (returned["id"], returned["error"], returned["tried"]) == ("1", "ModelError: The model is away.", True)


async def test_a_flush_goes_on_after_an_episode_that_cannot_be_extracted_now() -> None:
    broken, good = claimed(request='{"extraction": null}', id="1"), claimed(id="2")
    answers = {
        "ingest/claim_waiting": [*broken, *good],
        "ingest/finish_episodes": [{"id": "e", "later": []}],
        "ingest/read_exact": [{"revision": 5, "state": "then", "external": [], "handled": [], "mentions": []}],
        "ingest/read_facts": [
            {"revision": 5, "taken": [], "values": [], "relations": [], "learnt": [], "claims": [], "touched": []}
        ],
        "ingest/commit": [BEGUN],
    }

    class Refusing(NoneExtractor):
        asked = 0

        async def mentions(self, request: Any) -> Any:
            Refusing.asked += 1
            if Refusing.asked == 1:
                raise InvalidInput("Not this one.")
            return await super().mentions(request)

    results = await processor(answers, Refusing()).flush("b", "session")
    assert [(result.episode_id, result.success) for result in results] == [("1", False), ("2", True)]
    assert results[0].status == "stored"


async def test_an_episode_that_may_end_processes_is_taken_over_alone() -> None:
    (row,), scripted = claimed(sessionId="s", waiting=True, attempts=TOGETHER + 1), ScriptedExtractor({})
    own = processor({**GRAPH, "ingest/claim_waiting": claimed(id="other")}, scripted)
    assert (await own.process_claimed("b", row, StageTimer())).status == "extracted"
    assert own.engine.store.calls["ingest/claim_waiting"] == 0  # type: ignore[attr-defined]
    assert (len(scripted.requests), scripted.transcripts) == (1, [])


async def test_the_lease_of_all_is_renewed_while_a_model_reads_them() -> None:
    renewed = asyncio.Event()

    def renew(_: Any) -> Rows:
        renewed.set()
        return [{"id": "1"}, {"id": "2"}]

    class Slow(ScriptedExtractor):
        async def transcript(self, requests: Any) -> Any:
            await asyncio.wait_for(renewed.wait(), 5)
            return await super().transcript(requests)

    rows = [*claimed(id="1"), *claimed(id="2")]
    own = processor({**GRAPH, "ingest/claim_waiting": rows, "queue/extend_lease": renew}, Slow({}))
    brief = replace(own.engine, settings=SETTINGS.model_copy(update={"lease_sec": 0.03}))  # type: ignore[type-var]
    await replace(own, engine=brief).flush("b", "session")
    (claim,) = own.engine.store.parameters["ingest/claim_waiting"]  # type: ignore[attr-defined]
    renewal = own.engine.store.parameters["queue/extend_lease"][0]  # type: ignore[attr-defined]
    assert (renewal["ids"], renewal["lease"]) == (["1", "2"], claim["lease"])
