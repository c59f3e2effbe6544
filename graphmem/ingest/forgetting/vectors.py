"""Make the vectors again that requests to forget have cleared: of the texts that are left, after the transaction."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from graphmem.graph.store import Store
from graphmem.graph.transaction import Row
from graphmem.graph.vectors.bolt import bolt
from graphmem.models.ports import Embedder

EMBEDDED_TOGETHER = 64
BEFORE_CHARS = 400
"""Characters of a turn that the context of the following turns includes, as in ingest/episodes/chunks.py."""
CONTEXT_CHARS = 1_200
"""A longer turn has no context, as in ingest/episodes/chunks.py."""


@dataclass(slots=True)
class Unembedded:
    """Ids of facts and episodes that a transaction has left without their vectors."""

    facts: set[str] = field(default_factory=set)
    episodes: set[str] = field(default_factory=set)

    async def embed(self, store: Store, embedder: Embedder, brain: str) -> None:
        """Make their vectors, after the transaction."""
        if self.facts or self.episodes:
            await embed_again(store, embedder, brain, self.facts, self.episodes)


async def embed_again(
    store: Store, embedder: Embedder, brain: str, facts: Iterable[str], episodes: Iterable[str]
) -> None:
    """Embed the texts that are left, where they have no vector. Until then they are found by their words only."""
    rows = await store.read("forgetting/unembedded", brain=brain, facts=sorted(facts), episodes=sorted(episodes))
    for start in range(0, len(rows), EMBEDDED_TOGETHER):
        some = rows[start : start + EMBEDDED_TOGETHER]
        texts = list(dict.fromkeys(text for row in some for text in _texts(row)))
        vectors = dict(zip(texts, map(bolt, await embedder.embed(texts)), strict=True))
        written = [
            {
                "kind": row["kind"],
                "id": row["id"],
                "text": row["text"],
                "vector": vectors[_texts(row)[0]],
                "contextVector": vectors[_texts(row)[-1]],
            }
            for row in some
        ]
        await store.write("forgetting/embed", brain=brain, rows=written)


def _texts(row: Row) -> Sequence[str]:
    """Return the text of a row, and the text with the turns before it, for an episode."""
    text: str = row["text"]
    if not row["before"] or len(text) > CONTEXT_CHARS:
        return (text,)
    return text, "\n".join((*(earlier[:BEFORE_CHARS] for earlier in reversed(row["before"])), text))
