"""An embedding server: batches, order, blank texts, and failures."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from graphmem.models.embeddings import make_embedder
from graphmem.settings import Settings
from graphmem.testing.scripted_server import Reply, ScriptedServer
from graphmem_contract.errors import ModelAnswerTooLarge, ModelError, ModelRefused, ModelTimeout
from tests.unit.openai_case import KEY


def cosine(one: Sequence[float], other: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


def settings(**changes: Any) -> Settings:
    return Settings(_env_file=None, **changes)


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
        (Reply(raw=b'{"data": [{"embedding": [1' + b"0" * 400 + b"]}]}"), ModelError),
        (Reply("no such model", status=404), ModelRefused),
        (Reply("busy", status=503, headers={"retry-after": "0"}), ModelError),
        (Reply(drop=True), ModelError),
        (Reply(raw=b"{}", delay=20), ModelTimeout),
        (Reply(raw=b"{}" * 100, drip=0.1), ModelTimeout),
        (Reply(raw=b"[0.5, " * 100_000, endless=True), ModelAnswerTooLarge),
        (Reply("busy " * 100_000, status=503, endless=True), ModelAnswerTooLarge),
    ],
)
async def test_a_misbehaving_embedding_server_is_a_model_error(reply: Reply, error: type[ModelError]) -> None:
    with ScriptedServer(embeddings=lambda texts: reply) as server, pytest.raises(ModelError) as caught:
        await embedded(server, ["a"], extraction_timeout_sec=2.0)
    assert type(caught.value) is error


async def test_the_longest_vectors_of_a_full_batch_are_read() -> None:
    """Every number with as many digits as a double may have."""
    number = "-2.2250738585072014e-308"
    vector = f"[{', '.join([number] * 3071)}, 1]"
    data = b", ".join(f'{{"embedding": {vector}}}'.encode() for _ in range(128))
    reply = Reply(raw=b'{"data": [' + data + b"]}")
    with ScriptedServer(embeddings=lambda texts: reply) as server:
        vectors = await embedded(server, [str(n) for n in range(128)], embedder="openai:text-embedding-3-large")
    assert len(vectors) == 128


@pytest.mark.parametrize(
    "told",
    [
        Reply(raw=f"<html>Authorization: Bearer {KEY}</html>".encode()),
        Reply(raw=f'{{"data": "{KEY}"}}'.encode()),
        Reply(f"Incorrect API key provided: {KEY}", status=401),
        Reply(f"busy, {KEY}", status=503, headers={"retry-after": "0"}),
    ],
)
async def test_the_key_that_a_server_repeats_is_in_no_error(told: Reply) -> None:
    with ScriptedServer(embeddings=lambda texts: told) as server, pytest.raises(ModelError) as caught:
        await embedded(server, ["a"], openai_api_key=KEY)
    assert KEY not in str(caught.value)
    assert "***" in str(caught.value)
