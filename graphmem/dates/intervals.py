"""Intervals of whole days, months or years on the calendar, without a time zone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, timedelta

from graphmem.languages.date_words import Unit
from graphmem_contract.records import Precision


@dataclass(frozen=True, slots=True)
class DayInterval:
    """A half-open interval of days: `first` is included, `end` is not.

    `precision` is the unit that the words name. `how` names the rule that read them.
    """

    first: date
    end: date
    precision: Precision
    how: str = "rule"

    def named(self, how: str) -> DayInterval:
        """Return the same interval with another rule name."""
        return replace(self, how=how)


def day_of(day: date, offset: int = 0) -> DayInterval:
    """Return the one day that lies `offset` days after `day`."""
    first = day + timedelta(days=offset)
    return DayInterval(first, first + timedelta(days=1), "day")


def days_of(day: date, offset: int, length: int) -> DayInterval:
    """Return `length` days that begin `offset` days after `day`."""
    first = day + timedelta(days=offset)
    return DayInterval(first, first + timedelta(days=length), "day")


def week_of(day: date, offset: int = 0) -> DayInterval:
    """Return the calendar week (Monday to Sunday) that contains `day`, moved by `offset` weeks."""
    return days_of(day, 7 * offset - day.weekday(), 7)


def weekend_of(day: date, offset: int = 0) -> DayInterval:
    """Return Saturday and Sunday of the calendar week that contains `day`, moved by `offset` weeks."""
    return days_of(day, 7 * offset - day.weekday() + 5, 2)


def month_of(year: int, month: int, length: int = 1) -> DayInterval:
    """Return `length` calendar months. A `month` outside 1–12 counts into the years before or after `year`."""
    first, end = (divmod(12 * year + month - 1 + more, 12) for more in (0, length))
    precision: Precision = "month"
    return DayInterval(date(first[0], first[1] + 1, 1), date(end[0], end[1] + 1, 1), precision)


def year_of(year: int, length: int = 1) -> DayInterval:
    """Return `length` calendar years from `year` on."""
    return DayInterval(date(year, 1, 1), date(year + length, 1, 1), "year")


def shifted(day: date, unit: Unit, count: int) -> DayInterval:
    """Return the day, week, weekend, month or year that lies `count` units after `day`, before it if negative.

    Weeks count from the day itself: -1 is the seven days before `day`.
    A decade counts as ten years; the result is then one year.
    """
    if unit == "day":
        return day_of(day, count)
    if unit == "week":
        return days_of(day, 7 * count, 7)
    if unit == "month":
        return month_of(day.year, day.month + count)
    if unit == "weekend":
        return last_weekend(day, -count) if count < 0 else weekend_of(day, count)
    return year_of(day.year + count * (10 if unit == "decade" else 1))


def ahead_of(day: date, unit: Unit, count: int) -> DayInterval:
    """Return the day that lies `count` units after `day`: "in two months" of 20 May is 20 July, about.

    The precision is the unit, at most a month. A weekend is the one that lies so many weekends ahead.
    """
    if unit in ("day", "weekend"):
        return shifted(day, unit, count)
    exact = same_day(day, unit, count)
    precision: Precision = "day" if unit == "week" else "month"
    return DayInterval(exact, exact + timedelta(days=1), precision)


def same_day(day: date, unit: Unit, count: int) -> date:
    """Return the same day of the week or month, `count` units later, earlier if negative.

    The 31st becomes the last day of a shorter month.
    """
    if unit in ("day", "week", "weekend"):
        return day + timedelta(days=count * (1 if unit == "day" else 7))
    start = month_of(day.year, day.month + count * {"month": 1, "year": 12, "decade": 120}[unit])
    return min(start.first + timedelta(days=day.day - 1), start.end - timedelta(days=1))


def last_weekend(day: date, count: int = 1) -> DayInterval:
    """Return the `count`-th weekend before `day` that is over when `day` begins."""
    return weekend_of(day, -count)


def current(day: date, unit: Unit) -> DayInterval:
    """Return the day, weekend, calendar week, month, year or decade that contains `day`.

    For a weekend it is the weekend of the calendar week that contains `day`.
    """
    if unit == "week":
        return week_of(day)
    if unit == "weekend":
        return weekend_of(day)
    return year_of(day.year - day.year % 10, 10) if unit == "decade" else shifted(day, unit, 0)


def following(day: date, unit: Unit) -> DayInterval:
    """Return the next day, calendar week, month or year, or the next weekend that begins after `day`."""
    if unit == "week":
        return week_of(day, 1)
    if unit == "weekend":
        return weekend_of(day, 1 if day.weekday() >= 5 else 0)
    return shifted(day, unit, 1)


def weekday_of(day: date, weekday: int, *, past: bool) -> DayInterval:
    """Return the nearest `weekday` (0 = Monday) strictly before `day` if `past`, else strictly after it."""
    if past:
        return day_of(day, -((day.weekday() - weekday - 1) % 7 + 1))
    return day_of(day, (weekday - day.weekday() - 1) % 7 + 1)
