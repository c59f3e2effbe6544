"""Equality of two wordings of a value: case, accents, articles, punctuation, numbers."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import numpy as np

from graphmem.dates.parser import find_dates
from graphmem.dates.vocabulary import NUMBERS
from graphmem.languages.language import languages
from graphmem.names.normalize import fold
from graphmem_contract.records import Vector

ENGLISH_ARTICLES = frozenset({"a", "an", "the", "my", "our", "his", "her", "their"})
OTHER_ARTICLES = frozenset({"o", "os", "um", "uma", "meu", "minha", "el", "la", "los", "las", "un", "una", "le", "les"})
ARTICLES = ENGLISH_ARTICLES | OTHER_ARTICLES
INDEFINITE = frozenset(fold(word) for one in languages("words") for word in one.words.indefinite)
"""Articles that are words for one, too."""
PUNCTUATION = ".,;:!?…\"'“”‘’«»()[]"
_BETWEEN_WORDS = re.compile(r"(?:[\s_]+[-–—]+)?[\s_]+|(?<=[^\W_])[-–—]+(?=[^\W_])")
"""A hyphen between two words separates them. At the edge of a word it belongs to the word: -18 is not 18, B- is not B."""


def same_wording(one: str, other: str) -> bool:
    """Whether two wordings differ at most in case, accents, punctuation and a leading article."""
    a, b = _words(one), _words(other)
    return a == b or (_without_article(one, a) == _without_article(other, b) and not _told_apart_by_letter(a[0], b[0]))


def _told_apart_by_letter(one: str, other: str) -> bool:
    """Whether both first words are single letters, and different ones. Such a letter is no article: "a+" and "o+"."""
    return one != other and len(one) == len(other) == 1


def bare_words(text: str) -> tuple[str, ...]:
    """Return the folded words without surrounding punctuation and without a leading article.

    Signs that make another word stay: "C#", "C++".
    """
    return _without_article(text, _words(text))


def _words(text: str) -> tuple[str, ...]:
    return tuple(word for part in _BETWEEN_WORDS.split(fold(text)) if (word := _without_punctuation(part))) or (text,)


def _without_punctuation(part: str) -> str:
    """Return the word without surrounding punctuation. The point of a decimal fraction stays: ".5"."""
    word = part.strip(PUNCTUATION)
    return f".{word}" if word[:1].isdigit() and f".{word}" in part else word


def _without_article(text: str, words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words without a leading article.

    An article precedes another word and is not in capitals: "type A", "A positive" and "Mac OS" have none.
    """
    has_article = (
        len(words) > 1 and words[0] in ARTICLES and not text.lstrip(f"{PUNCTUATION} \t\n")[: len(words[0])].isupper()
    )
    return words[1:] if has_article else words


_AMOUNT = re.compile(
    r"[-−]?\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?:[.,]\d+)?(?!\d)|[-−]?\.?\d[\d.,'’\u00a0\u202f]*\d|[-−]?\.?\d"
)
_CURRENCIES = {
    "eur": "€",
    "euro": "€",
    "euros": "€",
    "usd": "$",
    "dollar": "$",
    "dollars": "$",
    "gbp": "£",
    "pounds": "£",
}


def same_amount(one: str, other: str) -> bool:
    """Whether two values are one sum of money or one quantity in two notations: "€1,250.50" and "1.250,50 € a month".

    What one of them says besides does not count; what both say must agree.
    """
    a, b = _amount(one), _amount(other)
    if a is None or b is None or a[0] != b[0]:
        return False
    return a[1] <= b[1] or b[1] <= a[1]


def _amount(text: str) -> tuple[str, frozenset[str]] | None:
    """Return the only number of a text in plain notation, and the other words with the signs of currencies."""
    found = _AMOUNT.findall(text)
    if len(found) != 1:
        return None
    words = re.findall(r"[^\W\d_]+|[€$£¥]", fold(_AMOUNT.sub(" ", text)))
    return plain_number(found[0]), frozenset(_CURRENCIES.get(word, word) for word in words) - ARTICLES


def plain_number(text: str) -> str:
    """Return a number without signs between its thousands and with a point before its fraction: 2.400,50 is 2400.50.

    A single sign before three digits stands between thousands.
    """
    digits = re.sub(r"['’ \u00a0\u202f]", "", text)
    signs = [c for c in digits if c in ".,"]
    last = max(digits.rfind("."), digits.rfind(","))
    is_fraction = bool(signs) and (len(set(signs)) == 2 or (len(signs) == 1 and len(digits) - last != 4))
    if not is_fraction:
        return re.sub(r"[.,]", "", digits)
    fraction = digits[last + 1 :].rstrip("0")
    return re.sub(r"[.,]", "", digits[:last]) + (f".{fraction}" if fraction else "")


def numbers_differ(one: str, other: str) -> bool:
    """Whether both values have numbers, and none in common."""
    a, b = ({plain_number(found) for found in _AMOUNT.findall(text)} for text in (one, other))
    return bool(a) and bool(b) and not a & b


def another_count(one: str, other: str) -> bool:
    """Whether two values differ in a number before a noun and in nothing else: "four looms", "9 looms"; not "room 12"."""
    a = _counted(one)
    b = _counted(other) if a else None
    return a is not None and b is not None and a[1] == b[1] and a[0] != b[0]


def _counted(text: str) -> tuple[int, tuple[str, ...]] | None:
    """Return the only number of a value, in figures or as a word, and its other words; None if no noun follows it."""
    words = bare_words(text)
    numbers = {n: value for n, word in enumerate(words) if (value := _whole_number(word)) is not None}
    if len(numbers) != 1 or is_date(text):
        return None
    place, value = next(iter(numbers.items()))
    rest = words[place + 1 :]
    return (value, (*words[:place], *rest)) if any(len(word) > 2 for word in rest) else None


def _whole_number(word: str) -> int | None:
    return int(word) if word.isdecimal() else NUMBERS.get(word) if word not in ARTICLES | INDEFINITE else None


def is_date(value: str) -> bool:
    """Whether a value is a date and nothing else, in words or figures: "9 April", "el 9 de abril"."""
    found = find_dates(value, datetime(2000, 1, 1, tzinfo=UTC))
    return len(found) == 1 and len(found[0].span) >= len(value.strip()) - 3


def details_differ(one: str, other: str) -> bool:
    """Whether two wordings differ in a number or a name. Then they never mean the same, however similar they are."""
    return _details(one) != _details(other)


def _details(text: str) -> set[str]:
    """Return the folded words with a digit, those with a capital that do not begin the text, and those in capitals."""
    words = re.findall(r"[^\W_]+", text)
    names = (w for n, w in enumerate(words) if w[:1].isupper() and (n or (len(w) > 1 and w.isupper())))
    return {fold(w) for w in words if any(c.isdigit() for c in w)} | {fold(w) for w in names}


def names_all_of(part: str, whole: str) -> bool:
    """Whether every content word of a wording stands in another one, in any form: "the bike", "black folding bike"."""
    words, others = ([w for w in bare_words(text) if len(w) > 2 and w not in ARTICLES] for text in (part, whole))
    return bool(words) and all(any(_same_stem(word, other) for other in others) for word in words)


def _same_stem(one: str, other: str) -> bool:
    """Whether two words begin alike and differ in at most the last three letters: "swims", "swimming"."""
    if one == other:
        return True
    if any(c.isdigit() for c in one + other):
        return False
    short, long = sorted((one, other), key=len)
    shared = next((n for n, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    return shared >= 4 and len(short) - shared <= 1 and len(long) - shared <= 4


def similar_words(one: str, other: str) -> bool:
    """Whether two values may be one value: all words of one stand in the other.

    Similar sentences do not prove it: one sentence often gives several values, and each is a fact of its own.
    """
    return names_all_of(one, other) or names_all_of(other, one)


def cosine(one: Vector | None, other: Vector | None) -> float:
    """Return the cosine of two vectors; 0 if one is missing or zero."""
    if one is None or other is None:
        return 0.0
    a, b = np.asarray(one), np.asarray(other)
    return float(a @ b / ((np.linalg.norm(a) * np.linalg.norm(b)) or 1.0))
