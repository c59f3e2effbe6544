"""Words that let a value come beside those that are known: also, too, besides, a second one."""

from __future__ import annotations

import re
from functools import cache

from graphmem.languages.language import languages
from graphmem.relations.direction import sentences_of, tense_of_verbs


def says_also(text: str) -> bool:
    """Whether a sentence tells a present state beside others. "I also moved" tells another change, not a second home."""
    return any(_is_present(_additive().sub(" ", one)) for one in sentences_of(text) if _additive().search(one))


def _is_present(sentence: str) -> bool:
    return tense_of_verbs(sentence) != "past"


@cache
def _additive() -> re.Pattern[str]:
    patterns = "|".join(language.words.adds for language in languages("words"))
    return re.compile(rf"(?<!\w)(?:{patterns})(?!\w)", re.IGNORECASE)
