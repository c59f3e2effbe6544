"""The weight of an association falls with whole days, once for each."""

from __future__ import annotations

import math
from datetime import UTC, datetime, timedelta

import pytest

from graphmem.upkeep.associations import decayed, whole_days

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("weight", "days", "left"), [(0.5, 0, 0.5), (0.5, 30, 0.3583), (0.5, 90, 0.1839), (1.0, 90, 0.3679)]
)
def test_a_weight_falls_to_an_eth_in_ninety_days(weight: float, days: int, left: float) -> None:
    assert decayed(weight, days) == pytest.approx(left, abs=5e-5)


def test_several_looks_leave_what_one_look_leaves() -> None:
    """Where every look counts all days since the last use again, as in the source, three looks on day 30 leave .1839."""
    assert decayed(decayed(decayed(0.5, 10), 10), 10) == pytest.approx(decayed(0.5, 30))
    assert decayed(decayed(decayed(0.5, 30), 30), 30) == pytest.approx(0.1839, abs=5e-5)
    assert decayed(0.5, 30) == pytest.approx(0.5 * math.exp(-1 / 3))


@pytest.mark.parametrize(
    ("passed", "days"),
    [(timedelta(hours=23), 0), (timedelta(days=1), 1), (timedelta(days=3, hours=23), 3), (timedelta(days=-2), 0)],
)
def test_days_are_whole_and_none_where_the_clock_goes_back(passed: timedelta, days: int) -> None:
    assert whole_days(NOW - passed, NOW) == days


def test_a_clock_that_goes_back_makes_no_weight_grow() -> None:
    assert decayed(0.5, -10) == 0.5
