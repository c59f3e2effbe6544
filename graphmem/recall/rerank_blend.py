"""Blend the scores of a reranker with the ranking. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from graphmem.recall.decay import DAY_MS
from graphmem.recall.ranking import EpisodeCandidate, FactCandidate, Scored, standardised
from graphmem.recall.recipes import RerankRule

HALF = 0.5
"""The weight of the reranker. Both rankings together are better than the reranker alone."""
NEUTRAL_IMPORTANCE = 0.5
"""The importance of an episode, which has none of its own."""


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
        replace(scored[i], signals={**scored[i].signals, "rerank": scores[i]}).moved_to(place.score, "reranker")
        for place, i in zip(scored, order, strict=True)
    ]
    return [*reordered, *ranked[len(scores) :]]


def judged(ranked: Sequence[Scored], fits: Sequence[float], scores: Sequence[float], rule: RerankRule) -> list[Scored]:
    """Return the results that the rule admits, best first, each with its new score.

    Args:
        ranked: the results; ties keep their order.
        fits: how well each result fits, from 0 to 1.
        scores: the reranker's score of each result, from 0 to 1.
    """
    kept = []
    for result, fit, r in zip(ranked, fits, scores, strict=True):
        score = fit * (rule.base + (1 - rule.base) * r)
        if r >= rule.veto and score >= rule.least:
            signals = {**result.signals, "fit": fit, "rerank": r}
            kept.append(replace(result, signals=signals).moved_to(score, "reranker"))
    return sorted(kept, key=lambda one: -one.score)


def fit_of_fact(fact: FactCandidate, at: int, rule: RerankRule) -> float:
    """Return how well a fact fits, from 0 to 1. `at`: milliseconds since 1970, from where its age counts."""
    return _fit(fact.vector, at - fact.confirmed, fact.importance, rule)


def fit_of_episode(episode: EpisodeCandidate, at: int, rule: RerankRule) -> float:
    """Return how well an episode fits, from 0 to 1: by the nearer of the turn and the turn with those before it."""
    nearest = max((one for one in (episode.turn, episode.context) if one is not None), default=None)
    return _fit(nearest, at - episode.occurred, NEUTRAL_IMPORTANCE, rule)


def _fit(similarity: float | None, age_ms: int, importance: float, rule: RerankRule) -> float:
    cosine = max(0.0, 2 * similarity - 1) if similarity is not None else 0.0
    recency = float(0.5 ** (max(0, age_ms) / DAY_MS / rule.half_life_days))
    return rule.similarity * cosine + rule.recency * recency + rule.importance * importance
