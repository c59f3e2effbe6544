"""Words before a verb that change its meaning: start, stop, used to, will, would, not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from graphmem.languages.language import languages
from graphmem.relations.conjugation import forms_of
from graphmem.relations.patterns import PatternIndex

Aspect = Literal["begins", "ends", "past", "plan", "doubt"]
"""`doubt`: a wish, a condition or a negation. Such a relation is not read."""

_ASPECTS: tuple[Aspect, ...] = ("begins", "ends", "past", "plan", "doubt")
_INDEX: PatternIndex[Aspect] = PatternIndex(
    (
        (aspect, [(one, words) for one in languages("changes") for words in one.changes.aspects.get(aspect, ())])
        for aspect in _ASPECTS
    ),
    forms_of,
)


def split_aspect(words: Sequence[str]) -> tuple[Aspect | None, tuple[str, ...]]:
    """Return the aspect that the first words of a relation state, and the words after it; (None, all words) without one."""
    for size in range(min(4, len(words) - 1), 0, -1):
        found = _INDEX.matches(words[:size])
        if found:
            return found[0].row, tuple(words[size:])
    return None, tuple(words)
