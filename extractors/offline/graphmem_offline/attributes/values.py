"""Whether words are the value of a role: a name, a time, an address or a code."""

from __future__ import annotations

import re
from functools import cache

from graphmem.languages.language import Language, languages
from graphmem_offline.attributes.patterns import phrase
from graphmem_offline.attributes.records import RoleValue

_SIGNS = frozenset("#@/\\_:")
_CLOCK = re.compile(r"\d{1,2}(?:[:.h]\d{2})?(?:am|pm|h|uhr)?", re.I)
_NUMBERED = re.compile(r"#?\d+[A-Za-z]?|[A-Z]\d*")
LONGEST_VALUE = 6
"""Words."""


def value_of(words: str, language: Language) -> RoleValue | None:
    """Return the value that the words are; None if they only describe something."""
    plain = words
    while (cut := phrase(language.roles.trailing).search(plain)) and cut.end() == len(plain):
        plain = plain[: cut.start()].rstrip(" ,")
    parts = [part for part in plain.split() if part != ","] if " , " in plain else plain.split()
    parts = without_article(" ".join(parts), language).split()
    if not parts or len(parts) > LONGEST_VALUE or parts[0].lower() in language.roles.not_values:
        return None
    text = " ".join(parts)
    if _is_time(parts, language):
        return RoleValue(text, entity=False)
    if _is_code(parts):
        return RoleValue(text, entity=False)
    return RoleValue(text, entity=True) if is_proper(parts, language) else None


def _is_time(parts: list[str], language: Language) -> bool:
    """Whether the words are a time of the week or the day: "Tuesdays at 14:45"."""
    days = [part for part in parts if part.lower().rstrip(",") in _times(language) or _CLOCK.fullmatch(part)]
    rest = [part for part in parts if part not in days and part.lower() not in language.roles.small]
    return bool(days) and not rest


@cache
def _times(language: Language) -> frozenset[str]:
    """Return the weekdays of a language, of one week or of every week, and the parts of the day."""
    days = frozenset().union(*language.dates.weekdays)
    return language.roles.times | days | {f"{day}s" for day in days}


@cache
def _inner() -> frozenset[str]:
    """Return the words and signs that may stand within a name."""
    return frozenset("&-").union(*(one.words.in_names for one in languages("words")))


def _is_code(parts: list[str]) -> bool:
    """Whether the words are an address, a channel, a number, or a thing with a number ("room 12")."""
    if len(parts) == 1:
        return "." in parts[0][1:-1] or any(sign in _SIGNS or sign.isdigit() for sign in parts[0])
    return len(parts) <= 3 and all(part.isalpha() for part in parts[:-1]) and parts[-1].isdigit()


def is_proper(parts: list[str], language: Language) -> bool:
    """Whether the words are a name: each begins with a capital, a digit or a sign, but for small words within."""
    first, last = parts[0], parts[-1]
    if not first[:1].isupper() or first.lower() in language.roles.not_values or last.lower() in _inner() or last == "I":
        return False
    return all(
        part[:1].isupper() or part[:1].isdigit() or part.lower() in _inner() or _NUMBERED.fullmatch(part)
        for part in parts[1:]
    )


def without_article(name: str, language: Language) -> str:
    """Return a name without the article and the titles before it."""
    parts = name.split()
    while parts and (
        parts[0].lower() in language.words.articles or (parts[1:] and phrase(language.roles.titles).fullmatch(parts[0]))
    ):
        parts.pop(0)
    return " ".join(parts)
