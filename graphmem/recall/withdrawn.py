"""Whether a value says itself that it counts no more: "[withdrawn] The desk opens at nine". Pure."""

from __future__ import annotations

import re
from functools import cache

from graphmem.languages.language import languages
from graphmem.languages.small_words import alternatives
from graphmem.names.normalize import fold


def is_withdrawn(value: str) -> bool:
    """Whether a value begins with a mark in brackets whose first word says that it is withdrawn, in any language."""
    return _mark().match(fold(value)) is not None


@cache
def _mark() -> re.Pattern[str]:
    words = alternatives(fold(word) for one in languages("words") for word in one.words.withdrawn)
    return re.compile(rf"\s*[\[(]\s*(?:{words})\b[^\])]*[\])]")
