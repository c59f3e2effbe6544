"""Rank fusion sums the weights of lists by rank alone."""

from __future__ import annotations

import pytest

from graphmem.recall.rank_fusion import fused_ranks
from graphmem.recall.ranking import rank_facts
from graphmem.recall.recipes import RECIPES
from tests.unit.recall.candidates import NOTHING, fact, ids


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
