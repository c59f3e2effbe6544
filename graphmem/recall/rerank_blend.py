"""A second look at the best results by a reranker, blended with the ranking. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from graphmem.recall.ranking import Scored, standardised

HALF = 0.5
"""What the reranker's word counts beside the ranking's: alone it is worse than both together."""


def blended(ranked: Sequence[Scored], scores: Sequence[float], weight: float = HALF) -> list[Scored]:
    """The first ones in the order of both rankings, each standardised over them; those that were not read again follow.

    Args:
        ranked: best first. scores: the reranker's, for as many of the first as it has read.
        weight: what the reranker counts; the rest is the ranking's.
    Every place keeps its score, so that scores still fall from the first to the last.
    """
    read = list(ranked[: len(scores)])
    own, other = standardised([one.score for one in read]), standardised(list(scores))
    mixed = [(1 - weight) * a + weight * b for a, b in zip(own, other, strict=True)]
    order = sorted(range(len(read)), key=lambda i: (-mixed[i], i))
    told = [
        replace(read[i], score=place.score, signals={**read[i].signals, "rerank": scores[i]})
        for place, i in zip(read, order, strict=True)
    ]
    return [*told, *ranked[len(scores) :]]
