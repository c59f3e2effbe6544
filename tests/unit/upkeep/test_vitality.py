"""The numbers of the job `importance`."""

from __future__ import annotations

import pytest

from graphmem.upkeep.vitality import EntityNumbers, FactNumbers, importance, recency, share, vitality

FULL = FactNumbers(uses=10, days=0.0, confidence=1.0, stated=6, corrections=0)


@pytest.mark.parametrize(
    ("changes", "value"),
    [
        ({}, 0.9),
        ({"uses": 0}, 0.6),
        ({"days": 30.0}, 0.775),
        ({"confidence": 0.0}, 0.7),
        ({"stated": 1}, 0.75),
        ({"corrections": 1}, 0.72),
        ({"corrections": 2}, 0.576),
    ],
)
def test_each_part_of_the_vitality_has_its_weight(changes: dict[str, float], value: float) -> None:
    fields = {name: getattr(FULL, name) for name in ("uses", "days", "confidence", "stated", "corrections")}
    assert vitality(FactNumbers(**{**fields, **changes})) == pytest.approx(value)


@pytest.mark.parametrize(
    ("numbers", "value"),
    [
        (EntityNumbers(30, 30, 20, 0.0), 1.0),
        (EntityNumbers(30, 0, 0, 10_000.0), 0.3),
        (EntityNumbers(30, 30, 0, 10_000.0), 0.55),
        (EntityNumbers(30, 0, 20, 30.0), 0.625),
        (EntityNumbers(0, 30, 20, 0.0), 0.0),
        (EntityNumbers(3_000, 3_000, 2_000, -5.0), 1.0),
    ],
)
def test_each_part_of_the_importance_has_its_weight(numbers: EntityNumbers, value: float) -> None:
    assert importance(numbers) == pytest.approx(value, abs=1e-3)


def test_each_further_one_counts_less() -> None:
    steps = [share(n + 1, 10) - share(n, 10) for n in range(10)]
    assert steps == sorted(steps, reverse=True)
    assert (share(0, 10), share(10, 10), share(-1, 10)) == (0.0, 1.0, 0.0)


def test_recency_halves_every_thirty_days() -> None:
    assert [recency(days) for days in (0.0, 30.0, 60.0)] == [1.0, 0.5, 0.25]
