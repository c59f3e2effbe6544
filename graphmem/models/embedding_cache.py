"""The vector cache of all embedders: the vector of a text is computed once."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import Final

import numpy as np
from numpy.typing import NDArray

from graphmem.observability import metrics
from graphmem.processes.owners import present_owner
from graphmem_contract.errors import ModelError

Array = NDArray[np.float32]
BLOCK = 2048
"""Rows per allocated block."""


class VectorCache:
    """An LRU cache of at most `size` vectors by key. Shape of a vector: `dimensions`, float32. `block`: rows per block.

    The vectors lie in large blocks. Thousands of small long-lived arrays between short-lived request buffers would
    fragment the heap, and the allocator could not return memory to the system.
    """

    def __init__(self, dimensions: int, size: int, *, block: int = BLOCK) -> None:
        self._dimensions = dimensions
        self._size = size
        self._block = block
        self._slots: OrderedDict[bytes, int] = OrderedDict()
        self._blocks: list[Array] = []

    def __len__(self) -> int:
        return len(self._slots)

    def get(self, key: bytes) -> Array | None:
        """Return a copy of the vector and mark it as most recently used; None if the key is unknown."""
        slot = self._slots.get(key)
        if slot is None:
            return None
        self._slots.move_to_end(key)
        return self._row(slot).copy()

    def put(self, key: bytes, vector: Array) -> None:
        """Store a copy of the vector. The least recently used vector is dropped if the cache is full."""
        if self._size <= 0:
            return
        slot = self._slots.pop(key, None)
        if slot is None:
            slot = self._free_slot()
        self._row(slot)[:] = vector
        self._slots[key] = slot

    def _free_slot(self) -> int:
        """Return an unused row, or the row of the least recently used vector."""
        if len(self._slots) >= self._size:
            return self._slots.popitem(last=False)[1]
        slot = len(self._slots)
        if slot // self._block == len(self._blocks):
            self._blocks.append(np.empty((min(self._block, self._size - slot), self._dimensions), dtype=np.float32))
        return slot

    def _row(self, slot: int) -> Array:
        row: Array = self._blocks[slot // self._block][slot % self._block]
        return row


CACHE_SIZE: Final = 50_000
AT_ONCE: Final = 1_000
"""Vectors that are handled before others are answered."""
Digest = bytes
Vectors = dict[Digest, Array]
_Key = tuple[int, str, Digest]
"""The event loop, the owner and the text of a running computation."""


class CachingEmbedder(ABC):
    """Base class of embedders with a cache. Concurrent requests of one owner for the same text share one computation.

    Requests of different owners share none while it runs: one would wait for all texts of the other.

    Vectors are kept as float32 under a digest of the text, in an LRU cache of `cache_size` texts.
    A subclass may compute vectors of any norm; `embed` returns unit vectors.
    """

    def __init__(self, name: str, dimensions: int, *, cache_size: int = CACHE_SIZE) -> None:
        self.name = name
        self.dimensions = dimensions
        self.computed = 0
        """Number of texts embedded so far, without cache hits."""
        self._cache = VectorCache(dimensions, cache_size)
        self._running: dict[_Key, asyncio.Task[Vectors]] = {}

    def __repr__(self) -> str:
        return f"{type(self).__name__}(name={self.name!r}, dimensions={self.dimensions})"

    @abstractmethod
    async def compute(self, texts: Sequence[str]) -> Sequence[Sequence[float] | Array]:
        """Return one vector per text, in order. The texts are distinct, and there is at least one.

        Raises:
            ModelError: The embedder failed.
        """

    async def aclose(self) -> None:
        """Close connections, if there are any."""
        return

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """Return one unit vector per text, in order, also for an empty text. Shape: len(texts) × dimensions.

        Raises:
            ModelError: The embedder failed, or returned a wrong number of vectors or vectors of a wrong length.
        """
        digests = [_digest(text) for text in texts]
        vectors = self._cached(digests)
        missing = {digest: text for digest, text in zip(digests, texts, strict=True) if digest not in vectors}
        for task in self._tasks(missing):
            vectors |= await asyncio.shield(task)
        return await _as_lists([vectors[digest] for digest in digests])

    def _cached(self, digests: Iterable[Digest]) -> Vectors:
        return {digest: vector for digest in digests if (vector := self._cache.get(digest)) is not None}

    def _tasks(self, missing: dict[Digest, str]) -> list[asyncio.Task[Vectors]]:
        """Return the tasks that compute these vectors: running tasks of this event loop, and a new one for the rest."""
        here = id(asyncio.get_running_loop()), present_owner()
        tasks = {task: None for digest in missing if (task := self._running.get((*here, digest)))}
        rest = {digest: text for digest, text in missing.items() if (*here, digest) not in self._running}
        return [*tasks, self._start_task(here, rest)] if rest else list(tasks)

    def _start_task(self, here: tuple[int, str], texts: dict[Digest, str]) -> asyncio.Task[Vectors]:
        keys = [(*here, digest) for digest in texts]
        task = asyncio.create_task(self._compute_vectors(texts))
        self._running |= dict.fromkeys(keys, task)
        task.add_done_callback(lambda done: self._finish_task(keys, done))
        return task

    def _finish_task(self, keys: Iterable[_Key], task: asyncio.Task[Vectors]) -> None:
        for key in keys:
            self._running.pop(key, None)
        if not task.cancelled():
            task.exception()  # mark as retrieved: asyncio must not log a failure that no caller awaits any more

    async def _compute_vectors(self, texts: dict[Digest, str]) -> Vectors:
        with metrics.embedding(self.name, len(texts)):
            raw = await self.compute([readable(text) for text in texts.values()])
        if len(raw) != len(texts):
            raise ModelError(f"{self.name} gave {len(raw)} vectors for {len(texts)} texts.")
        vectors: Vectors = {}
        for n, (digest, vector) in enumerate(zip(texts, raw, strict=True), start=1):
            vectors[digest] = self._unit(vector)
            if n % AT_ONCE == 0:
                await asyncio.sleep(0)
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


async def _as_lists(vectors: Sequence[Array]) -> list[list[float]]:
    """Return vectors as lists of floats; between many of them, others are answered."""
    lists: list[list[float]] = []
    for begin in range(0, len(vectors), AT_ONCE):
        lists += (vector.tolist() for vector in vectors[begin : begin + AT_ONCE])
        if begin + AT_ONCE < len(vectors):
            await asyncio.sleep(0)
    return lists


def readable(text: str) -> str:
    """Return the text with lone surrogates replaced. No encoder accepts them."""
    return text.encode("utf-8", "replace").decode()


def _digest(text: str) -> Digest:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
