"""The cache that all embedders share: a text is embedded once."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import Final

import numpy as np
from numpy.typing import NDArray

from graphmem.errors import ModelError
from graphmem.observability import metrics

Array = NDArray[np.float32]
BLOCK = 2048
"""Rows that are allocated at once."""


class VectorCache:
    """Vectors by key, `size` at most, the least recently used going first. Shape of a vector: `dimensions`, float32.

    They lie in blocks of their own: thousands of small arrays that stay, between buffers that come and go with every request,
    would keep the allocator from giving memory back.
    """

    def __init__(self, dimensions: int, size: int) -> None:
        self._dimensions = dimensions
        self._size = size
        self._slots: OrderedDict[bytes, int] = OrderedDict()
        self._blocks: list[Array] = []

    def __len__(self) -> int:
        return len(self._slots)

    def get(self, key: bytes) -> Array | None:
        """A copy of the vector, which is now the one used last; None where there is none."""
        slot = self._slots.get(key)
        if slot is None:
            return None
        self._slots.move_to_end(key)
        return self._row(slot).copy()

    def put(self, key: bytes, vector: Array) -> None:
        """Keeps a copy."""
        if self._size <= 0:
            return
        slot = self._slots.pop(key, None)
        if slot is None:
            slot = self._free()
        self._row(slot)[:] = vector
        self._slots[key] = slot

    def _free(self) -> int:
        """A row that nobody has: a new one, or that of the vector which was not used for longest."""
        if len(self._slots) >= self._size:
            return self._slots.popitem(last=False)[1]
        slot = len(self._slots)
        if slot // BLOCK == len(self._blocks):
            self._blocks.append(np.empty((min(BLOCK, self._size - slot), self._dimensions), dtype=np.float32))
        return slot

    def _row(self, slot: int) -> Array:
        row: Array = self._blocks[slot // BLOCK][slot % BLOCK]
        return row


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
