"""Hash vectors: the same on every machine, and closer the more words two texts share."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import pytest

from graphmem.models.hash_embedder import HashEmbedder


def cosine(one: Sequence[float], other: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


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
