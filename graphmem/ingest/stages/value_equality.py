"""Whether two values are the same: spelling, articles, signs, numbers."""

from __future__ import annotations

import re

import numpy as np
from rapidfuzz import fuzz

from graphmem.contract.records import Vector
from graphmem.names.normalize import fold

ENGLISH_ARTICLES = frozenset({"a", "an", "the", "my", "our", "his", "her", "their"})
OTHER_ARTICLES = frozenset({"o", "os", "um", "uma", "meu", "minha", "el", "la", "los", "las", "un", "una", "le", "les"})
ARTICLES = ENGLISH_ARTICLES | OTHER_ARTICLES
SIGNS = ".,;:!?…\"'“”‘’«»()[]"
_BETWEEN_WORDS = re.compile(r"(?:[\s_]+[-–—]+)?[\s_]+|(?<=[^\W_])[-–—]+(?=[^\W_])")
"""A hyphen joins two words; before or behind a word it makes another of it: -18 is not 18, and B- is not B."""
SAME_VALUE = 60
"""From this likeness of writing on (0 to 100), two values in sentences that mean the same are one value."""


def _same_wording(one: str, other: str) -> bool:
    a, b = _words(one), _words(other)
    return a == b or (_without_article(one, a) == _without_article(other, b) and not _two_letters(a[0], b[0]))


def _two_letters(one: str, other: str) -> bool:
    """Whether two wordings begin with a letter each that could be an article, but are told apart by it: "a+" and "o+"."""
    return one != other and len(one) == len(other) == 1


def _bare(text: str) -> tuple[str, ...]:
    """Folded words without the signs round them and a leading article; signs that make another word ("C#", "C++") stay."""
    return _without_article(text, _words(text))


def _words(text: str) -> tuple[str, ...]:
    return tuple(word for part in _BETWEEN_WORDS.split(fold(text)) if (word := _without_signs(part))) or (text,)


def _without_signs(part: str) -> str:
    word = part.strip(SIGNS)
    return f".{word}" if word[:1].isdigit() and f".{word}" in part else word


def _without_article(text: str, words: tuple[str, ...]) -> tuple[str, ...]:
    """An article leads to another word, and is not written in capitals: "type A", "A positive" and "Mac OS" have none."""
    leads = len(words) > 1 and words[0] in ARTICLES and not text.lstrip(f"{SIGNS} \t\n")[: len(words[0])].isupper()
    return words[1:] if leads else words


def _other_details(one: str, other: str) -> bool:
    """Whether two wordings differ in a number or a name, so that they cannot mean the same however alike they are."""
    return _details(one) != _details(other)


def _details(text: str) -> set[str]:
    words = re.findall(r"[^\W_]+", text)
    return {fold(w) for w in words if any(c.isdigit() for c in w)} | {fold(w) for w in words[1:] if w[:1].isupper()}


def _alike_written(one: str, other: str) -> bool:
    """Whether two values may be one in other words: one sentence often gives several values, which are facts each."""
    return fuzz.token_set_ratio(fold(one), fold(other)) >= SAME_VALUE


def _cosine(one: Vector | None, other: Vector | None) -> float:
    if one is None or other is None:
        return 0.0
    a, b = np.asarray(one), np.asarray(other)
    return float(a @ b / ((np.linalg.norm(a) * np.linalg.norm(b)) or 1.0))
