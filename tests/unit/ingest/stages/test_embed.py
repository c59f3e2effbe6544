"""The vectors of a batch and the search columns of its episode."""

from __future__ import annotations

from typing import Any

from graphmem.claims import Claim
from graphmem.ingest.episodes.input import EpisodeInput
from graphmem.ingest.stages.batch import Batch
from graphmem.ingest.stages.embed import embed_batch
from graphmem.ingest.vectors import Embedded
from graphmem_contract.records import Message
from tests.unit.ingest.building import MOMENT
from tests.unit.ingest.claim_building import settings, source
from tests.unit.ingest.stages.test_batch import CountingEmbedder

BATCH = Batch((), ((Claim("Ana", "likes", "tea", "Ana likes tea"), source()),), {})


def episode(content: str, **more: Any) -> EpisodeInput:
    given = {"speaker": "Ana", **more}
    return EpisodeInput("b", "e", content, MOMENT, given.pop("settings", settings()), **given)


async def test_a_short_episode_is_embedded_alone_and_with_the_turns_before_it() -> None:
    embedder = CountingEmbedder()
    batch, columns = await embed_batch(episode("I like tea"), BATCH, ["nearest", "far"], embedder)
    assert embedder.calls == [["Ana", "Ana likes tea", "Ana: I like tea", "far\nnearest\nAna: I like tea"]]
    assert set(batch.vectors) == set(embedder.calls[0])
    assert columns["chunks"] == []
    assert columns["vector"] is not None
    assert columns["contextVector"] is not None


async def test_a_text_that_has_a_vector_is_not_embedded_again() -> None:
    embedder = CountingEmbedder()
    batch, _ = await embed_batch(episode("I like tea"), BATCH, [], embedder, Embedded({"Ana likes tea": [9.0]}))
    assert embedder.calls == [["Ana", "Ana: I like tea"]]
    assert batch.vectors["Ana likes tea"] == [9.0]


async def test_long_content_is_embedded_by_its_chunks() -> None:
    long = " ".join(f"Sentence number {n}." for n in range(60))
    embedder = CountingEmbedder()
    _, columns = await embed_batch(episode(long, settings=settings(chunk_chars=500)), BATCH, [], embedder)
    contents = [row["props"]["content"] for row in columns["chunks"]]
    assert len(contents) > 1
    assert set(contents) <= set(embedder.calls[0])
    assert (columns["vector"], columns["contextVector"]) == (None, None)
    assert f"Ana: {long}" not in embedder.calls[0]


async def test_a_chat_that_is_kept_verbatim_is_embedded_turn_by_turn() -> None:
    messages = (Message(content="I like tea", name="Ana"), Message(content="So do I", name="Bruno"))
    chat = episode("x", messages=messages, settings=settings(mode="hybrid"), speaker=None)
    embedder = CountingEmbedder()
    _, columns = await embed_batch(chat, Batch((), (), {}), [], embedder)
    assert [row["props"]["content"] for row in columns["chunks"]] == ["I like tea", "So do I"]
    assert embedder.calls == [["Ana: I like tea", "Bruno: So do I", "Ana: I like tea\nBruno: So do I"]]
