"""Vectors are kept until others are used more."""

from __future__ import annotations

from collections import OrderedDict

import numpy as np
import pytest
from hypothesis import given, strategies as st

from graphmem.models import embedding_cache as vector_cache
from graphmem.models.embedding_cache import VectorCache


def vector(number: int) -> vector_cache.Array:
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
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(vector_cache, "BLOCK", 2)
        cache, model = VectorCache(3, size), OrderedDict[bytes, int]()
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
