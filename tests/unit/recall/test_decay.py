"""Retention falls with time, by category, importance and stability."""

from __future__ import annotations

import math

import pytest

from graphmem.recall.decay import DAY_MS, initial_stability, retention


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


def test_importance_counts_at_most_three_times() -> None:
    days = 45 * DAY_MS
    assert retention(days, "episodic", 1.0, 1.0) == pytest.approx(math.exp(-1 / 3))
    assert retention(days, "episodic", 5.0, 1.0) == retention(days, "episodic", 1.0, 1.0)


def test_a_fact_without_stability_has_one_by_its_importance() -> None:
    assert initial_stability(0.0) == pytest.approx(0.1)
    assert initial_stability(1.0) == pytest.approx(0.4)
    age = 3 * DAY_MS
    assert retention(age, "semantic", 1.0, None) == retention(age, "semantic", 1.0, initial_stability(1.0))


def test_a_fact_without_any_stability_falls_to_the_floor() -> None:
    assert retention(1, "episodic", 0.5, 0.0) == 0.02
    assert retention(1, "core", 0.5, 0.0) == 0.60
