"""Maximal marginal relevance prefers results that differ from those already chosen."""

from __future__ import annotations

from graphmem.recall.mmr import diverse
from graphmem.recall.ranking import Scored
from tests.unit.recall.candidates import ids


def test_the_second_result_is_not_the_first_in_other_words() -> None:
    ranked = [Scored("tea", 1.0), Scored("tea too", 0.9), Scored("work", 0.6), Scored("far", 0.0)]
    vectors = {"tea": [1.0, 0.0], "tea too": [1.0, 0.05], "work": [0.0, 1.0]}
    assert ids(diverse(ranked, vectors, 0.5, 3)) == ["tea", "work", "far"]
    assert ids(diverse(ranked, vectors, 0.0, 3)) == ["tea", "tea too", "work"]


def test_diversity_of_nothing_and_of_equals() -> None:
    assert diverse([], {}, 0.5, 3) == []
    assert ids(diverse([Scored("a", 1.0), Scored("b", 1.0)], {}, 0.5, 5)) == ["a", "b"]


def test_with_full_diversity_only_similarity_counts_after_the_first() -> None:
    ranked = [Scored("a", 1.0), Scored("like a", 0.9), Scored("worst but unlike", 0.0)]
    vectors = {"a": [1.0, 0.0], "like a": [1.0, 0.1], "worst but unlike": [0.0, 1.0]}
    assert ids(diverse(ranked, vectors, 1.0, 2)) == ["a", "worst but unlike"]


def test_the_length_of_a_vector_does_not_count() -> None:
    ranked = [Scored("a", 1.0), Scored("same, shorter", 0.9), Scored("other", 0.8)]
    vectors = {"a": [1.0, 0.0], "same, shorter": [0.01, 0.0], "other": [0.0, 5.0]}
    assert ids(diverse(ranked, vectors, 0.9, 3)) == ["a", "other", "same, shorter"]


def test_a_result_without_a_vector_or_with_a_zero_vector_is_similar_to_none() -> None:
    ranked = [Scored("a", 1.0), Scored("like a", 0.9), Scored("zero", 0.8), Scored("none", 0.7)]
    vectors = {"a": [1.0, 0.0], "like a": [1.0, 0.0], "zero": [0.0, 0.0]}
    assert ids(diverse(ranked, vectors, 0.9, 4)) == ["a", "zero", "none", "like a"]
