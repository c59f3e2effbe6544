"""The scores of a reranker count half, and only for the best results."""

from __future__ import annotations

from graphmem.recall.ranking import Scored
from graphmem.recall.rerank_blend import blended


def test_both_rankings_count_half_and_places_keep_their_scores() -> None:
    ranked = [Scored("a", 3.0), Scored("b", 2.9), Scored("c", 1.0), Scored("d", 0.5)]
    again = blended(ranked, [0.0, 9.0, 1.0])
    assert [(one.id, one.score) for one in again] == [("b", 3.0), ("a", 2.9), ("c", 1.0), ("d", 0.5)]
    assert again[0].why == {"rerank": 9.0}
    assert again[3].why == {}


def test_a_reranker_that_is_indifferent_changes_nothing() -> None:
    ranked = [Scored("a", 3.0), Scored("b", 2.0)]
    assert [one.id for one in blended(ranked, [1.0, 1.0])] == ["a", "b"]
    assert blended([], []) == []


def test_a_weight_of_one_follows_the_reranker_and_of_none_the_ranking() -> None:
    ranked = [Scored("a", 3.0), Scored("b", 2.0), Scored("c", 1.0)]
    scores = [0.0, 1.0, 5.0]
    assert [one.id for one in blended(ranked, scores, weight=1.0)] == ["c", "b", "a"]
    assert [one.id for one in blended(ranked, scores, weight=0.0)] == ["a", "b", "c"]
