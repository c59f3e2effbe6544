"""Words as full-text search takes them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from graphmem.names.normalize import word_set

_WORD = re.compile(r"\w+")
MOST_WORDS = 64
_STOPPED = word_set("""
    a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will
    with """)
"""Words that Lucene's English analyzer leaves out; alone beside the token they would match all of a brain."""


def words(text: str) -> tuple[str, ...]:
    """The different words, lower-case, in their order; nothing of them is syntax to a full-text index."""
    return tuple(dict.fromkeys(_WORD.findall(text.lower())))[:MOST_WORDS]


def fulltext(token: str, fields: Sequence[str], text: str) -> str:
    """A full-text query for any of the words in any of the fields of one brain; "" where the text has no word that is indexed.

    `token` is the brain's; it has to be there and counts for nothing (full text cannot filter by an exact property). It stands
    beside every word: Lucene passes over what cannot come among the best of an alternative, but not of a conjunction as a whole,
    of which every match would be weighed.
    """
    return any_of(token, [f"{field}:{word}" for field in fields for word in words(text) if _indexed(word)])


def _indexed(word: str) -> bool:
    return word not in _STOPPED and word.strip("_") != ""


def any_of(token: str, terms: Sequence[str]) -> str:
    """A full-text query for any of the terms in one brain."""
    return " ".join(f"(+brainToken:{token}^0 +{term})" for term in terms)
