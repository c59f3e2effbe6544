"""The order of day and month in a numeric date: 03/04/2024 is the fourth of March in the United States, elsewhere 3 April."""

from __future__ import annotations

import re

NUMERIC = r"(?<![\d.,/-])(?P<a>\d{1,2})(?P<sep>[./-])(?P<b>\d{1,2})(?P=sep)(?P<y>(?:19|20)\d\d)(?![\d/-])"
_NUMERIC = re.compile(NUMERIC)
_MONTH_FIRST = ("en", "english", "en-us", "american english")


def puts_month_first(language: str | None) -> bool:
    """Whether the day is the second number in this language; an unknown language counts as English."""
    return language is None or language.strip().lower().replace("_", "-") in _MONTH_FIRST


def with_dots(text: str) -> str:
    """Return a text of the same length whose numeric dates have dots, between which the day comes first."""
    return _NUMERIC.sub(r"\g<a>.\g<b>.\g<y>", text)


def ambiguous_date(text: str) -> str | None:
    """Return the first numeric date of a text that is another day if day and month change places."""
    found = (match for match in _NUMERIC.finditer(text) if match["sep"] != "." and match["a"] != match["b"])
    return next((match[0] for match in found if int(match["a"]) <= 12 and int(match["b"]) <= 12), None)
