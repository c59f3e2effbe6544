"""Retention falls with time, by category, importance and stability."""

from __future__ import annotations

import math

import pytest

from graphmem.recall.decay import DAY_MS, boosted, initial_stability, lifetime_days, retention


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


@pytest.mark.parametrize(("days", "left"), [(10, 0.4429), (14, 0.5), (5, 0.3714), (0, 0.3), (100, 0.5), (-3, 0.3)])
def test_a_use_makes_a_fact_more_stable_by_the_days_since_the_last_one(days: float, left: float) -> None:
    assert boosted(0.3, days) == pytest.approx(left, abs=5e-5)
    assert boosted(0.95, 14) == 1.0


def test_the_lifetime_is_the_time_after_which_an_eth_is_left() -> None:
    days = lifetime_days("semantic", 0.5, 0.5)
    assert days == pytest.approx(240.0)
    assert retention(int(240 * DAY_MS), "semantic", 0.5, 0.5) == pytest.approx(math.exp(-1))
    assert lifetime_days("procedural", 0.5, 0.5) is None
