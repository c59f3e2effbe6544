"""The local embedder: a vector does not depend on its batch, and texts of any kind have one."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from zipfile import ZipFile

import pytest

from graphmem.models.bge_embedder import BgeEmbedder
from graphmem.processes.owners import working_for
from graphmem_contract.errors import SetupError


def cosine(one: Sequence[float], other: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


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


async def embedded(bge: BgeEmbedder, owner: str, texts: Sequence[str]) -> list[list[float]]:
    with working_for(owner):
        return await bge.embed(texts)


async def test_a_brain_that_embeds_thousands_of_texts_does_not_delay_a_question_of_another(bge: BgeEmbedder) -> None:
    many = [asyncio.create_task(embedded(bge, "busy", [f"call {c} text {n}" for n in range(200)])) for c in range(10)]
    await asyncio.sleep(0.01)
    before = bge.computed
    await embedded(bge, "quiet", ["Where does Ana work?", "call 3 text 150"])
    assert bge.computed == before + 2, "no call of the other brain had ended"
    await asyncio.gather(*many)


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
