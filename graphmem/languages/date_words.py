"""The words of a language for dates: months, days, units, numbers and what stands before them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Unit = Literal["day", "week", "month", "year", "weekend", "decade"]


@dataclass(frozen=True, slots=True)
class DateWords:
    """Words in lower case, with their accents.

    `months` and `weekdays`: the names and short forms of each, from January and Monday on. `numbers`: the words of each number
    from one on; `more_numbers`: those of further numbers. `units`, `seasons`: the words of each unit and season. `holidays`:
    "month-day" of a day by its names. `days`: how many days from today a word is.

    The rest are alternatives of regular expressions: `last`, `next` and `this` beside a unit or weekday; the names of a
    `weekend`; what stands before a weekend, season, holiday, month, weekday or year (`weekend_in` and so on; `weekday_lead`:
    between both); `of_year` between a month and its year; `from_year`, `to_year` in a range; `ago` before and `ago_behind`
    behind a length, with `about` before it; `ahead` before one that lies ahead, `since` or a verb `since_verb` before one that
    has gone by; `before_last` beside a unit or weekday. `quarter`, `half`: the names of these parts of a year, and `nth`: what
    numbers them, from one on. `begins`, `middles`, `ends`: words for parts of a period.
    """

    months: tuple[frozenset[str], ...]
    weekdays: tuple[frozenset[str], ...]
    numbers: tuple[frozenset[str], ...]
    units: Mapping[str, frozenset[str]]
    seasons: Mapping[str, frozenset[str]] = field(default_factory=dict)
    holidays: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    days: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    more_numbers: Mapping[str, frozenset[str]] = field(default_factory=dict)
    last: str = ""
    next: str = ""
    this: str = ""
    before_last: str = ""
    quarter: str = ""
    half: str = ""
    nth: tuple[str, ...] = ()
    weekend: str = ""
    weekend_in: str = ""
    season_in: str = ""
    holiday_in: str = ""
    month_in: str = ""
    weekday_in: str = ""
    weekday_lead: str = ""
    year_in: str = ""
    of_year: str = ""
    from_year: str = ""
    to_year: str = ""
    ago: str = ""
    ago_behind: str = ""
    about: str = ""
    ahead: str = ""
    since: str = ""
    since_verb: str = ""
    begins: frozenset[str] = frozenset()
    middles: frozenset[str] = frozenset()
    ends: frozenset[str] = frozenset()
