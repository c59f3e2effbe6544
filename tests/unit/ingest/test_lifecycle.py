"""The states of an episode: what is refused, what is answered again, what is kept of a failure."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from graphmem.ingest.lifecycle import Lifecycle
from graphmem.models.hash_embedder import HashEmbedder
from graphmem.models.model_set import Models
from graphmem.models.none_extractor import NoneExtractor
from graphmem_contract.errors import ConflictError, Gone, InvalidInput, ModelError, NotFound
from graphmem_contract.records import WriteResult
from tests.unit.fake_graph import FakeGraph, Rows
from tests.unit.ingest.building import MOMENT
from tests.unit.ingest.test_pipeline import Engine, episode


def lifecycle(answers: Mapping[str, Any], extractor: Any = None) -> Lifecycle:
    models = Models(extractor or NoneExtractor(), None, HashEmbedder(8))
    return Lifecycle(Engine(FakeGraph(answers), models))


def claimed(**changes: Any) -> Rows:
    row = {
        "id": "e", "content": "Ana works at Acme.", "occurredAt": MOMENT, "kind": "message", "role": None, "source": None,
        "speaker": None, "sessionId": None, "request": None, "recordedAt": MOMENT, "previous": [], "settings": None,
        "status": "extracting", "result": None, "covers": None, "mine": True, "late": False, "waiting": False, "lease": "l",
        "attempts": 1,
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
    own = lifecycle({"queue/claim_one": claimed(), "ingest/finish_episodes": [{"id": "e", "later": []}]}, Broken())
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


async def test_a_dry_run_of_an_episode_that_is_only_stored_says_so() -> None:
    result = await lifecycle({}).dry_run(replace(episode(), skip_extraction=True))
    assert result.episode_id is None
    assert result.warnings == ("It would only be stored.",)
