"""Intervals of days, seen from a Wednesday: 20 May 2026."""

from __future__ import annotations

from datetime import date

import pytest

from graphmem.dates import intervals
from graphmem.dates.intervals import DayInterval
from graphmem.languages.date_words import Unit

WEDNESDAY = date(2026, 5, 20)
SATURDAY = date(2026, 5, 23)
SUNDAY = date(2026, 5, 24)


def ends(interval: DayInterval) -> tuple[str, str, str]:
    """Return first day, end and precision."""
    return interval.first.isoformat(), interval.end.isoformat(), interval.precision


def test_a_week_runs_from_monday_to_sunday() -> None:
    assert ends(intervals.week_of(WEDNESDAY)) == ("2026-05-18", "2026-05-25", "day")
    assert intervals.week_of(SUNDAY) == intervals.week_of(WEDNESDAY)
    assert ends(intervals.week_of(WEDNESDAY, -1)) == ("2026-05-11", "2026-05-18", "day")


def test_months_beyond_december_and_before_january_lie_in_other_years() -> None:
    assert ends(intervals.month_of(2026, 13)) == ("2027-01-01", "2027-02-01", "month")
    assert ends(intervals.month_of(2026, 0)) == ("2025-12-01", "2026-01-01", "month")
    assert ends(intervals.month_of(2026, 11, 3)) == ("2026-11-01", "2027-02-01", "month")


@pytest.mark.parametrize(
    ("unit", "count", "expected"),
    [
        ("day", -1, ("2026-05-19", "2026-05-20", "day")),
        ("week", -1, ("2026-05-13", "2026-05-20", "day")),
        ("week", 1, ("2026-05-27", "2026-06-03", "day")),
        ("month", -5, ("2025-12-01", "2026-01-01", "month")),
        ("weekend", -1, ("2026-05-16", "2026-05-18", "day")),
        ("year", 2, ("2028-01-01", "2029-01-01", "year")),
        ("decade", -1, ("2016-01-01", "2017-01-01", "year")),
    ],
)
def test_a_count_of_units_is_taken_from_the_day(unit: Unit, count: int, expected: tuple[str, str, str]) -> None:
    assert ends(intervals.shifted(WEDNESDAY, unit, count)) == expected


def test_the_last_weekend_is_over_even_on_a_sunday() -> None:
    assert ends(intervals.last_weekend(SUNDAY)) == ("2026-05-16", "2026-05-18", "day")


def test_the_next_weekend_begins_after_the_day() -> None:
    assert ends(intervals.following(WEDNESDAY, "weekend")) == ("2026-05-23", "2026-05-25", "day")
    assert ends(intervals.following(SATURDAY, "weekend")) == ("2026-05-30", "2026-06-01", "day")


def test_the_current_decade_has_ten_years() -> None:
    assert ends(intervals.current(WEDNESDAY, "decade")) == ("2020-01-01", "2030-01-01", "year")


@pytest.mark.parametrize("weekday", range(7))
def test_a_weekday_is_never_the_day_itself_and_at_most_a_week_away(weekday: int) -> None:
    past = intervals.weekday_of(WEDNESDAY, weekday, past=True).first
    future = intervals.weekday_of(WEDNESDAY, weekday, past=False).first
    assert past.weekday() == future.weekday() == weekday
    assert 1 <= (WEDNESDAY - past).days <= 7
    assert 1 <= (future - WEDNESDAY).days <= 7


def test_another_rule_name_leaves_the_days_alone() -> None:
    week = intervals.week_of(WEDNESDAY)
    assert week.named("rule:of").how == "rule:of"
    assert ends(week.named("rule:of")) == ends(week)
