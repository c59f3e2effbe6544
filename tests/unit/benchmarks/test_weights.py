"""Weights are fitted on some sets of questions, and judged on the one that was left out."""

from __future__ import annotations

import pytest

from benchmarks.thresholds.weight_cases import WeightCase
from benchmarks.thresholds.weights import by_set, climbed, episodes_told, fact_told, fitted, report
from graphmem.recall.query_analysis import Question
from graphmem.recall.ranking import EpisodeCandidate, FactCandidate
from graphmem.recall.recipes import EpisodeWeights, FactWeights

QUESTION = Question(frozenset({"cat"}))


def episode(name: str, *, text: float | None, turn: float | None) -> EpisodeCandidate:
    return EpisodeCandidate(name, text, turn, turn, None, None, 0, False, False)


def fact(name: str, *, text: float | None, vector: float) -> FactCandidate:
    row = [name, vector, text, None, None, None, False, 0.9, 0.5, 0.5, 0, 0, 10**15, "state", "s", "o", ()]
    return FactCandidate.of(row)


def case(of: str, *, by_words: bool) -> WeightCase:
    """A question whose answer the words find, or the vector; all others are found by the other of the two."""
    best, others = (9.0, 0.5), (1.0, 0.9)
    wanted, rest = (best, others) if by_words else (others, best)
    rows = [("wanted", *wanted), *((f"other {n}", *rest) for n in range(30))]
    return WeightCase(
        of,
        QUESTION,
        tuple(fact(name, text=text, vector=vector) for name, text, vector in rows),
        tuple(episode(name, text=text, turn=vector) for name, text, vector in rows),
        {},
        {},
        {},
        0,
        frozenset({"wanted"}),
    )


def test_a_case_counts_the_wanted_among_the_first() -> None:
    told, missed = case("a", by_words=True), case("a", by_words=False)
    words = EpisodeWeights(text=2.0, turn=0.1, context=0.1)
    assert (episodes_told(told, words), episodes_told(missed, words)) == (1.0, 0.0)
    by_vector = FactWeights(text=0.1)
    assert (fact_told(told, by_vector), fact_told(missed, by_vector)) == (pytest.approx(1 / 31), 1.0)


def test_a_large_set_counts_as_much_as_a_small_one() -> None:
    cases = [*(case("large", by_words=True) for _ in range(3)), case("small", by_words=False)]
    assert by_set(cases, lambda one: episodes_told(one, EpisodeWeights(turn=0.1, context=0.1))) == {
        "large": 1.0,
        "small": 0.0,
    }


def test_a_climb_ends_where_no_step_is_better() -> None:
    found = climbed(FactWeights(), lambda w: -abs(w.vector - 8) - abs(w.text - 1.2))
    assert (found.vector, found.text) == (8.0, 1.2)
    assert found.confidence == FactWeights().confidence


def test_a_change_that_is_chance_is_left() -> None:
    assert climbed(FactWeights(), lambda w: w.vector / 10_000) == FactWeights()


@pytest.mark.parametrize("kind", ["episodes", "facts"])
def test_weights_are_fitted_to_what_finds_the_wanted(kind: str) -> None:
    by_words = [case("a", by_words=True)]
    by_vector = [case("b", by_words=False)]
    one, other = fitted(kind, by_words), fitted(kind, by_vector)
    assert one.text / (one.turn if isinstance(one, EpisodeWeights) else one.vector) > (
        other.text / (other.turn if isinstance(other, EpisodeWeights) else other.vector)
    )


def test_a_set_is_judged_by_weights_that_do_not_know_it() -> None:
    told = report("facts", [case("a", by_words=True), case("b", by_words=False)])
    assert set(told["left_out"]) == {"a", "b"}
    assert told["left_out"]["a"]["fitted_on_others"] <= told["fitted"]["goal"]["a"] + 1e-9
    assert told["questions"] == {"a": 1, "b": 1}
