"""A stretch of days: whole days, months or years of a calendar, before any time zone comes into it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, timedelta

from graphmem.contract.records import Precision
from graphmem.dates.vocabulary import Unit


@dataclass(frozen=True, slots=True)
class DayInterval:
    """The days from `first` up to, and without, `end`; `precision` says how finely the words spoke."""

    first: date
    end: date
    precision: Precision
    how: str = "rule"

    def named(self, how: str) -> DayInterval:
        """The same days, found by another rule."""
        return replace(self, how=how)


def day_of(day: date, offset: int = 0) -> DayInterval:
    """One day, `offset` days from `day`."""
    first = day + timedelta(days=offset)
    return DayInterval(first, first + timedelta(days=1), "day")


def days_of(day: date, offset: int, length: int) -> DayInterval:
    """`length` days, beginning `offset` days from `day`."""
    first = day + timedelta(days=offset)
    return DayInterval(first, first + timedelta(days=length), "day")


def week_of(day: date, offset: int = 0) -> DayInterval:
    """The calendar week, Monday to Sunday, that holds `day`, or one `offset` weeks from it."""
    return days_of(day, 7 * offset - day.weekday(), 7)


def weekend_of(day: date, offset: int = 0) -> DayInterval:
    """Saturday and Sunday of the calendar week that holds `day`, or of one `offset` weeks from it."""
    return days_of(day, 7 * offset - day.weekday() + 5, 2)


def month_of(year: int, month: int, length: int = 1) -> DayInterval:
    """`length` calendar months; `month` may lie outside 1–12 and then runs on into other years."""
    first, end = (divmod(12 * year + month - 1 + more, 12) for more in (0, length))
    precision: Precision = "month"
    return DayInterval(date(first[0], first[1] + 1, 1), date(end[0], end[1] + 1, 1), precision)


def year_of(year: int, length: int = 1) -> DayInterval:
    """`length` calendar years."""
    return DayInterval(date(year, 1, 1), date(year + length, 1, 1), "year")


def shifted(day: date, unit: Unit, count: int) -> DayInterval:
    """The day, week, month or year that lies `count` units from `day`; negative = before.

    A week is counted from the day itself: one week ago are the seven days before `day`, in one week the seven after.
    """
    if unit == "day":
        return day_of(day, count)
    if unit == "week":
        return days_of(day, 7 * count if count <= 0 else 7 * count - 6, 7)
    if unit == "month":
        return month_of(day.year, day.month + count)
    if unit == "weekend":
        return last_weekend(day, -count) if count < 0 else weekend_of(day, count)
    return year_of(day.year + count * (10 if unit == "decade" else 1))


def last_weekend(day: date, count: int = 1) -> DayInterval:
    """The `count`-th weekend that was over when `day` began."""
    return weekend_of(day, -count)


def current(day: date, unit: Unit) -> DayInterval:
    """The day, calendar week, month, year or weekend in which `day` lies."""
    if unit == "week":
        return week_of(day)
    if unit == "weekend":
        return weekend_of(day)
    return year_of(day.year - day.year % 10, 10) if unit == "decade" else shifted(day, unit, 0)


def following(day: date, unit: Unit) -> DayInterval:
    """The next calendar week, month or year, the next weekend to come, the next day."""
    if unit == "week":
        return week_of(day, 1)
    if unit == "weekend":
        return weekend_of(day, 1 if day.weekday() >= 5 else 0)
    return shifted(day, unit, 1)


def weekday_of(day: date, weekday: int, *, past: bool) -> DayInterval:
    """The nearest such weekday strictly before (or after) `day`; 0 = Monday."""
    if past:
        return day_of(day, -((day.weekday() - weekday - 1) % 7 + 1))
    return day_of(day, (weekday - day.weekday() - 1) % 7 + 1)
