"""The line of stages: what each stage gets and gives, on a graph that answers with given rows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

import pytest

from graphmem.ingest.episodes.input import EpisodeInput
from graphmem.ingest.pipeline import ingest
from graphmem.models.hash_embedder import HashEmbedder
from graphmem.models.model_set import Models
from graphmem.models.none_extractor import NoneExtractor
from graphmem.observability.stage_timer import StageTimer
from graphmem.settings import Settings
from graphmem_contract.errors import ModelError
from graphmem_contract.records import SuppliedEntity, SuppliedExtraction, SuppliedFact
from tests.unit.fake_graph import FakeGraph
from tests.unit.ingest.building import MOMENT

SETTINGS = Settings(_env_file=None)  # type: ignore[call-arg]
NOW = datetime(2025, 1, 1, tzinfo=UTC)
BEGUN = {"revision": 6, "recordedAt": NOW, "unsettled": False, "rules": [], "valued": []}
STAGES = [
    "context", "entity_extract", "fact_extract", "embed", "entity_resolve", "fact_dedup", "temporal", "contradiction",
    "commit", "resolve_to_commit",
]  # fmt: skip


@dataclass(frozen=True)
class Engine:
    """A fake graph and models that answer without a network."""

    store: Any
    models: Models
    settings: Settings = SETTINGS


def engine(embedder: Any = None) -> Engine:
    graph = FakeGraph(
        {
            "ingest/read_names": [{"revision": 5, "state": "then", "external": [], "handled": [], "mentions": []}],
            "ingest/read_facts": [
                {"revision": 5, "taken": [], "values": [], "relations": [], "learnt": [], "claims": [], "touched": []}
            ],
            "ingest/commit": [BEGUN],
            "ingest/finish_episodes": [{"id": "e", "later": []}],
        }
    )
    return Engine(graph, Models(NoneExtractor(), None, embedder or HashEmbedder(8)))


def episode(*, facts: bool = True) -> EpisodeInput:
    said = SuppliedExtraction(
        entities=[SuppliedEntity(name="Ana", type="person"), SuppliedEntity(name="Acme", type="organization")],
        facts=[SuppliedFact(subject="Ana", relation="works_at", object="Acme")] if facts else [],
    )
    return EpisodeInput(
        brain="b", episode_id="e", content="Ana works at Acme.", occurred_at=MOMENT, settings=SETTINGS, extraction=said
    )


async def test_an_episode_passes_the_stages_in_their_order() -> None:
    timer = StageTimer()
    await ingest(episode(), engine(), (), timer)
    assert sorted(timer.stages) == sorted(STAGES)
    assert [name for name in timer.stages if name in STAGES[:4]] == STAGES[:4]


async def test_the_commit_writes_what_the_stages_found() -> None:
    own = engine()
    result = await ingest(episode(), own, (), StageTimer())
    (written,) = own.store.parameters["ingest/commit"]
    assert [row["create"]["name"] for row in written["entities"]] == ["Ana", "Acme"]
    assert [row["props"]["relation"] for row in written["statements"]] == ["works_at"]
    assert written["episodes"] == [{"id": "e", "lease": None}]
    assert (result.status, result.revision, result.episode_id) == ("extracted", 6, "e")


async def test_the_last_statement_keeps_the_trace_and_makes_the_episode_searchable() -> None:
    own = engine()
    await ingest(episode(), own, (), StageTimer())
    (finished,) = own.store.parameters["ingest/finish_episodes"]
    (row,) = finished["episodes"]
    assert row["set"]["status"] == "extracted"
    assert '"stages"' in row["set"]["trace"]
    assert row["vector"] is not None
    assert row["facts"] == "Ana works at Acme"


async def test_a_dry_run_has_no_fence_and_is_rolled_back() -> None:
    own = engine()
    await ingest(episode(), own, (), StageTimer(), dry_run=True)
    assert own.store.parameters["ingest/commit"][0]["episodes"] == []
    assert (own.store.calls["ROLLBACK"], own.store.calls["ingest/finish_episodes"]) == (1, 0)


async def test_texts_are_embedded_in_one_call_before_the_transaction() -> None:
    calls: list[tuple[str, ...]] = []
    own = engine()

    class Counting(HashEmbedder):
        async def embed(self, texts: Any) -> Any:
            assert own.store.calls["COMMIT"] == 0
            calls.append(tuple(texts))
            return await super().embed(texts)

    await ingest(episode(), Engine(own.store, Models(NoneExtractor(), None, Counting(8))), (), StageTimer())
    assert len(calls) == 1
    assert {"Ana", "Acme", "Ana works at Acme", "Ana works at Acme."} <= set(calls[0])


async def test_an_embedder_that_fails_costs_only_the_vectors() -> None:
    class Broken(HashEmbedder):
        async def embed(self, texts: Any) -> Any:
            raise ModelError("The embedder is away.")

    own = engine(Broken(8))
    result = await ingest(episode(), own, (), StageTimer())
    assert [warning for warning in result.warnings if "The embedder is away." in warning] == list(result.warnings)
    assert len(result.warnings) == 1
    assert own.store.calls["COMMIT"] == own.store.calls["ingest/commit"] == own.store.calls["upkeep/vectors_due"] == 1
    assert {entity["vector"] for entity in own.store.parameters["ingest/commit"][0]["entities"]} == {None}


async def test_a_write_with_vectors_leaves_nothing_to_upkeep() -> None:
    own = engine()
    await ingest(episode(), own, (), StageTimer())
    assert own.store.calls["upkeep/vectors_due"] == 0


async def test_a_model_that_fails_leaves_the_graph_alone() -> None:
    class Broken(NoneExtractor):
        async def mentions(self, request: Any) -> Any:
            raise ModelError("The model is away.")

    own = engine()
    with pytest.raises(ModelError):
        await ingest(replace(episode(), extraction=None), own, (), StageTimer(), reader=Broken())
    assert own.store.calls["COMMIT"] == own.store.calls["ingest/commit"] == 0
