"""Rank fusion, retention and diversity: arithmetic."""

from __future__ import annotations

import math

import pytest

from graphmem.recall.decay import DAY_MS, retention
from graphmem.recall.mmr import diverse
from graphmem.recall.rank_fusion import fused_ranks
from graphmem.recall.ranking import Scored, rank_facts
from graphmem.recall.recipes import RECIPES
from tests.unit.test_rank import NOTHING, fact, ids


def test_every_list_gives_its_weight_over_ten_and_the_rank() -> None:
    lists = [(2.0, [0.9, 0.5, None]), (1.5, [None, 7.0, 3.0])]
    assert fused_ranks(lists, ["a", "b", "c"]) == pytest.approx([2 / 11, 2 / 12 + 1.5 / 11, 1.5 / 12])


def test_ties_in_a_list_go_by_id_and_a_list_of_weight_zero_is_left_out() -> None:
    assert fused_ranks([(1.0, [0.5, 0.5])], ["b", "a"]) == pytest.approx([1 / 12, 1 / 11])
    assert fused_ranks([(0.0, [0.5, 0.4])], ["b", "a"]) == [0.0, 0.0]
    assert fused_ranks([], []) == []


def test_the_recipe_of_fusion_adds_nothing_to_the_ranks() -> None:
    weights = RECIPES["fusion"].facts
    assert weights
    rows = [fact("a", vector=0.9, named=True), fact("b", vector=0.8, text=3.0, hops=2)]
    ranked = rank_facts(rows, NOTHING, weights, 0)
    assert ids(ranked) == ["b", "a"]
    assert [one.score for one in ranked] == pytest.approx(
        [weights.vector / 12 + weights.text / 11 + weights.walk / 11, weights.vector / 11]
    )
    assert set(ranked[1].why) == {"vector"}


@pytest.mark.parametrize(
    ("days", "category", "importance", "stability", "left"),
    [
        (0, "semantic", 0.5, 0.5, 1.0),
        (45, "episodic", 0.0, 1.0, math.exp(-1)),
        (90, "episodic", 0.5, 1.0, math.exp(-1)),
        (60, "semantic", 0.0, None, math.exp(-2.5)),
        (10_000, "semantic", 0.5, 0.5, 0.02),
        (10_000, "core", 0.5, 0.5, 0.60),
        (10_000, "procedural", 0.5, 0.5, 1.0),
        (-5, "semantic", 0.5, 0.5, 1.0),
    ],
)
def test_what_is_left_of_a_fact(
    days: int, category: str, importance: float, stability: float | None, left: float
) -> None:
    assert retention(days * DAY_MS, category, importance, stability) == pytest.approx(left)


def test_the_second_result_is_not_the_first_in_other_words() -> None:
    ranked = [Scored("tea", 1.0), Scored("tea too", 0.9), Scored("work", 0.6), Scored("far", 0.0)]
    vectors = {"tea": [1.0, 0.0], "tea too": [1.0, 0.05], "work": [0.0, 1.0]}
    assert ids(diverse(ranked, vectors, 0.5, 3)) == ["tea", "work", "far"]
    assert ids(diverse(ranked, vectors, 0.0, 3)) == ["tea", "tea too", "work"]


def test_diversity_of_nothing_and_of_equals() -> None:
    assert diverse([], {}, 0.5, 3) == []
    assert ids(diverse([Scored("a", 1.0), Scored("b", 1.0)], {}, 0.5, 5)) == ["a", "b"]
