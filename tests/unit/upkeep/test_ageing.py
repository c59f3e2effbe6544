"""When a fact becomes core, and when it goes cold."""

from __future__ import annotations

import math
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from graphmem.recall.decay import DAY_MS, FLOOR, retention
from graphmem.upkeep.ageing import FactUse, cold_from, is_promoted

LAST = datetime(2026, 1, 1, tzinfo=UTC)


def use(**changes: Any) -> FactUse:
    fields: dict[str, Any] = {
        "category": "semantic", "tier": None, "importance": 0.5, "stability": 0.9, "uses": 10, "sessions": 2, "last": LAST,
    }  # fmt: skip
    return FactUse(**{**fields, **changes})


@pytest.mark.parametrize(
    ("changes", "promoted"),
    [
        ({}, True),
        ({"stability": 0.85}, True),
        ({"uses": 9}, False),
        ({"stability": 0.849}, False),
        ({"stability": None}, False),
        ({"sessions": 1}, False),
        ({"category": "core"}, False),
        ({"tier": "core"}, False),
    ],
)
def test_a_fact_becomes_core_by_uses_stability_and_sessions_together(changes: dict[str, Any], promoted: bool) -> None:
    assert is_promoted(use(**changes)) is promoted


@pytest.mark.parametrize("category", ["episodic", "semantic"])
@pytest.mark.parametrize("stability", [None, 0.25, 1.0])
def test_a_fact_goes_cold_seven_days_after_its_retention_came_to_the_floor(
    category: str, stability: float | None
) -> None:
    cold = cold_from(use(category=category, stability=stability))
    assert cold is not None
    floor = cold - timedelta(days=7)
    before, after = ((at - LAST) / timedelta(milliseconds=1) for at in (floor - timedelta(hours=1), floor))
    assert retention(int(before), category, 0.5, stability) > FLOOR
    assert retention(int(after) + 1000, category, 0.5, stability) == pytest.approx(FLOOR)


def test_an_everyday_memory_goes_cold_after_days_that_can_be_counted() -> None:
    """Episodic, importance 0, stability .1: 4.5 days to 1 / e, 17.6 to the floor, 24.6 to coldness."""
    cold = cold_from(use(category="episodic", importance=0.0, stability=0.1))
    assert cold == LAST + timedelta(days=-math.log(0.02) * 4.5 + 7)


@pytest.mark.parametrize(
    "changes", [{"category": "core"}, {"category": "procedural"}, {"tier": "core"}, {"importance": 0.8}]
)
def test_some_facts_never_go_cold(changes: dict[str, Any]) -> None:
    assert cold_from(use(**changes)) is None


def test_a_lifetime_beyond_the_calendar_is_no_error() -> None:
    assert cold_from(use(stability=1e9)) is not None
    assert retention(DAY_MS, "semantic", 0.5, 1e9) == pytest.approx(1.0)
