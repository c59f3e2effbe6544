"""The words of a language for dates: months, days, units, numbers and what stands before them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class DateWords:
    """Words in lower case, with their accents.

    `months` and `weekdays`: the names and short forms of each, from January and Monday on. `numbers`: the words of each number
    from one on; `more_numbers`: those of further numbers. `units`, `seasons`: the words of each unit and season. `holidays`:
    "month-day" of a day by its names. `days`: how many days from today a word is.
    """

    months: tuple[frozenset[str], ...]
    weekdays: tuple[frozenset[str], ...]
    numbers: tuple[frozenset[str], ...]
    units: Mapping[str, frozenset[str]]
    seasons: Mapping[str, frozenset[str]] = field(default_factory=dict)
    holidays: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    days: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    more_numbers: Mapping[str, frozenset[str]] = field(default_factory=dict)
