"""Words of a wish: would love to, hopes to. A wish changes nothing, whatever date it names."""

from __future__ import annotations

import re
from functools import cache

from graphmem.languages.language import languages
from graphmem.languages.small_words import alternatives
from graphmem.names.normalize import fold


def says_wish(text: str) -> bool:
    """Whether a text has a word of a wish, in any language that has tables."""
    return _wishes().search(fold(text)) is not None


@cache
def _wishes() -> re.Pattern[str]:
    words = {fold(word) for one in languages("words") for word in one.words.wishes}
    return re.compile(rf"(?<!\w)(?:{alternatives(words)})(?!\w)")
