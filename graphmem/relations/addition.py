"""Words that let a value come beside those that are known: also, too, besides, a second one."""

from __future__ import annotations

import re
from functools import cache

from graphmem.languages.language import languages
from graphmem.languages.small_words import alternatives
from graphmem.names.normalize import fold
from graphmem.relations.direction import sentences_of, tense_of_verbs


def says_also(text: str) -> bool:
    """Whether a sentence tells a present state beside others. "I also moved" tells another change, not a second home."""
    return any(
        _is_present(_additive().sub(" ", fold(one))) for one in sentences_of(text) if _additive().search(fold(one))
    )


def _is_present(sentence: str) -> bool:
    return tense_of_verbs(sentence) != "past"


@cache
def _additive() -> re.Pattern[str]:
    words = (fold(word) for language in languages("words") for word in language.words.additive)
    return re.compile(rf"(?<!\w)(?:{alternatives(words)})(?!\w)")
