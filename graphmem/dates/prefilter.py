"""A quick look at a text: whether any date rule can match in it. Most sentences have no date, and the rules are many."""

from __future__ import annotations

import re

from graphmem.dates import vocabulary as words

_WORD = re.compile(r"\w+")
_NUMBER = re.compile(r"\d{4}|\d['’]?(?:s|st|nd|rd|th|er|ern)\b|\bq[1-4]\b|[周週年月天日]|星期|[礼禮]拜", re.I)
"""A year, a decade, an ordinal, a quarter, or a sign of a script without spaces. Other numbers are dates only beside a word."""


def _longest_word(phrase: str) -> str:
    """Return the longest word of a phrase. A text with the phrase has this word, too."""
    found: list[str] = _WORD.findall(words.fold(phrase))
    return max(found, key=len)


_DATE_WORDS = frozenset(
    _longest_word(phrase)
    for table in (words.MONTHS, words.WEEKDAYS, words.UNITS, words.SEASONS, words.HOLIDAYS, words.OTHER_HOLIDAYS, words.DAYS,
                  words.OTHER_DAYS, [f"{day}{end}" for day in words.WEEKDAYS for end in ("s", "en")], words.DECADES,
                  ("thanksgiving", "quarter", "half"))
    for phrase in table
)  # fmt: skip


def may_hold_date(text: str) -> bool:
    """Whether the text has a number or a word without which no rule matches. False is certain; True is not."""
    if _NUMBER.search(text):
        return True
    if text.isascii():
        return not _DATE_WORDS.isdisjoint(_WORD.findall(text.lower()))
    return not _DATE_WORDS.isdisjoint(map(words.fold, _WORD.findall(text)))
