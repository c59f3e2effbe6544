"""Match the words of a relation name with the patterns of the tables, whatever the form of the verb."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from graphmem.names.normalize import fold, word_set

T = TypeVar("T")
Forms = Callable[[str, Any], Mapping[str, Any]]
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
    company firm city town country person organization employer
""")
"""Words of a relation name that say nothing about which relation it is."""


@dataclass(slots=True)
class _Node(Generic[T]):
    children: dict[str, _Node[T]] = field(default_factory=dict)
    rows: list[tuple[int, T]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Match(Generic[T]):
    """A row that matches, how many words of the name it used, and the tense of its verb."""

    row: T
    number: int
    used: int
    past: bool


class PatternIndex(Generic[T]):
    """The patterns of a table as a tree of words. The search is linear in the words of the name for a bounded tree."""

    def __init__(self, rows: Iterable[tuple[T, Sequence[tuple[Any, str]]]], forms_of: Forms) -> None:
        self._forms_of = forms_of
        self._root: _Node[T] = _Node()
        self._forms: dict[str, dict[str, str]] = {}
        for number, (row, patterns) in enumerate(rows):
            for language, pattern in patterns:
                for words in _expanded(pattern.split()):
                    self._add([self._keyed(word, language) for word in words], number, row)

    def matches(self, words: Sequence[str]) -> list[Match[T]]:
        """Return the rows whose pattern the folded words match, fillers aside; those that use most words come first."""
        if not words or len(words) > MOST_WORDS:
            return []
        found = {(m.number, m.used, m.past): m for m in self._walk(self._root, words, 0, 0, past=False)}
        return sorted(found.values(), key=lambda match: (-match.used, match.number))

    def verb_forms(self, word: str) -> dict[str, str]:
        """Return the verbs of the table that have a form, with its tense."""
        return self._forms.get(word, {})

    def _keyed(self, word: str, language: str) -> str:
        if not word.startswith("~"):
            return fold(word)
        lemma = f"{language}:{fold(word[1:])}"
        for form, tense in self._forms_of(word[1:], language).items():
            self._forms.setdefault(form, {})[lemma] = tense
        return lemma

    def _add(self, keys: Sequence[str], number: int, row: T) -> None:
        node = self._root
        for key in keys:
            node = node.children.setdefault(key, _Node())
        node.rows.append((number, row))

    def _walk(self, node: _Node[T], words: Sequence[str], at: int, used: int, *, past: bool) -> Iterator[Match[T]]:
        if at == len(words):
            yield from (Match(row, number, used, past) for number, row in node.rows)
            return
        word = words[at]
        if word in node.children:
            yield from self._walk(node.children[word], words, at + 1, used + 1, past=past)
        for lemma, tense in self._forms.get(word, {}).items():
            if lemma in node.children:
                yield from self._walk(node.children[lemma], words, at + 1, used + 1, past=past or tense == "past")
        if word in FILLERS:
            yield from self._walk(node, words, at + 1, used, past=past)


def _expanded(words: Sequence[str]) -> Iterator[list[str]]:
    """Yield the rows of words that a pattern stands for: each choice, with and without the words in brackets."""
    if not words:
        yield []
        return
    head, rest = words[0], list(_expanded(words[1:]))
    optional = head.startswith("[") and head.endswith("]")
    choices = _choices(head.strip("[]"))
    for tail in rest:
        if optional:
            yield tail
        yield from ([choice, *tail] for choice in choices)


def _choices(word: str) -> list[str]:
    """Return the choices of a word; the mark of a verb stands before each of them: "~start|begin" are two verbs."""
    mark = "~" if word.startswith("~") else ""
    return [mark + choice.lstrip("~") for choice in word.split("|")]
