"""Pronouns of the speaker."""

from __future__ import annotations

from functools import cache

from graphmem.languages.language import languages


def is_pronoun(name: str) -> bool:
    """Whether the word is a pronoun of the speaker, in one of the known languages."""
    word = name.strip()
    always, small = _pronouns()
    return word.islower() if word.casefold() in small else word.casefold() in always


@cache
def _pronouns() -> tuple[frozenset[str], frozenset[str]]:
    """Return the pronouns of the speaker in all languages, and those that are names if they begin with a capital."""
    tables = [one.words for one in languages("words")]
    always = frozenset(word for words in tables for word in words.i | words.me)
    return always, frozenset(word for words in tables for word in words.me_lower)
