"""How a fact that holds at one moment differs from another moment."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from graphmem.explore.differences import EARLIEST, BothClocks, _since, contrast
from tests.unit.api.dashboard.test_svg import fact, on


@pytest.mark.parametrize(
    ("start", "end", "elsewhere", "expected"),
    [
        (on(2024), None, on(2023), "began"),
        (on(2024), on(2025), on(2026), "ended"),
        (on(2024), on(2025), on(2025), "ended"),
        (on(2024), on(2025), on(2024), "believed"),
        (None, on(2025), on(2024), "believed"),
        (None, None, on(2024), "believed"),
        (on(2024), on(2025), on(2023), "began"),
    ],
)
def test_the_period_explains_a_difference_before_belief_does(
    start: datetime | None, end: datetime | None, elsewhere: datetime, expected: str
) -> None:
    assert contrast(fact("f", valid_from=start, valid_until=end), None, elsewhere) == expected


def test_a_fact_of_both_moments_has_changed() -> None:
    one = fact("f", valid_from=on(2024))
    assert contrast(one, fact("f", valid_from=on(2023)), on(2023)) == "changed"


def test_at_one_valid_time_only_what_was_recorded_between_the_system_times_is_read() -> None:
    at, early = datetime(2026, 1, 1, tzinfo=UTC), datetime(2025, 1, 1, tzinfo=UTC)
    assert _since(BothClocks(at, early), BothClocks(at, None)) == early
    assert _since(BothClocks(at, None), BothClocks(at, early)) == early
    assert _since(BothClocks(at, early), BothClocks(early, None)) == EARLIEST
