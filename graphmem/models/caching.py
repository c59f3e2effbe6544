"""The cache that all embedders share: a text is embedded once."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import Final

import numpy as np

from graphmem import metrics
from graphmem.errors import ModelError
from graphmem.models.vector_cache import Array, VectorCache

CACHE_SIZE: Final = 50_000
Digest = bytes
Vectors = dict[Digest, Array]


class CachingEmbedder(ABC):
    """Remembers vectors; a text's vector is computed once, also when it is asked for twice at the same time.

    Vectors are kept as float32 under a digest of the text, the least recently used going first (`cache_size` texts).
    A subclass computes vectors of any length; they leave here at unit length.
    """

    def __init__(self, name: str, dimensions: int, *, cache_size: int = CACHE_SIZE) -> None:
        self.name = name
        self.dimensions = dimensions
        self.computed = 0
        """How many texts were embedded so far, the cache's answers left out."""
        self._cache = VectorCache(dimensions, cache_size)
        self._under_way: dict[tuple[int, Digest], asyncio.Task[Vectors]] = {}

    def __repr__(self) -> str:
        return f"{type(self).__name__}(name={self.name!r}, dimensions={self.dimensions})"

    @abstractmethod
    async def compute(self, texts: Sequence[str]) -> Sequence[Sequence[float] | Array]:
        """One vector a text, in order; the texts differ and there is at least one.

        Raises:
            ModelError: the embedder failed.
        """

    async def aclose(self) -> None:
        """Give back connections, where there are any."""
        return

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """One vector of unit length a text, in order; an empty text has one as well. Shape: len(texts) × dimensions.

        Raises:
            ModelError: the embedder failed, or gave vectors of another number or length.
        """
        digests = [_digest(text) for text in texts]
        vectors = self._cached(digests)
        missing = {digest: text for digest, text in zip(digests, texts, strict=True) if digest not in vectors}
        for task in self._tasks(missing):
            vectors |= await asyncio.shield(task)
        return [vectors[digest].tolist() for digest in digests]

    def _cached(self, digests: Iterable[Digest]) -> Vectors:
        return {digest: vector for digest in digests if (vector := self._cache.get(digest)) is not None}

    def _tasks(self, missing: dict[Digest, str]) -> list[asyncio.Task[Vectors]]:
        """The tasks that bring these vectors: those under way in this event loop, and one for the rest."""
        loop = id(asyncio.get_running_loop())
        tasks = {task: None for digest in missing if (task := self._under_way.get((loop, digest)))}
        rest = {digest: text for digest, text in missing.items() if (loop, digest) not in self._under_way}
        return [*tasks, self._begin(loop, rest)] if rest else list(tasks)

    def _begin(self, loop: int, texts: dict[Digest, str]) -> asyncio.Task[Vectors]:
        keys = [(loop, digest) for digest in texts]
        task = asyncio.create_task(self._fill(texts))
        self._under_way |= dict.fromkeys(keys, task)
        task.add_done_callback(lambda done: self._landed(keys, done))
        return task

    def _landed(self, keys: Iterable[tuple[int, Digest]], task: asyncio.Task[Vectors]) -> None:
        for key in keys:
            self._under_way.pop(key, None)
        if not task.cancelled():
            task.exception()  # read, so that a failure nobody waits for any more is not reported as forgotten

    async def _fill(self, texts: dict[Digest, str]) -> Vectors:
        with metrics.embedding(self.name, len(texts)):
            raw = await self.compute([readable(text) for text in texts.values()])
        if len(raw) != len(texts):
            raise ModelError(f"{self.name} gave {len(raw)} vectors for {len(texts)} texts.")
        vectors = {digest: self._unit(vector) for digest, vector in zip(texts, raw, strict=True)}
        self.computed += len(vectors)
        for digest, vector in vectors.items():
            self._cache.put(digest, vector)
        return vectors

    def _unit(self, vector: Sequence[float] | Array) -> Array:
        array = np.asarray(vector, dtype=np.float32)
        if array.shape != (self.dimensions,):
            raise ModelError(f"{self.name} gave a vector of shape {array.shape}, not of {self.dimensions} numbers.")
        norm = float(np.linalg.norm(array))
        if not np.isfinite(norm) or norm == 0:
            raise ModelError(f"{self.name} gave a vector without a direction.")
        return np.asarray(array / norm, dtype=np.float32)


def readable(text: str) -> str:
    """The text without halves of surrogate pairs, which no encoder takes."""
    return text.encode("utf-8", "replace").decode()


def _digest(text: str) -> Digest:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
