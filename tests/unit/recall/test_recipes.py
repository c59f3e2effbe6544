"""Recipes say what they need and cannot be changed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from graphmem.recall.recipes import RECIPES, FactWeights, Recipe


def test_recipes_are_fixed_and_say_what_they_need() -> None:
    assert set(RECIPES) == {
        "hybrid",
        "facts",
        "episodes",
        "graph",
        "lexical",
        "semantic",
        "conversation",
        "fusion",
        "rerank",
        "overview",
    }
    assert not RECIPES["lexical"].semantic
    assert not RECIPES["semantic"].lexical
    assert RECIPES["hybrid"].semantic
    assert RECIPES["hybrid"].lexical
    with pytest.raises(TypeError):
        RECIPES["hybrid"] = RECIPES["facts"]  # type: ignore[index]


def test_every_recipe_is_stored_under_its_own_name() -> None:
    assert {name: recipe.name for name, recipe in RECIPES.items()} == {name: name for name in RECIPES}


def test_a_recipe_of_one_kind_leaves_the_other_out() -> None:
    assert RECIPES["facts"].episodes is None
    assert RECIPES["episodes"].facts is None
    assert RECIPES["episodes"].walk == 0


def test_only_fusion_counts_by_rank() -> None:
    facts = {name for name, recipe in RECIPES.items() if recipe.facts and recipe.facts.by_rank}
    episodes = {name for name, recipe in RECIPES.items() if recipe.episodes and recipe.episodes.by_rank}
    assert facts == episodes == {"fusion"}
    assert not RECIPES["fusion"].newest_first


def test_custom_weights_decide_what_a_recipe_needs() -> None:
    empty = replace(RECIPES["facts"], facts=FactWeights(vector=0.0, text=0.0))
    assert (empty.semantic, empty.lexical) == (False, False)
    assert Recipe("mine", facts=None).semantic
    assert Recipe("mine", facts=None).lexical
    assert not Recipe("mine", facts=None, episodes=None).semantic
