"""Words as full-text search takes them."""

from __future__ import annotations

import re
from collections.abc import Sequence

_WORD = re.compile(r"\w+")
MOST_WORDS = 64


def words(text: str) -> tuple[str, ...]:
    """The different words, lower-case, in their order; nothing of them is syntax to a full-text index."""
    return tuple(dict.fromkeys(_WORD.findall(text.lower())))[:MOST_WORDS]


def fulltext(token: str, fields: Sequence[str], text: str) -> str:
    """A full-text query for any of the words in any of the fields of one brain; "" where the text has no word.

    `token` is the brain's; it has to be there and counts for nothing (full text cannot filter by an exact property).
    """
    found = words(text)
    if not found:
        return ""
    joined = " ".join(found)
    return f"+brainToken:{token}^0 +({' '.join(f'{field}:({joined})' for field in fields)})"
