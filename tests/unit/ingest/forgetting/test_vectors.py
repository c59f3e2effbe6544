"""Texts that lost their vectors are embedded again."""

from __future__ import annotations

from typing import Any

from graphmem.ingest.forgetting.vectors import Unembedded, embed_again
from graphmem.models.hash_embedder import HashEmbedder


class Store:
    """Has one text of each kind, and keeps what is written."""

    def __init__(self) -> None:
        self.written: list[dict[str, Any]] = []

    async def read(self, name: str, **parameters: Any) -> list[dict[str, Any]]:
        return [
            {"kind": "fact", "id": "f", "text": "a b", "before": []},
            {"kind": "episode", "id": "e", "text": "c", "before": ["d", "e"]},
        ]

    async def write(self, name: str, **parameters: Any) -> None:
        self.written += parameters["rows"]


async def test_an_episode_has_a_second_vector_with_the_turns_before() -> None:
    store = Store()
    await embed_again(store, HashEmbedder(), "b", ["f"], ["e"])  # type: ignore[arg-type]
    fact, episode = store.written
    assert fact["vector"] == fact["contextVector"]
    assert episode["vector"] != episode["contextVector"]


async def test_without_an_id_nothing_is_read() -> None:
    store = Store()
    await Unembedded().embed(store, HashEmbedder(), "b")  # type: ignore[arg-type]
    assert store.written == []
