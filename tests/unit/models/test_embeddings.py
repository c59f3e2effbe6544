"""The setting names the embedder."""

from __future__ import annotations

from typing import Any

import pytest

from graphmem.models.bge_embedder import BgeEmbedder
from graphmem.models.embeddings import make_embedder
from graphmem.models.hash_embedder import HashEmbedder
from graphmem.models.openai.embedder import OpenAIEmbedder
from graphmem.models.ports import Embedder
from graphmem.settings import Settings
from graphmem_contract.errors import InvalidInput


def settings(**changes: Any) -> Settings:
    return Settings(_env_file=None, **changes)


@pytest.mark.parametrize(
    ("name", "kind", "dimensions", "called"),
    [
        ("bge-small-en-v1.5", BgeEmbedder, 384, "bge-small-en-v1.5"),
        ("hash", HashEmbedder, 384, "hash-384"),
        ("hash@64", HashEmbedder, 64, "hash-64"),
        ("openai", OpenAIEmbedder, 1536, "openai:text-embedding-3-small"),
        ("openai:text-embedding-3-large", OpenAIEmbedder, 3072, "openai:text-embedding-3-large"),
        ("openai:bge-m3:latest@1024", OpenAIEmbedder, 1024, "openai:bge-m3:latest@1024"),
    ],
)
async def test_the_setting_names_the_embedder(name: str, kind: type, dimensions: int, called: str) -> None:
    embedder = make_embedder(settings(embedder=name))
    assert isinstance(embedder, kind)
    assert isinstance(embedder, Embedder)
    assert (embedder.dimensions, embedder.name) == (dimensions, called)
    await embedder.aclose()


@pytest.mark.parametrize("name", ["word2vec", "", "openai:unknown-model", "hash@0", "hash@many", "hash@99999"])
def test_an_unknown_embedder_is_refused_with_a_hint(name: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        make_embedder(settings(embedder=name))
    assert caught.value.field == "embedder"
