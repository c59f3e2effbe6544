"""Groups of texts that say much the same, by their vectors. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

ALIKE = 0.70
"""Cosine from which two texts are alike."""
FEWEST = 5
"""Texts that make a group."""


def alike_groups(vectors: Mapping[str, Sequence[float]]) -> list[tuple[str, ...]]:
    """Return groups of ids. In the order of the ids each one that is free gathers all that are free and alike to it.

    Ids grow with time, so a text that comes later joins a group and does not begin another one in its place.
    """
    ids = sorted(vectors)
    if len(ids) < FEWEST:
        return []
    matrix = np.asarray([vectors[id_] for id_ in ids], dtype=np.float32)
    matrix /= np.maximum(np.linalg.norm(matrix, axis=1, keepdims=True), 1e-12)
    free = np.ones(len(ids), dtype=bool)
    groups = []
    for number in range(len(ids)):
        if free[number]:
            near = np.flatnonzero(free & (matrix @ matrix[number] >= ALIKE - 1e-6))
            if len(near) >= FEWEST:
                groups.append(tuple(ids[n] for n in near))
                free[near] = False
    return groups
