"""Each episode of a batch without extraction has its own outcome."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphmem.brain import Brain
from graphmem.engine import Engine
from graphmem.ingest.worker import Workers
from graphmem.models.hash_embedder import HashEmbedder
from graphmem.models.model_set import Models
from graphmem.models.none_extractor import NoneExtractor
from graphmem.settings import Settings
from graphmem_contract.errors import InvalidInput, ModelError
from graphmem_contract.requests import EpisodeRequest
from tests.unit.fake_graph import FakeGraph
from tests.unit.ingest.building import MOMENT


class Broken(HashEmbedder):
    """An embedder that is out of order."""

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        raise ModelError("The embedder is away.")


def brain() -> Brain:
    row = {
        "i": 0, "id": "e", "gone": False, "policy": None, "replayed": False, "late": False, "status": "stored",
        "recordedAt": MOMENT, "previous": [], "settings": None, "result": None, "bodyHash": None,
    }  # fmt: skip
    settings = Settings(_env_file=None)  # type: ignore[call-arg]
    models = Models(NoneExtractor(), None, Broken(8))
    return Brain(Engine(FakeGraph({"ingest/store_episodes": [row]}), models, settings, Workers(0)), "b")  # type: ignore[arg-type]


def request(**more: Any) -> tuple[EpisodeRequest, str | None]:
    return EpisodeRequest.checked(content="Yes.", skip_extraction=True, **more), None


async def test_an_embedder_that_fails_hides_no_error_of_a_request() -> None:
    bad = request(config_overrides={"min_confidence": "lots"})
    outcomes = await brain().episodes.store_verbatim([request(), bad])
    stored, refused = outcomes
    assert isinstance(stored, tuple)
    assert "The embedder is away." in stored[0].warnings[0]
    assert isinstance(refused, InvalidInput)
