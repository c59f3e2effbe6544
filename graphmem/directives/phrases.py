"""The phrases of a language that show a standing instruction or a preference, and how they are matched word by word."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, get_type_hints

from graphmem.languages.directive_words import DirectiveWords
from graphmem.languages.language import Language
from graphmem.names.normalize import fold, word_set

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_ELIDED = word_set("n j l d qu m t s c")
"""What stands before the apostrophe of an elided French word."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a sentence, folded. `start`, `end`: its place in the sentence. `opens`: a sign before it begins a clause."""

    word: str
    start: int
    end: int
    opens: bool


@dataclass(frozen=True, slots=True)
class Head:
    """A phrase that begins a preference, with the confidence in it, and whether it is a wish or an aversion."""

    words: tuple[str, ...]
    confidence: float
    likes: bool


class Phrases:
    """A set of phrases, found at a place of a list of tokens."""

    def __init__(self, written: Iterable[str]) -> None:
        self._by_first: dict[str, list[tuple[str, ...]]] = {}
        for phrase in written:
            words = tuple(token.word for token in tokens_of(phrase))
            self._by_first.setdefault(words[0], []).append(words)
        for some in self._by_first.values():
            some.sort(key=len, reverse=True)

    def length_at(self, tokens: Sequence[Token], place: int) -> int:
        """Return the number of words of the longest phrase that begins at a place; 0 for none."""
        if place >= len(tokens):
            return 0
        for words in self._by_first.get(tokens[place].word, ()):
            if words == tuple(token.word for token in tokens[place : place + len(words)]):
                return len(words)
        return 0

    def place_in(self, tokens: Sequence[Token], start: int, stop: int) -> int | None:
        """Return the first place from `start` to before `stop` at which a phrase begins."""
        return next((place for place in range(start, min(stop, len(tokens))) if self.length_at(tokens, place)), None)


@dataclass(frozen=True, slots=True)
class StandingPhrases:
    """The phrases of `DirectiveWords` as they are looked for; words are folded."""

    always: Phrases
    never: Phrases
    denials: Phrases
    again: Phrases
    lasting: Phrases
    once: Phrases
    leads: Phrases
    asks: Phrases
    verbs: frozenset[str]
    clitics: tuple[str, ...]
    stops: Phrases
    stopped: frozenset[str]
    called: Phrases
    conditions: Phrases
    recurring: Phrases
    heads: tuple[Head, ...]
    adverbs: frozenset[str]
    blockers: frozenset[str]
    deictic: frozenset[str]
    requests: Phrases
    denial_follows: bool = False


def folded_words(written: str) -> frozenset[str]:
    """Return the words of a text, each folded."""
    return frozenset(map(fold, written.split()))


def tokens_of(text: str) -> list[Token]:
    """Return the words of a text with their places."""
    found: list[Token] = []
    end = 0
    for match in _WORD.finditer(text):
        opens = not found or any(sign in ",;:()–—!?." for sign in text[end : match.start()])
        found.extend(_tokens(fold(match[0].replace("’", "'")), match.start(), match.end(), opens))
        end = match.end()
    return found


def _tokens(word: str, start: int, end: int, opens: bool) -> Iterable[Token]:
    before, sign, rest = word.partition("'")
    if sign and before in _ELIDED and len(rest) > 1:
        return (Token(before, start, start + len(before) + 1, opens), Token(rest, start + len(before) + 1, end, False))
    return (Token(word, start, end, opens),)


@cache
def standing_phrases(language: Language) -> StandingPhrases:
    """Return the phrases of a language."""
    words = language.directives
    found: dict[str, Any] = {}
    for name, type_ in get_type_hints(StandingPhrases).items():
        value = getattr(words, name)
        if type_ is Phrases:
            found[name] = Phrases(value)
        else:
            found[name] = frozenset(map(fold, value)) if isinstance(value, frozenset) else value
    return StandingPhrases(**found | {"heads": tuple(_heads(words))})


def _heads(words: DirectiveWords) -> Iterable[Head]:
    for row in words.heads:
        for phrase in row.phrases:
            yield Head(tuple(token.word for token in tokens_of(phrase)), row.confidence, row.likes)
