"""Blend the scores of a reranker with the ranking. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from graphmem.recall.ranking import Scored, standardised

HALF = 0.5
"""The weight of the reranker. Both rankings together are better than the reranker alone."""


def blended(ranked: Sequence[Scored], scores: Sequence[float], weight: float = HALF) -> list[Scored]:
    """Return the ranking with its first results reordered by both rankings. Each ranking is standardised over these results.

    The results that the reranker did not score follow unchanged. Every rank keeps its score, so that scores still decrease.

    Args:
        ranked: best first.
        scores: the reranker's scores of the first results.
        weight: weight of the reranker. The ranking has 1 - weight.
    """
    scored = list(ranked[: len(scores)])
    own, other = standardised([result.score for result in scored]), standardised(list(scores))
    mixed = [(1 - weight) * a + weight * b for a, b in zip(own, other, strict=True)]
    order = sorted(range(len(scored)), key=lambda i: (-mixed[i], i))
    reordered = [
        replace(scored[i], score=place.score, signals={**scored[i].signals, "rerank": scores[i]})
        for place, i in zip(scored, order, strict=True)
    ]
    return [*reordered, *ranked[len(scores) :]]
