"""The cache of vectors: a text is embedded once, and the least recently used vector goes first."""

from __future__ import annotations

import asyncio
import math
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from graphmem.models.embedding_cache import Array, CachingEmbedder, VectorCache, readable
from graphmem.processes.owners import working_for
from graphmem_contract.errors import ModelError


def vector(number: int) -> Array:
    return np.full(3, number, dtype=np.float32)


def test_what_was_put_comes_back_and_is_nobody_elses() -> None:
    cache, given_ = VectorCache(3, 5), vector(1)
    cache.put(b"one", given_)
    given_[0] = 9
    first = cache.get(b"one")
    assert first is not None
    first[1] = 9
    assert np.array_equal(cache.get(b"one"), vector(1))  # type: ignore[arg-type]
    assert cache.get(b"other") is None


def test_nothing_is_kept_where_there_is_no_room() -> None:
    cache = VectorCache(3, 0)
    cache.put(b"one", vector(1))
    assert (len(cache), cache.get(b"one")) == (0, None)


@given(
    size=st.integers(1, 7),
    steps=st.lists(st.tuples(st.booleans(), st.integers(0, 9), st.integers(0, 99)), max_size=60),
)
def test_the_least_recently_used_goes_first(size: int, steps: list[tuple[bool, int, int]]) -> None:
    cache, model = VectorCache(3, size, block=2), OrderedDict[bytes, int]()
    for puts, name, number in steps:
        key = bytes([name])
        if puts:
            cache.put(key, vector(number))
            model[key] = number
            model.move_to_end(key)
            if len(model) > size:
                model.popitem(last=False)
        else:
            found = cache.get(key)
            assert (found is None) == (key not in model)
            if found is not None:
                assert np.array_equal(found, vector(model[key]))
                model.move_to_end(key)
        assert len(cache) == len(model) <= size


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


async def test_nobody_waits_for_the_running_texts_of_another_owner() -> None:
    embedder = Counting()
    with working_for("ana"):
        other = asyncio.create_task(embedder.embed(["a", "b"]))
    await embedder.begun.wait()
    with working_for("bruno"):
        assert len(await embedder.embed(["a"])) == 1
    assert embedder.asked == ["a", "b", "a"]
    await other


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


def test_half_of_a_surrogate_pair_is_replaced() -> None:
    assert readable("a\ud800b") == "a?b"
    assert readable("🎉 é") == "🎉 é"
