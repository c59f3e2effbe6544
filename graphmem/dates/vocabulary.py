"""The date words of all languages, as one table each: those of English apart, since its dates have rules of their own.

`fold` maps the spellings with and without accents to one key.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Final, Literal, cast

from graphmem.languages.date_words import DateWords, Unit
from graphmem.languages.language import languages

_ENGLISH, *_OTHERS = (one.dates for one in languages("dates"))
_ALL = (_ENGLISH, *_OTHERS)
_FIRST_MONTHS = {"spring": 3, "summer": 6, "autumn": 9, "winter": 12}


def fold(word: str) -> str:
    """Return the word in lower case without accents: "Março" and "marco" give the same key."""
    plain = unicodedata.normalize("NFKD", word.casefold())
    return "".join(char for char in plain if not unicodedata.combining(char))


def _numbered(tables: Iterable[Iterable[frozenset[str]]], first: int) -> dict[str, int]:
    """Map each folded word of a row to the number of its row; the first row of a table has the number `first`."""
    return {fold(word): number for table in tables for number, row in enumerate(table, first) for word in row}


def _days(tables: Iterable[DateWords]) -> dict[str, int]:
    return {word: int(offset) for table in tables for offset, words in table.days.items() for word in words}


def _holidays(tables: Iterable[DateWords]) -> dict[str, tuple[int, int]]:
    rows = ((date.split("-"), words) for table in tables for date, words in table.holidays.items())
    return {word: (int(month), int(day)) for (month, day), words in rows for word in words}


def _units() -> dict[str, Unit]:
    return {fold(word): cast("Unit", unit) for one in _ALL for unit, words in one.units.items() for word in words}


MONTHS: Final = _numbered((one.months for one in _ALL), 1)
WEEKDAYS: Final = _numbered((one.weekdays for one in _ALL), 0)
NUMBERS: Final = _numbered((one.numbers for one in _ALL), 1) | {
    fold(word): int(number) for one in _ALL for number, words in one.more_numbers.items() for word in words
}
UNITS: Final[Mapping[str, Unit]] = _units()
SEASONS: Final = {
    fold(word): _FIRST_MONTHS[season] for one in _ALL for season, words in one.seasons.items() for word in words
}
HOLIDAYS, OTHER_HOLIDAYS = _holidays((_ENGLISH,)), _holidays(_OTHERS)
DAYS, OTHER_DAYS = _days((_ENGLISH,)), _days(_OTHERS)


def choice(words: Iterable[str]) -> str:
    """Return a regular expression that matches any of the words, the longest first."""
    return "|".join(re.escape(word) for word in sorted(set(words), key=len, reverse=True))


def _spelt(words: Iterable[str]) -> str:
    """Return a regular expression that matches any of the words, with and without accents."""
    return choice(spelling for word in words for spelling in (word, fold(word)))


def _of(tables: Iterable[DateWords], rows: Literal["months", "weekdays", "numbers"]) -> list[str]:
    return [word for one in tables for row in getattr(one, rows) for word in row]


def _named(tables: Iterable[DateWords], rows: Literal["units", "seasons", "more_numbers"]) -> list[str]:
    return [word for one in tables for row in getattr(one, rows).values() for word in row]


MONTH, OTHER_MONTH = _spelt(_of((_ENGLISH,), "months")), _spelt(_of(_OTHERS, "months"))
WEEKDAY, OTHER_WEEKDAY = _spelt(_of((_ENGLISH,), "weekdays")), _spelt(_of(_OTHERS, "weekdays"))
UNIT, OTHER_UNIT = _spelt(_named((_ENGLISH,), "units")), _spelt(_named(_OTHERS, "units"))
OTHER_LENGTH = _spelt(word for one in _OTHERS for unit in ("week", "month", "year") for word in one.units.get(unit, ()))
OTHER_SEASON = _spelt(_named(_OTHERS, "seasons"))
NUMBER = r"\d{1,3}|" + _spelt([*_of((_ENGLISH,), "numbers"), *_named((_ENGLISH,), "more_numbers")])
OTHER_NUMBER = r"\d{1,3}|" + _spelt(_of(_OTHERS, "numbers"))


def other_words(field: str) -> str:
    """Return a pattern of `DateWords` for all languages but English, as alternatives."""
    return "|".join(dict.fromkeys(part for one in _OTHERS if (part := getattr(one, field)))) or "(?!)"


OTHER_NTH = "|".join(
    rf"(?P<nth{n}>{'|'.join(dict.fromkeys(one.nth[n - 1] for one in _OTHERS if one.nth))})" for n in range(1, 5)
)
"""What numbers a quarter or a half of a year, in a group of its own for each number."""


def parts_of_periods(field: Literal["begins", "middles", "ends"]) -> frozenset[str]:
    """Return the folded words for a part of a period in all languages but English."""
    return frozenset(fold(word) for one in _OTHERS for word in getattr(one, field))


PART_WORDS = _spelt(word for one in _OTHERS for word in (*one.begins, *one.middles, *one.ends))


def number(word: str) -> int:
    """Return the value of digits or of a number word.

    Raises:
        KeyError: the word is not a number.
    """
    return int(word) if word.isdecimal() else NUMBERS[fold(word)]


DECADES: Final[Mapping[str, int]] = {
    name: 20 + 10 * n
    for n, name in enumerate(
        ("twenties", "thirties", "forties", "fifties", "sixties", "seventies", "eighties", "nineties")
    )
}
"""The decades of the last century by their English names."""
