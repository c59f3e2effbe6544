"""A query is validated, and says how much is to be read."""

from __future__ import annotations

from typing import Any

import pytest

from graphmem.recall.query import RecallQuery
from graphmem.recall.recipes import DIVERSE_FROM, RECIPES, RERANKED, Recipe
from graphmem_contract.errors import InvalidInput


@pytest.mark.parametrize(
    "fields",
    [
        {"k": 0}, {"k": 101}, {"recipe": "magic"}, {"diversity": 1.5}, {"min_confidence": -0.1}, {"token_budget": -1},
        {"categories": ("gossip",)}, {"context_style": "poem"}, {"entities": ("x",) * 1001}, {"colour": "red"},
    ],
)  # fmt: skip
def test_a_field_out_of_range_is_refused_by_its_name(fields: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput) as refused:
        RecallQuery.checked(**fields)
    assert next(iter(fields)) in f"{refused.value.field} {refused.value.detail}"


def test_a_refused_recipe_lists_the_known_ones() -> None:
    with pytest.raises(InvalidInput, match="there is no recipe 'magic'; there are hybrid, facts, "):
        RecallQuery.checked(recipe="magic")


def test_the_question_is_stripped_and_may_be_missing() -> None:
    assert RecallQuery(query="  Where? \n").text == "Where?"
    assert RecallQuery().text == ""
    assert RecallQuery(query="  ").text == ""


def test_a_recipe_is_found_by_name_or_taken_as_it_is() -> None:
    mine = Recipe("mine", walk=3)
    assert RecallQuery(recipe="graph").chosen is RECIPES["graph"]
    assert RecallQuery(recipe=mine).chosen is mine


def test_a_reranker_reads_at_least_twenty_results() -> None:
    assert RecallQuery(k=5).pool == 5
    assert RecallQuery(k=5, rerank=True).pool == RERANKED
    assert RecallQuery(k=50, rerank=True).pool == 50


def test_diverse_results_are_chosen_from_more() -> None:
    assert RecallQuery(k=5).most == 5
    assert RecallQuery(k=5, diversity=0.1).most == 5 * DIVERSE_FROM
    assert RecallQuery(k=5, diversity=0.1, rerank=True).most == RERANKED * DIVERSE_FROM


@pytest.mark.parametrize(
    ("fields", "filters"),
    [
        ({"session_id": "s"}, True), ({"speaker": "Ana"}, True), ({"role": "user"}, True), ({"tags": ("a",)}, True),
        ({"metadata": {"a": 1}}, True), ({"entities": ("Ana",)}, False), ({"relations": ("likes",)}, False), ({}, False),
    ],
)  # fmt: skip
def test_only_fields_of_an_episode_filter_episodes(fields: dict[str, Any], filters: bool) -> None:
    assert RecallQuery(**fields).filters_episodes is filters
