"""Full-text queries for Lucene: split a text into words, and search for them in one brain."""

from __future__ import annotations

import re
from collections.abc import Sequence

from graphmem.names.normalize import word_set

_WORD = re.compile(r"\w+")
MOST_WORDS = 64
SHORTEST_FUZZY = 4
"""Letters of a word that is searched with one letter of tolerance."""
_STOPPED = word_set("""
    a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will
    with """)
"""Stop words of Lucene's English analyzer. A clause with only the token and a stop word would match the whole brain."""


def words(text: str) -> tuple[str, ...]:
    """Return the distinct words of a text in order, lower-case, at most 64. They contain no syntax of Lucene."""
    return tuple(dict.fromkeys(_WORD.findall(text.lower())))[:MOST_WORDS]


def fulltext(token: str, fields: Sequence[str], text: str) -> str:
    """Return a full-text query for any of the words, in any of the fields of one brain. "" where no word is indexed.

    Args:
        token: the full-text token of the brain. It is required and adds nothing to the score, since a full-text index cannot
            filter by an exact property. Each word has its own clause with the token: Lucene skips documents that cannot
            reach the top of a disjunction, but scores every match of a conjunction.
    """
    return any_of(token, [f"{field}:{word}" for field in fields for word in words(text) if _indexed(word)])


def _indexed(word: str) -> bool:
    return word not in _STOPPED and word.strip("_") != ""


def any_of(token: str, terms: Sequence[str]) -> str:
    """Return a full-text query for any of the terms in one brain."""
    return " ".join(f"(+brainToken:{token}^0 +{term})" for term in terms)


def fuzzy(word: str) -> str:
    """Return the term for a word with one letter of tolerance; short words and words with digits have none."""
    if len(word) < SHORTEST_FUZZY or any(c.isdigit() for c in word):
        return word
    return f"{word}~1"
