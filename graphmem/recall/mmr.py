"""Results that do not all say the same: maximal marginal relevance. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from graphmem.contract.records import Vector
from graphmem.recall.ranking import Scored


def diverse(ranked: Sequence[Scored], vectors: Mapping[str, Vector], diversity: float, k: int) -> list[Scored]:
    """The `k` that are good and unlike each other: each next one has the most of
    (1 - diversity) · relevance - diversity · likeness to the most alike of those taken.

    Args:
        ranked: best first; relevance is the score, from 0 (the worst of them) to 1.
        vectors: by id, any length; what has none is like nothing.
        diversity: 0 = as ranked, 1 = likeness alone after the first.
    """
    relevance = _from_0_to_1([one.score for one in ranked])
    alike = _likeness([vectors.get(one.id) for one in ranked])
    taken: list[int] = []
    left = list(range(len(ranked)))
    while left and len(taken) < k:
        closest = {i: max((float(alike[i, j]) for j in taken), default=0.0) for i in left}
        best = max(left, key=lambda i: ((1 - diversity) * relevance[i] - diversity * closest[i], -i))
        taken.append(best)
        left.remove(best)
    return [ranked[i] for i in taken]


def _from_0_to_1(scores: Sequence[float]) -> list[float]:
    low, high = min(scores, default=0.0), max(scores, default=0.0)
    return [(s - low) / (high - low) if high > low else 1.0 for s in scores]


def _likeness(vectors: Sequence[Vector | None]) -> NDArray[np.float64]:
    """Cosines of all pairs; 0 where one of the two has no vector."""
    size = next((len(v) for v in vectors if v is not None), 1)
    rows = np.array([v if v is not None else [0.0] * size for v in vectors], dtype=np.float64).reshape(-1, size)
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    unit = np.divide(rows, lengths, out=np.zeros_like(rows), where=lengths > 0)
    product: NDArray[np.float64] = unit @ unit.T
    return product
