"""What is kept of a failure, and what is told where another worker was faster."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from graphmem.ingest.process import EpisodeProcessor, replay
from graphmem.models.hash_embedder import HashEmbedder
from graphmem.models.model_set import Models
from graphmem.models.none_extractor import NoneExtractor
from graphmem_contract.errors import ModelError
from graphmem_contract.records import WriteResult
from tests.unit.fake_graph import FakeGraph, Rows
from tests.unit.ingest.building import MOMENT
from tests.unit.ingest.test_pipeline import Engine


def processor(answers: Mapping[str, Any], extractor: Any = None) -> EpisodeProcessor:
    models = Models(extractor or NoneExtractor(), None, HashEmbedder(8))
    return EpisodeProcessor(Engine(FakeGraph(answers), models))


def claimed(**changes: Any) -> Rows:
    row = {
        "id": "e", "content": "Ana works at Acme.", "occurredAt": MOMENT, "kind": "message", "role": None, "source": None,
        "speaker": None, "sessionId": None, "request": None, "recordedAt": MOMENT, "previous": [], "settings": None,
        "status": "extracting", "result": None, "covers": None, "mine": True, "late": False, "waiting": False, "lease": "l",
        "attempts": 1,
    }  # fmt: skip
    return [row | changes]


class Broken(NoneExtractor):
    """An extractor that is out of order."""

    async def mentions(self, request: Any) -> Any:
        raise ModelError("The model is away.")


async def test_a_failure_is_kept_with_its_stage_and_the_episode_stays_searchable() -> None:
    own = processor({"queue/claim_one": claimed(), "ingest/finish_episodes": [{"id": "e", "later": []}]}, Broken())
    result = await replay(own, "b", "e")
    assert (result.status, result.success) == ("failed", False)
    (row,) = own.engine.store.parameters["ingest/finish_episodes"][0]["episodes"]  # type: ignore[attr-defined]
    assert row["set"]["status"] == "failed"
    assert json.loads(row["set"]["trace"])["failed_stage"] == "entity_extract"
    assert row["vector"] is not None


async def test_a_worker_that_was_overtaken_tells_what_the_other_one_wrote() -> None:
    done = WriteResult(episode_id="e", status="extracted", revision=9).model_dump_json()
    own = processor({"queue/claim_one": claimed(), "queue/state": [{"status": "extracted", "result": done}]}, Broken())
    assert (await replay(own, "b", "e")).revision == 9


async def test_an_episode_that_was_forgotten_meanwhile_is_told_as_forgotten() -> None:
    own = processor({"queue/claim_one": claimed(), "queue/state": [{"status": None, "result": None}]}, Broken())
    assert (await replay(own, "b", "e")).status == "forgotten"
