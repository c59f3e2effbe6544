"""Embedders: a text is embedded once, alone, at unit length, and the same everywhere."""

from __future__ import annotations

import asyncio
import json
import math
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from graphmem.errors import InvalidInput, ModelError, ModelRefused, ModelTimeout, SetupError
from graphmem.models.bge_embedder import BgeEmbedder
from graphmem.models.embedding_cache import CachingEmbedder
from graphmem.models.embeddings import make_embedder
from graphmem.models.hash_embedder import HashEmbedder
from graphmem.models.openai.embedder import OpenAIEmbedder
from graphmem.models.ports import Embedder
from graphmem.settings import Settings
from graphmem.testing.scripted_server import Reply, ScriptedServer


def cosine(one: Sequence[float], other: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


def settings(**changes: Any) -> Settings:
    return Settings(_env_file=None, **changes)


class Counting(CachingEmbedder):
    """Takes a moment, counts, and can fail."""

    def __init__(self, *, cache_size: int = 10, error: Exception | None = None, vector: Any = (3.0, 4.0)) -> None:
        super().__init__("counting", 2, cache_size=cache_size)
        self.asked: list[str] = []
        self.begun = asyncio.Event()
        self.error = error
        self.vector = vector

    async def compute(self, texts: Sequence[str]) -> list[Any]:
        self.asked += texts
        self.begun.set()
        await asyncio.sleep(0.05)
        if self.error:
            raise self.error
        return [self.vector for _ in texts]


# ------------------------------------------------------------------ the cache


async def test_a_text_is_embedded_once() -> None:
    embedder = Counting()
    first = await embedder.embed(["a", "b", "a"])
    assert first == [[pytest.approx(0.6), pytest.approx(0.8)]] * 3
    await embedder.embed(["b", "c"])
    assert embedder.asked == ["a", "b", "c"]
    assert embedder.computed == 3
    assert await embedder.embed([]) == []


async def test_a_text_asked_for_twice_at_once_is_embedded_once() -> None:
    embedder = Counting()
    await asyncio.gather(*(embedder.embed(["a", f"own {n}"]) for n in range(10)))
    assert embedder.asked.count("a") == 1
    assert len(embedder.asked) == 11


async def test_a_caller_that_is_cancelled_takes_nothing_from_the_others() -> None:
    embedder = Counting()
    first = asyncio.create_task(embedder.embed(["a"]))
    second = asyncio.create_task(embedder.embed(["a"]))
    await embedder.begun.wait()
    first.cancel()
    assert len(await second) == 1
    assert embedder.asked == ["a"]


async def test_a_failure_reaches_every_caller_and_is_not_kept() -> None:
    embedder = Counting(error=ModelError("down"))
    results = await asyncio.gather(embedder.embed(["a"]), embedder.embed(["a"]), return_exceptions=True)
    assert all(isinstance(one, ModelError) for one in results)
    embedder.error = None
    assert len(await embedder.embed(["a"])) == 1


async def test_the_least_recently_used_text_goes_first() -> None:
    embedder = Counting(cache_size=2)
    for text in ("a", "b", "a", "c", "a", "b"):
        await embedder.embed([text])
    assert embedder.asked == ["a", "b", "c", "b"]


async def test_a_call_larger_than_the_cache_is_answered_all_the_same() -> None:
    assert len(await Counting(cache_size=1).embed([str(n) for n in range(9)])) == 9
    assert len(await Counting(cache_size=0).embed(["a", "b"])) == 2


@pytest.mark.parametrize("vector", [(1.0,), (0.0, 0.0), (math.nan, 1.0), (math.inf, 1.0)])
async def test_a_vector_of_another_length_or_without_direction_is_an_error(vector: tuple[float, ...]) -> None:
    with pytest.raises(ModelError):
        await Counting(vector=vector).embed(["a"])


def test_one_embedder_serves_one_event_loop_after_another() -> None:
    embedder = Counting()
    for text in ("a", "b", "a"):
        asyncio.run(embedder.embed([text]))
    assert embedder.asked == ["a", "b"]


# ------------------------------------------------------------------ hash vectors


async def test_hash_vectors_are_the_same_on_every_machine() -> None:
    (vector,) = await HashEmbedder().embed(["Ana works at Acme"])
    assert len(vector) == 384
    assert cosine(vector, vector) == pytest.approx(1)
    assert vector[:3] == pytest.approx(PINNED, abs=1e-6)


PINNED = [-0.0705767, 0.0291936, -0.1119597]


async def test_unrelated_texts_are_about_a_third_alike_and_shared_words_bring_them_closer() -> None:
    texts = [f"w{n}a w{n}b w{n}c w{n}d" for n in range(40)]
    vectors = await HashEmbedder().embed(texts)
    alike = [cosine(one, other) for one, other in combinations(vectors, 2)]
    assert 0.30 < sum(alike) / len(alike) < 0.36
    assert sum(0.2 < one < 0.45 for one in alike) > 0.99 * len(alike)
    one, two, three = await HashEmbedder().embed(["Ana works at Acme", "Bob works at Acme", "Ana plays the piano"])
    assert cosine(one, two) > cosine(one, three) + 0.2


async def test_case_accents_and_order_make_no_difference_to_hash_vectors() -> None:
    one, other = await HashEmbedder().embed(["João mora em São Paulo", "sao paulo EM joao MORA"])
    assert cosine(one, other) == pytest.approx(1)


# ------------------------------------------------------------------ bge


@pytest.fixture(scope="module")
def bge() -> BgeEmbedder:
    return BgeEmbedder()


async def test_bge_knows_the_same_in_other_words(bge: BgeEmbedder) -> None:
    texts = ["Ana works at Acme", "Ana is employed by Acme", "The weather in Lisbon is fine"]
    one, two, three = await bge.embed(texts)
    assert len(one) == 384
    assert cosine(one, one) == pytest.approx(1, abs=1e-5)
    assert cosine(one, two) > 0.85
    assert cosine(one, three) < 0.6


async def test_a_bge_vector_does_not_depend_on_its_batch(bge: BgeEmbedder) -> None:
    texts = [f"sentence {n} " + "long " * n for n in range(12)]
    together = await bge.embed(texts)
    fresh = BgeEmbedder()
    assert [(await fresh.embed([text]))[0] for text in texts] == together


async def test_bge_takes_empty_long_and_broken_texts(bge: BgeEmbedder) -> None:
    long = "word " * 600
    vectors = await bge.embed(["", " ", long, long + "and more", "\ud800", "\x00", "日本語 🎉"])
    assert all(cosine(one, one) == pytest.approx(1, abs=1e-5) for one in vectors)
    assert vectors[2] == vectors[3], "cut at 512 tokens"


async def test_the_loop_is_free_while_bge_works(bge: BgeEmbedder) -> None:
    await bge.embed(["warm"])
    work = asyncio.create_task(bge.embed([f"text {n} " + "word " * 300 for n in range(40)]))
    turns = 0
    while not work.done():
        await asyncio.sleep(0.001)
        turns += 1
    assert turns > 20, "others had their turn while it worked"


@pytest.mark.parametrize("content", [b"", b"not a zip"])
async def test_a_broken_jar_says_what_to_do(tmp_path: Path, content: bytes) -> None:
    jar = tmp_path / "model.jar"
    jar.write_bytes(content)
    with pytest.raises(SetupError, match="delete it"):
        await BgeEmbedder(jar).embed(["a"])


async def test_a_jar_without_the_model_says_what_is_missing(tmp_path: Path) -> None:
    jar = tmp_path / "model.jar"
    with ZipFile(jar, "w") as archive:
        archive.writestr("README", "nothing here")
    with pytest.raises(SetupError, match=r"\.onnx"):
        await BgeEmbedder(jar).embed(["a"])


# ------------------------------------------------------------------ an embedding server


async def embedded(server: ScriptedServer, texts: list[str], **changes: Any) -> list[list[float]]:
    values = {"openai_base_url": server.base_url, "embedder": "openai:text-embedding-3-small", **changes}
    embedder = make_embedder(settings(**values))
    try:
        return await embedder.embed(texts)
    finally:
        await embedder.aclose()


async def test_vectors_come_in_the_order_of_the_texts_whatever_order_the_server_sends() -> None:
    data = [{"index": 1, "embedding": [0, 2, *[0] * 6]}, {"index": 0, "embedding": [5, *[0] * 7]}]
    reply = Reply(raw=json.dumps({"data": data}).encode())
    with ScriptedServer(embeddings=lambda texts: reply) as server:
        one, two = await embedded(server, ["a", "b"], embedder="openai:tiny@8")
    assert (one[:2], two[:2]) == ([1.0, 0.0], [0.0, 1.0])


async def test_texts_are_sent_in_batches_and_cut() -> None:
    with ScriptedServer() as server:
        vectors = await embedded(server, [f"text {n}" for n in range(300)])
        assert [len(one.body["input"]) for one in server.requests] == [128, 128, 44]
        assert len({tuple(one) for one in vectors}) == 300
        assert server.requests[0].body["model"] == "text-embedding-3-small"
        assert "dimensions" not in server.requests[0].body
        await embedded(server, ["x" * 9_000, "y"])
        assert [len(text) for text in server.requests[-1].body["input"]] == [6_000, 1]


async def test_a_blank_text_has_a_vector_and_is_never_sent() -> None:
    with ScriptedServer() as server:
        blank, also, text = await embedded(server, ["", " \n", "tea"])
        assert server.requests[0].body["input"] == ["tea"]
        assert await embedded(server, [""]) == [blank]
        assert len(server.requests) == 1
    assert blank == also
    assert cosine(blank, blank) == pytest.approx(1)
    assert abs(cosine(blank, text)) < 0.3


async def test_dimensions_shorten_what_can_be_shortened() -> None:
    with ScriptedServer(dimensions=256) as server:
        (vector,) = await embedded(server, ["a"], embedder="openai:text-embedding-3-large@256")
        assert server.requests[0].body["dimensions"] == 256
        assert len(vector) == 256


@pytest.mark.parametrize(
    ("reply", "error"),
    [
        (Reply(raw=b"<html>"), ModelError),
        (Reply(raw=b'{"data": []}'), ModelError),
        (Reply(raw=b'{"data": [{"embedding": null}]}'), ModelError),
        (Reply(raw=b'{"data": [{"embedding": ["x"]}]}'), ModelError),
        (Reply(raw=b'{"data": [{"embedding": [1, 2]}]}'), ModelError),
        (Reply("no such model", status=404), ModelRefused),
        (Reply("busy", status=503, headers={"retry-after": "0"}), ModelError),
        (Reply(drop=True), ModelError),
        (Reply(raw=b"{}", delay=20), ModelTimeout),
    ],
)
async def test_a_misbehaving_embedding_server_is_a_model_error(reply: Reply, error: type[ModelError]) -> None:
    with ScriptedServer(embeddings=lambda texts: reply) as server, pytest.raises(ModelError) as caught:
        await embedded(server, ["a"], extraction_timeout_sec=2.0)
    assert type(caught.value) is error


# ------------------------------------------------------------------ by name


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
