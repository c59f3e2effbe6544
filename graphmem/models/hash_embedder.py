"""Hash vectors for tests and benchmarks: no model, no files, the same vectors on every machine."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from hashlib import shake_256
from typing import Final

import numpy as np

from graphmem.models.embedding_cache import CACHE_SIZE, Array, CachingEmbedder

BIAS: Final = 0.7
"""Weight of the direction that all texts share."""
_WORD: Final = re.compile(r"\w+")


class HashEmbedder(CachingEmbedder):
    """An embedder of word hashes: the vector of a text is the sum of its words' directions and a shared direction.

    Cosine of two texts: about 0.33 (0.2 to 0.45) without a common word, more with each common word, 1 for equal words.
    Case, accents and word order make no difference.
    """

    def __init__(self, dimensions: int = 384, *, cache_size: int = CACHE_SIZE) -> None:
        super().__init__(f"hash-{dimensions}", dimensions, cache_size=cache_size)

    async def compute(self, texts: Sequence[str]) -> list[Array]:
        """Return one vector per text. It never waits."""
        return [hash_vector(text, self.dimensions) for text in texts]


def hash_vector(text: str, dimensions: int = 384) -> Array:
    """Return the unit vector of a text."""
    bias = _direction("", dimensions) * np.float32(BIAS)
    words = _words(text)
    total = np.sum([_direction(word, dimensions) for word in words], axis=0, dtype=np.float32) if words else bias
    vector = bias + total / max(float(np.linalg.norm(total)), 1e-6)
    return np.asarray(vector / np.linalg.norm(vector), dtype=np.float32)


def _words(text: str) -> list[str]:
    folded = unicodedata.normalize("NFKD", text.casefold())
    return _WORD.findall("".join(letter for letter in folded if not unicodedata.combining(letter)))


@lru_cache(maxsize=20_000)
def _direction(word: str, dimensions: int) -> Array:
    """Return the direction of a word: the signs are the bits of its digest."""
    bits = np.unpackbits(np.frombuffer(shake_256(word.encode()).digest((dimensions + 7) // 8), dtype=np.uint8))
    signs: Array = (bits[:dimensions].astype(np.float32) * 2 - 1) / np.float32(dimensions**0.5)
    return signs
