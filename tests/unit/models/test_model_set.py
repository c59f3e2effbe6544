"""The models of a memory as one record."""

from __future__ import annotations

from graphmem.models.hash_embedder import HashEmbedder
from graphmem.models.model_set import Models
from graphmem.models.none_extractor import NoneExtractor
from graphmem.models.summaries import OfflineSummariser
from graphmem.testing.scripted import ScriptedJudge


class Connected(HashEmbedder):
    def __init__(self) -> None:
        super().__init__(8)
        self.closed = 0

    async def aclose(self) -> None:
        self.closed += 1


async def test_models_with_a_connection_are_closed_and_the_others_left_alone() -> None:
    embedder = Connected()
    models = Models(NoneExtractor(), ScriptedJudge(), embedder)
    await models.aclose()
    assert embedder.closed == 1


def test_summaries_are_extracted_where_no_summariser_is_given() -> None:
    models = Models(NoneExtractor(), None, HashEmbedder(8))
    assert isinstance(models.summariser, OfflineSummariser)
    assert models.reranker is None
