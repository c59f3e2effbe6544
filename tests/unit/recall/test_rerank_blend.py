"""The scores of a reranker count half for the best results, or decide by the rule of a recipe."""

from __future__ import annotations

import pytest

from graphmem.recall.ranking import EpisodeCandidate, FactCandidate, Scored
from graphmem.recall.recipes import RerankRule
from graphmem.recall.rerank_blend import blended, fit_of_episode, fit_of_fact, judged


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


RULE = RerankRule()


def test_the_score_is_the_fit_times_what_the_reranker_leaves_of_it() -> None:
    (one,) = judged([Scored("a", 3.0, {"vector": 0.9})], [0.8], [0.5], RULE)
    assert one.score == pytest.approx(0.8 * (0.3 + 0.7 * 0.5))
    assert one.why == {"vector": 0.9, "fit": 0.8, "rerank": 0.5}


@pytest.mark.parametrize(("r", "kept"), [(0.0, 0), (0.099, 0), (0.1, 1), (1.0, 1)])
def test_what_the_reranker_refuses_is_left_out(r: float, kept: int) -> None:
    assert len(judged([Scored("a", 3.0)], [1.0], [r], RULE)) == kept


@pytest.mark.parametrize(("fit", "kept"), [(0.14, 0), (0.149, 0), (0.15, 1)])
def test_a_score_below_the_least_is_left_out(fit: float, kept: int) -> None:
    assert len(judged([Scored("a", 3.0)], [fit], [1.0], RULE)) == kept


def test_the_order_is_that_of_the_new_scores_and_ties_keep_their_order() -> None:
    ranked = [Scored("a", 3.0), Scored("b", 2.0), Scored("c", 1.0), Scored("d", 0.5)]
    again = judged(ranked, [0.5, 0.9, 0.5, 0.9], [0.6, 0.2, 0.6, 0.9], RULE)
    assert [one.id for one in again] == ["d", "b", "a", "c"]


def test_the_fit_of_a_fact_weighs_cosine_age_and_importance() -> None:
    def fact(vector: float | None, importance: float, days: float) -> FactCandidate:
        confirmed = -round(days * 86_400_000)
        return FactCandidate(
            "f", vector, None, None, None, None, False, 1.0, importance, 0.0, confirmed, 0, 0, "state", "s", "o", ()
        )

    assert fit_of_fact(fact(1.0, 1.0, 0), 0, RULE) == pytest.approx(1.0)
    assert fit_of_fact(fact(0.9, 0.0, 14), 0, RULE) == pytest.approx(0.7 * 0.8 + 0.2 * 0.5)
    assert fit_of_fact(fact(None, 0.5, 28), 0, RULE) == pytest.approx(0.2 * 0.25 + 0.1 * 0.5)
    assert fit_of_fact(fact(0.2, 0.0, -3), 0, RULE) == pytest.approx(0.2), (
        "no negative cosine, and nothing is younger than now"
    )


def test_the_fit_of_an_episode_takes_the_nearer_of_the_turn_and_its_context() -> None:
    episode = EpisodeCandidate("e", None, 0.6, 0.9, None, None, 0, False, False)
    assert fit_of_episode(episode, 0, RULE) == pytest.approx(0.7 * 0.8 + 0.2 + 0.1 * 0.5)
