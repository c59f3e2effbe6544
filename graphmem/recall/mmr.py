"""Maximal marginal relevance: choose results that are good and differ from each other. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from graphmem.recall.ranking import Scored
from graphmem_contract.records import Vector


def diverse(ranked: Sequence[Scored], vectors: Mapping[str, Vector], diversity: float, k: int) -> list[Scored]:
    """Return `k` results by maximal marginal relevance.

    Each next result has the highest (1 - diversity) · relevance - diversity · (similarity to the most similar chosen one).

    Args:
        ranked: best first. Relevance is the score, scaled to 0 (the lowest score) to 1 (the highest).
        vectors: by id, of any length. A result without a vector has similarity 0 to all others.
        diversity: 0 keeps the ranking. 1 counts only similarity after the first result.
    """
    relevance = _min_max([result.score for result in ranked])
    similarity = _cosines([vectors.get(result.id) for result in ranked])
    chosen: list[int] = []
    remaining = list(range(len(ranked)))
    while remaining and len(chosen) < k:
        closest = {i: max((float(similarity[i, j]) for j in chosen), default=0.0) for i in remaining}
        best = max(remaining, key=lambda i: ((1 - diversity) * relevance[i] - diversity * closest[i], -i))
        chosen.append(best)
        remaining.remove(best)
    return [ranked[i] for i in chosen]


def _min_max(scores: Sequence[float]) -> list[float]:
    low, high = min(scores, default=0.0), max(scores, default=0.0)
    return [(s - low) / (high - low) if high > low else 1.0 for s in scores]


def _cosines(vectors: Sequence[Vector | None]) -> NDArray[np.float64]:
    """Return the cosine of every pair, n × n; 0 where one of the two has no vector."""
    size = next((len(v) for v in vectors if v is not None), 1)
    rows = np.array([v if v is not None else [0.0] * size for v in vectors], dtype=np.float64).reshape(-1, size)
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    unit = np.divide(rows, lengths, out=np.zeros_like(rows), where=lengths > 0)
    product: NDArray[np.float64] = unit @ unit.T
    return product
