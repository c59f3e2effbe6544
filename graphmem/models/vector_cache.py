"""Vectors of the texts that came last."""

from __future__ import annotations

from collections import OrderedDict

import numpy as np
from numpy.typing import NDArray

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
