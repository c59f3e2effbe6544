"""What the evaluation of proposed merges counts."""

from __future__ import annotations

from benchmarks.eval.duplicates import ScoredPair, figures, same_pairs

CLUSTERS = {"ana": {"A"}, "anna": {"A"}, "ann": {"A", "B"}, "bea": {"B"}, "carl": {"C"}}


def pair(one: str, other: str, score: float) -> ScoredPair:
    return ScoredPair(frozenset((one, other)), score)


def test_two_spellings_are_one_person_if_they_share_a_cluster() -> None:
    assert {tuple(sorted(one)) for one in same_pairs(CLUSTERS)} == {
        ("ana", "anna"), ("ana", "ann"), ("ann", "anna"), ("ann", "bea"),
    }  # fmt: skip


def test_precision_and_recall_are_counted_from_each_score_on() -> None:
    found = figures(CLUSTERS, [pair("ana", "anna", 0.97), pair("ann", "bea", 0.9), pair("bea", "carl", 0.6)])
    assert (found["precision_0.5"], found["recall_0.5"]) == (0.6667, 0.5)
    assert (found["precision_0.85"], found["recall_0.85"]) == (1.0, 0.5)
    assert (found["precision_0.95"], found["recall_0.95"]) == (1.0, 0.25)


def test_nothing_proposed_is_no_error_and_finds_nothing() -> None:
    found = figures(CLUSTERS, [])
    assert (found["precision_0.5"], found["recall_0.5"], found["proposed_0.5"]) == (1.0, 0.0, 0.0)
