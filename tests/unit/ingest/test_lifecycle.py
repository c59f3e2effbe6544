"""The states of an episode: what is refused, what is answered again, what is kept of a failure."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from graphmem.contract.records import WriteResult
from graphmem.errors import ConflictError, Gone, InvalidInput, ModelError, NotFound
from graphmem.ingest.lifecycle import Lifecycle
from graphmem.models.hash_embedder import HashEmbedder
from graphmem.models.model_set import Models
from graphmem.models.none_extractor import NoneExtractor
from graphmem.observability.stage_timer import StageTimer
from graphmem.testing.scripted import ScriptedExtractor
from tests.unit.fake_graph import FakeGraph, Rows
from tests.unit.ingest.building import MOMENT
from tests.unit.ingest.test_pipeline import COMMITTED, Engine, episode


def lifecycle(answers: Mapping[str, Any], extractor: Any = None) -> Lifecycle:
    models = Models(extractor or NoneExtractor(), None, HashEmbedder(8))
    return Lifecycle(Engine(FakeGraph(answers), models))


def claimed(**changes: Any) -> Rows:
    row = {
        "id": "e", "content": "Ana works at Acme.", "occurredAt": MOMENT, "kind": "message", "role": None, "source": None,
        "speaker": None, "sessionId": None, "request": None, "recordedAt": MOMENT, "previous": [], "settings": None,
        "status": "extracting", "result": None, "covers": None, "mine": True, "late": False, "waiting": False, "lease": "l",
    }  # fmt: skip
    return [row | changes]


async def test_an_unknown_episode_is_not_replayed() -> None:
    with pytest.raises(NotFound):
        await lifecycle({}).replay_by_id("b", "e")


async def test_a_forgotten_episode_is_gone() -> None:
    with pytest.raises(Gone):
        await lifecycle({"curation/forgotten": [{"id": "e"}]}).replay_by_id("b", "e")


async def test_nothing_is_extracted_from_a_summary() -> None:
    with pytest.raises(InvalidInput):
        await lifecycle({"queue/claim_one": claimed(covers=["a", "b"])}).replay_by_id("b", "e")


async def test_an_episode_that_another_worker_extracts_is_refused_with_a_delay() -> None:
    with pytest.raises(ConflictError) as refused:
        await lifecycle({"queue/claim_one": claimed(mine=False)}).replay_by_id("b", "e")
    assert refused.value.retry_after == 1.0


async def test_an_extracted_episode_answers_what_it_answered_before() -> None:
    kept = WriteResult(episode_id="e", status="extracted", revision=3).model_dump_json()
    row = claimed(mine=False, status="extracted", result=kept)
    assert (await lifecycle({"queue/claim_one": row}).replay_by_id("b", "e")).revision == 3


class Broken(NoneExtractor):
    """An extractor that is out of order."""

    async def mentions(self, request: Any) -> Any:
        raise ModelError("The model is away.")


async def test_a_failure_is_kept_with_its_stage_and_the_episode_stays_searchable() -> None:
    own = lifecycle({"queue/claim_one": claimed(), "ingest/finish_episodes": [{"id": "e"}]}, Broken())
    result = await own.replay_by_id("b", "e")
    assert (result.status, result.success) == ("failed", False)
    (row,) = own.engine.store.parameters["ingest/finish_episodes"][0]["episodes"]  # type: ignore[attr-defined]
    assert row["set"]["status"] == "failed"
    assert json.loads(row["set"]["trace"])["failed_stage"] == "entity_extract"
    assert row["vector"] is not None


async def test_a_worker_that_was_overtaken_tells_what_the_other_one_wrote() -> None:
    done = WriteResult(episode_id="e", status="extracted", revision=9).model_dump_json()
    own = lifecycle({"queue/claim_one": claimed(), "queue/state": [{"status": "extracted", "result": done}]}, Broken())
    assert (await own.replay_by_id("b", "e")).revision == 9


async def test_an_episode_that_was_forgotten_meanwhile_is_told_as_forgotten() -> None:
    own = lifecycle({"queue/claim_one": claimed(), "queue/state": [{"status": None, "result": None}]}, Broken())
    assert (await own.replay_by_id("b", "e")).status == "forgotten"


async def test_a_flush_goes_on_after_an_episode_that_cannot_be_extracted_now() -> None:
    broken, good = claimed(request='{"extraction": null}', id="1"), claimed(id="2")
    answers = {
        "ingest/claim_waiting": [*broken, *good],
        "ingest/finish_episodes": [{"id": "e"}],
        "ingest/read_exact": [{"revision": 5, "external": [], "handled": [], "mentions": []}],
        "ingest/read_facts": [{"revision": 5, "taken": [], "values": [], "relations": [], "learnt": [], "claims": []}],
        "ingest/commit": [COMMITTED],
    }

    class Refusing(NoneExtractor):
        asked = 0

        async def mentions(self, request: Any) -> Any:
            Refusing.asked += 1
            if Refusing.asked == 1:
                raise InvalidInput("Not this one.")
            return await super().mentions(request)

    results = await lifecycle(answers, Refusing()).flush("b", "session")
    assert [(result.episode_id, result.success) for result in results] == [("1", False), ("2", True)]
    assert results[0].status == "stored"


GRAPH = {
    "ingest/read_context": [{"types": [], "relations": [], "turns": [], "pieces": []}],
    "ingest/finish_episodes": [{"id": "e"}],
    "ingest/read_exact": [{"revision": 5, "external": [], "handled": [], "mentions": []}],
    "ingest/read_facts": [{"revision": 5, "taken": [], "values": [], "relations": [], "learnt": [], "claims": []}],
    "ingest/commit": [COMMITTED],
}
"""The rows of a graph that knows nothing."""


async def test_waiting_episodes_are_read_together_under_one_lease() -> None:
    rows = [*claimed(id="1", content="a"), *claimed(id="2", content="b")]
    model = ScriptedExtractor({})
    results = await lifecycle({**GRAPH, "ingest/claim_waiting": rows}, model).flush("b", "session")
    assert [(result.episode_id, result.status) for result in results] == [("1", "extracted"), ("2", "extracted")]
    assert [[one.content for one in read] for read in model.transcripts] == [["a", "b"]]


async def test_an_episode_whose_request_cannot_be_read_fails_and_does_not_hold_up_the_others() -> None:
    rows = [*claimed(id="1"), *claimed(id="2", request="{"), *claimed(id="3", request='{"extraction": {"facts": 7}}')]
    results = await lifecycle({**GRAPH, "ingest/claim_waiting": [*rows, *claimed(id="4")]}).flush("b", "session")
    assert [(result.episode_id, result.status) for result in results] == [
        ("1", "extracted"), ("2", "failed"), ("3", "failed"), ("4", "extracted"),
    ]  # fmt: skip


async def test_a_worker_takes_over_a_session_of_a_dead_process_as_a_whole() -> None:
    (row,), scripted = claimed(id="2", content="b", sessionId="s", waiting=True), ScriptedExtractor({})
    before, after = (
        claimed(id=n, content=n, occurredAt=MOMENT + timedelta(days=days)) for n, days in (("1", -1), ("3", 1))
    )
    own = lifecycle({**GRAPH, "ingest/claim_waiting": [*after, *before]}, scripted)
    assert (await own.process_claimed("b", row, StageTimer())).episode_id == "2"
    assert [[one.content for one in read] for read in scripted.transcripts] == [["1", "b", "3"]]
    (claim,) = own.engine.store.parameters["ingest/claim_waiting"]  # type: ignore[attr-defined]
    assert (claim["session"], claim["lease"], claim["stored"], claim["failed"]) == ("s", "l", False, False)


async def test_what_a_worker_took_over_returns_to_the_queue_if_the_model_is_away() -> None:
    (row,) = claimed(id="2", sessionId="s", waiting=True)
    own = lifecycle({**GRAPH, "ingest/claim_waiting": claimed(id="1"), "queue/requeue": [{"id": "1"}]}, Broken())
    with pytest.raises(ModelError, match="away"):
        await own.process_claimed("b", row, StageTimer())
    (returned,) = own.engine.store.parameters["queue/requeue"]  # type: ignore[attr-defined]
    assert (returned["id"], returned["error"], returned["tried"]) == ("1", "ModelError: The model is away.", True)


async def test_a_dry_run_of_an_episode_that_is_only_stored_says_so() -> None:
    result = await lifecycle({}).dry_run(replace(episode(), skip_extraction=True))
    assert result.episode_id is None
    assert result.warnings == ("It would only be stored.",)
