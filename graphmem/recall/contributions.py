"""What each signal adds to the score of a candidate. Pure; only an explained recall computes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphmem.recall.query_analysis import Question
from graphmem.recall.rank_fusion import fused_ranks
from graphmem.recall.ranking import (
    NO_LINKS,
    EpisodeCandidate,
    FactCandidate,
    WeightedList,
    cold_losses,
    episode_extras,
    episode_lists,
    fact_extras,
    fact_lists,
    fused,
    gap_of,
    with_neighbours,
)
from graphmem.recall.recipes import EpisodeWeights, FactWeights

Contributions = dict[str, dict[str, float]]
"""By candidate id, what each signal adds. The sum is the score of `rank_facts` or `rank_episodes`."""
BESIDE = "beside"
"""The signal of the turns before and after an episode."""


def fact_contributions(
    candidates: Sequence[FactCandidate],
    question: Question,
    weights: FactWeights,
    at: int,
    linked: Mapping[str, float] = NO_LINKS,
    asked: Mapping[str, float] = NO_LINKS,
) -> Contributions:
    """Return the parts of the scores of `rank_facts`, with the same arguments."""
    lists, ids = fact_lists(candidates, weights), [one.id for one in candidates]
    if weights.by_rank:
        found = _by_candidate(ids, _fused_parts(lists, ids))
    else:
        parts = _list_parts(lists, len(ids))
        gap = gap_of(_sums(parts, len(ids)))
        found = _by_candidate(ids, _divided(parts, gap))
        for one in candidates:
            found[one.id].update(fact_extras(one, question, weights, at, linked, asked))
    totals = [sum(found[id_].values()) for id_ in ids]
    for id_, loss in zip(ids, cold_losses(candidates, totals), strict=True):
        found[id_].update(loss)
    return found


def episode_contributions(
    candidates: Sequence[EpisodeCandidate], by_fact: Mapping[str, float], question: Question, weights: EpisodeWeights
) -> Contributions:
    """Return the parts of the scores of `rank_episodes`, with the same arguments."""
    lists, ids = episode_lists(candidates, by_fact, weights), [one.id for one in candidates]
    if weights.by_rank:
        return _by_candidate(ids, _fused_parts(lists, ids))
    parts = _list_parts(lists, len(ids))
    own = _sums(parts, len(ids))
    whole = with_neighbours(candidates, own, weights)
    parts[BESIDE] = [score - alone for score, alone in zip(whole, own, strict=True)]
    found = _by_candidate(ids, _divided(parts, gap_of(whole)))
    for id_, extra in zip(ids, episode_extras(candidates, question, weights), strict=True):
        found[id_].update(extra)
    return found


Parts = dict[str, list[float]]
"""By signal, what it adds to each candidate."""


def _list_parts(lists: Mapping[str, WeightedList], size: int) -> Parts:
    return {name: fused([one], size) for name, one in lists.items() if one[0]}


def _fused_parts(lists: Mapping[str, WeightedList], ids: Sequence[str]) -> Parts:
    return {name: fused_ranks([(weight, values)], ids) for name, (weight, _, values) in lists.items() if weight}


def _sums(parts: Parts, size: int) -> list[float]:
    total = [0.0] * size
    for values in parts.values():
        total = [one + value for one, value in zip(total, values, strict=True)]
    return total


def _divided(parts: Parts, gap: float) -> Parts:
    return {name: [value / gap for value in values] for name, values in parts.items()}


def _by_candidate(ids: Sequence[str], parts: Parts) -> Contributions:
    return {id_: {name: values[number] for name, values in parts.items()} for number, id_ in enumerate(ids)}
