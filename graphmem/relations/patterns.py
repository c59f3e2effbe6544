"""Match the words of a relation name with the patterns of the tables, whatever the form of the verb."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from graphmem.languages.language import Language
from graphmem.names.normalize import fold, word_set

T = TypeVar("T")
Forms = Callable[[str, Language], Mapping[str, str]]
"""The forms of a verb in a language, each with its tense ("past" or another word)."""
MOST_WORDS = 12
"""Relation names with more words are not read: they are sentences."""
FILLERS: frozenset[str] = word_set("""
    has have had having been be is was were are am being just recently finally now officially again already newly also
    the a an his her their its my our new own get gets got getting back then eventually
    se me te nos s m t lo la o um uma un una une le les
    su sus seu sua sa ihre ihren ihr seine
    foi fue fui ha he han hemos ja ya recem recien agora ahora
    est ont suis sont ai ete vient de d
    hat habe haben ist bin sind wurde wurden worden sich mich uns gerade jetzt neu
    himself herself myself themselves ourselves yourself
    company firm city town country person organization employer
""")
"""Words of a relation name that say nothing about which relation it is."""


@dataclass(frozen=True, slots=True)
class _Step:
    """A word of a pattern: the keys of its choices, and whether it may be missing."""

    keys: frozenset[str]
    optional: bool


@dataclass(frozen=True, slots=True)
class _Pattern(Generic[T]):
    """A pattern of a row, as its steps."""

    row: T
    number: int
    steps: tuple[_Step, ...]


@dataclass(frozen=True, slots=True)
class Match(Generic[T]):
    """A row that matches, how many words of the name it used, and the tense of its verb."""

    row: T
    number: int
    used: int
    past: bool


class PatternIndex(Generic[T]):
    """The patterns of a table, by the words with which they may begin. Its size is that of the table."""

    def __init__(self, rows: Iterable[tuple[T, Sequence[tuple[Language, str]]]], forms_of: Forms) -> None:
        self._forms_of = forms_of
        self._forms: dict[str, dict[str, str]] = {}
        self._known: set[str] = set()
        self._first: dict[str, list[_Pattern[T]]] = {}
        for number, (row, patterns) in enumerate(rows):
            for language, pattern in patterns:
                self._add(_Pattern(row, number, tuple(self._step(word, language) for word in pattern.split())))

    def matches(self, words: Sequence[str]) -> list[Match[T]]:
        """Return the rows whose pattern the folded words match, fillers aside; those that use most words come first."""
        if not words or len(words) > MOST_WORDS:
            return []
        found: dict[tuple[int, int, bool], Match[T]] = {}
        for start, word in enumerate(words):
            for pattern in {id(p): p for key in self._keys(word) for p in self._first.get(key, ())}.values():
                for used, past in _ways(pattern.steps, 0, words, start, self._forms):
                    found.setdefault((pattern.number, used, past), Match(pattern.row, pattern.number, used, past))
            if word not in FILLERS:
                break
        return sorted(found.values(), key=lambda match: (-match.used, match.number))

    def verb_forms(self, word: str) -> dict[str, str]:
        """Return the verbs of the table that have a form, with its tense."""
        return self._forms.get(word, {})

    def _keys(self, word: str) -> Iterator[str]:
        yield word
        yield from self._forms.get(word, ())

    def _step(self, word: str, language: Language) -> _Step:
        optional = word.startswith("[")
        return _Step(frozenset(self._key(choice, language) for choice in _choices(word.strip("[]"))), optional)

    def _key(self, word: str, language: Language) -> str:
        if not word.startswith("~"):
            return fold(word)
        lemma = f"{language.code}:{fold(word[1:])}"
        if lemma not in self._known:
            self._known.add(lemma)
            for form, tense in self._forms_of(word[1:], language).items():
                self._forms.setdefault(form, {})[lemma] = tense
        return lemma

    def _add(self, pattern: _Pattern[T]) -> None:
        for step in pattern.steps:
            for key in step.keys:
                self._first.setdefault(key, []).append(pattern)
            if not step.optional:
                break


def _ways(
    steps: Sequence[_Step], step: int, words: Sequence[str], at: int, forms: Mapping[str, Mapping[str, str]]
) -> Iterator[tuple[int, bool]]:
    """Yield how the words from `at` match the steps: the number of words used, and whether a verb of them is past."""
    if at == len(words):
        if all(one.optional for one in steps[step:]):
            yield 0, False
        return
    word = words[at]
    if step < len(steps):
        if word in steps[step].keys:
            yield from ((used + 1, past) for used, past in _ways(steps, step + 1, words, at + 1, forms))
        for lemma, tense in forms.get(word, {}).items():
            if lemma in steps[step].keys:
                more = _ways(steps, step + 1, words, at + 1, forms)
                yield from ((used + 1, past or tense == "past") for used, past in more)
        if steps[step].optional:
            yield from _ways(steps, step + 1, words, at, forms)
    if word in FILLERS:
        yield from _ways(steps, step, words, at + 1, forms)


def _choices(word: str) -> list[str]:
    """Return the choices of a word; the mark of a verb stands before each of them: "~start|begin" are two verbs."""
    mark = "~" if word.startswith("~") else ""
    return [mark + choice.lstrip("~") for choice in word.split("|")]
