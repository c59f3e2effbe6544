"""Words of denial: not, no, no longer."""

from __future__ import annotations

import re
from functools import cache

from graphmem.languages.language import languages
from graphmem.languages.small_words import alternatives
from graphmem.names.normalize import fold


def says_not(text: str) -> bool:
    """Whether a text has a word of denial, in any language that has tables."""
    return _denials().search(fold(text)) is not None


def denied_in(text: str, value: str) -> bool:
    """Whether a text denies a value beside another one: "a Volvo, not a Fiat", "in Turku, not in Tartu"."""
    if not value.strip():
        return False
    before = rf"(?:{_denials().pattern})\s+(?:\w{{1,4}}\s+){{0,2}}"
    return re.search(rf"{before}{re.escape(fold(value.strip()))}(?!\w)", fold(text)) is not None


@cache
def _denials() -> re.Pattern[str]:
    words = {fold(word) for one in languages("words") for word in (*one.words.denials, *one.words.never)}
    return re.compile(rf"(?<!\w)(?:{alternatives(words)})(?!\w)|n['’]t\b")
