"""What the evaluation of proposed merges counts."""

from __future__ import annotations

from benchmarks.eval.duplicates import ScoredPair, figures, same_pairs, sampled

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


def test_a_sample_has_all_records_of_its_people_and_is_always_the_same() -> None:
    rows = [{"cluster": f"c{n % 10}", "name": f"name {n}"} for n in range(30)]
    some = sampled(rows, 3)
    assert len({row["cluster"] for row in some}) == 3
    assert some == [row for row in rows if row["cluster"] in {one["cluster"] for one in some}]
    assert sampled(list(reversed(rows)), 3) == list(reversed(some))
    assert sampled(rows, None) == rows
