"""The parts of a score add up to the score, with every recipe."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from graphmem.recall.contributions import BESIDE, episode_contributions, fact_contributions
from graphmem.recall.query_analysis import ms, read_question
from graphmem.recall.ranking import rank_episodes, rank_facts
from graphmem.recall.recipes import RECIPES
from tests.unit.recall.candidates import NOW, fact, turn

QUESTION = read_question("When did Ana move to Porto in May 2025?", NOW)
MAY = ms(datetime(2025, 5, 3, tzinfo=UTC))
FACTS = [
    fact("near", vector=0.9, text=4.0, named=True, start=MAY),
    fact("walked", hops=2, confidence=0.6, importance=0.9, strength=1.0, category="core"),
    fact("worded", text=2.0, hops=1, confirmed=0, end=MAY),
    fact("cold", vector=0.8, text=1.0, is_cold=True),
    fact("nothing"),
]
EPISODES = [
    turn("asked", text=3.0, turn=0.7, asks=True, following="answered", role="user"),
    turn("answered", turn=0.9, context=0.8, speaker="Ana", dated=True, role="assistant"),
    turn("said", context=0.6, occurred=MAY, following="asked", speaker="Ana"),
]
LINKED, ASKED, NEAREST = {"worded": 0.4}, {"near": 1.0, "walked": 0.3}, {"said": 0.8}


@pytest.mark.parametrize("name", [name for name, recipe in RECIPES.items() if recipe.facts])
def test_what_the_signals_add_to_a_fact_is_its_score(name: str) -> None:
    weights = RECIPES[name].facts
    assert weights is not None
    given = (FACTS, QUESTION, weights, ms(NOW), LINKED, ASKED)
    parts = fact_contributions(*given)
    scores = {one.id: one.score for one in rank_facts(*given)}
    assert {id_: sum(found.values()) for id_, found in parts.items()} == pytest.approx(scores)
    assert any(abs(score) > 0.01 for score in scores.values())


@pytest.mark.parametrize("name", [name for name, recipe in RECIPES.items() if recipe.episodes])
def test_what_the_signals_add_to_an_episode_is_its_score(name: str) -> None:
    weights = RECIPES[name].episodes
    assert weights is not None
    parts = episode_contributions(EPISODES, NEAREST, QUESTION, weights)
    scores = {one.id: one.score for one in rank_episodes(EPISODES, NEAREST, QUESTION, weights)}
    assert {id_: sum(found.values()) for id_, found in parts.items()} == pytest.approx(scores)
    assert any(abs(score) > 0.01 for score in scores.values())


def test_the_turns_beside_a_turn_are_a_signal_of_their_own() -> None:
    weights = RECIPES["conversation"].episodes
    assert weights is not None
    parts = episode_contributions(EPISODES, NEAREST, QUESTION, weights)
    assert parts["answered"][BESIDE] != 0
    assert "vector" in fact_contributions(FACTS, QUESTION, RECIPES["semantic"].facts, ms(NOW))["near"]  # type: ignore[arg-type]


def test_a_list_of_weight_zero_is_no_signal() -> None:
    weights = RECIPES["lexical"].facts
    assert weights is not None
    assert {"vector", "walk"}.isdisjoint(fact_contributions(FACTS, QUESTION, weights, ms(NOW))["near"])


def test_nothing_that_was_found_has_no_parts() -> None:
    hybrid = RECIPES["hybrid"]
    assert hybrid.facts is not None
    assert hybrid.episodes is not None
    assert fact_contributions([], QUESTION, hybrid.facts, 0) == {}
    assert episode_contributions([], {}, QUESTION, hybrid.episodes) == {}
