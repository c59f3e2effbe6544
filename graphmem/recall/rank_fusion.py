"""Weighted rank fusion: only the rank in each list counts, not the score. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

K = 10
"""The rank constant: a smaller one favours the first ranks. 10 was measured to be far better than the usual 60."""


def fused_ranks(lists: Iterable[tuple[float, Sequence[float | None]]], ids: Sequence[str]) -> list[float]:
    """Return for every candidate the sum over the lists of weight / (10 + rank).

    Ranks begin at 1. Ties are broken by id. A list that lacks a candidate adds 0 to it.

    Args:
        lists: (weight, scores). `scores` has one entry per id, None where the list does not have it.
    """
    total = [0.0] * len(ids)
    for weight, scores in lists:
        for index, rank in _ranks(scores, ids) if weight else ():
            total[index] += weight / (K + rank)
    return total


def _ranks(scores: Sequence[float | None], ids: Sequence[str]) -> list[tuple[int, int]]:
    """Return (index, rank) of every hit, best first."""
    hits = [(score, index) for index, score in enumerate(scores) if score is not None]
    hits.sort(key=lambda hit: (-hit[0], ids[hit[1]]))
    return [(index, rank) for rank, (_, index) in enumerate(hits, 1)]
