"""Whom a question means by words that are no known name: a first name, a nickname or a misspelt name. Pure.

The question is searched for as if it gave the name in full: "Where does Mira live?" as "Where does Mira Kovač live?". Where
several fit, nobody is meant.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from graphmem.names.misspelling import SHORTEST, is_misspelt
from graphmem.names.nicknames import is_short_for, plain, variants
from graphmem.names.normalize import WORD, joined
from graphmem.names.vocabulary import PARTICLES, TITLES
from graphmem.recall.question.asked_relation import longest_names
from graphmem.recall.question.question_words import function_words, is_question_word, language_of
from graphmem_contract.recall import NameRule, SaidName

MOST_OPEN = 8
"""Names of a question that are looked for."""
SHORTEST_NAME = 3
"""Letters of a word that may be a name. Of two letters it is one within a sentence, if not both are capitals: Jo, but not TV."""
_AND = frozenset("ey")
"""Particles that also say "and" and stand between two names."""
_WITHIN = re.compile(r"\s+|[-'’]")
"""What stands between the words of one name."""
_ENDS = re.compile(r"[.?!:;\n¿¡]")
"""What stands between two sentences."""
_DIGIT = re.compile(r"\d")
_GERMAN = "de"
RULES: tuple[NameRule, ...] = ("first_name", "nickname", "misspelt")
"""A rule that fits anybody goes before the next one."""


@dataclass(frozen=True, slots=True)
class OpenName:
    """Words of a question that stand as a name stands, and that no entity has.

    `start`, `end`: where they are. `forms`: their normalised words; then without a genitive "s", where they may have one.
    `is_word`: they are a word of questions, which is not misspelt.
    """

    said: str
    start: int
    end: int
    forms: tuple[tuple[str, ...], ...]
    is_word: bool = False

    @property
    def firsts(self) -> Iterator[str]:
        """First names of the persons that may be meant: the word itself and its nicknames."""
        for form in self.forms:
            if len(form) == 1:
                yield from (form[0], *sorted(variants(plain(form[0]))))

    @property
    def norms(self) -> Iterator[str]:
        """Names that may be meant, with a nickname in place of the first word."""
        for form in self.forms:
            yield from ("_".join((name, *form[1:])) for name in sorted(variants(plain(form[0]))))


@dataclass(frozen=True, slots=True)
class LikelyName:
    """A name of an entity that an open name may mean. `words`: the normalised words of it; `name`: how the entity is called."""

    words: tuple[str, ...]
    entity_id: str
    name: str
    is_person: bool

    @property
    def is_owned(self) -> bool:
        """Whether it names somebody by their owner: "Mira's mother"."""
        return "s" in self.words[1:-1]


@dataclass(frozen=True, slots=True)
class MeantName:
    """An open name, the entity that it means, and by which rule."""

    open: OpenName
    entity_id: str
    name: str
    rule: NameRule

    @property
    def record(self) -> SaidName:
        """The record that tells it."""
        return SaidName(said=self.open.said, entity_id=self.entity_id, name=self.name, rule=self.rule)


@dataclass(frozen=True, slots=True)
class _Word:
    """A word of the question: where it is, and whether it may be a part of a name."""

    start: int
    end: int
    norm: str
    is_name: bool
    is_capital: bool

    @property
    def is_initial(self) -> bool:
        """Whether it is a part of the name that it follows: "Mira K.", "Conan O'Brien"."""
        return self.is_capital and len(self.norm) == 1


def open_names(
    text: str, known: Mapping[str, Iterable[str]], apart: Collection[str] = frozenset()
) -> tuple[OpenName, ...]:
    """Return the names of a question that no entity has.

    Args:
        known: by normalised name, the ids of the entities that the question names.
        apart: words that are no names here, such as months and the name of the asker.
    """
    parts = [part for part in joined(text).split("_") if part]
    taken = {parts[at] for start, end in longest_names(parts, known) for at in range(start, end)} | set(apart)
    language = language_of(parts)
    words = _words(text, language)
    found = []
    for run in _runs(text, words):
        if any(words[at].norm not in taken for at in run if words[at].is_name):
            found.append(_open_name(text, words, run, language))
    return tuple(found[:MOST_OPEN])


def _words(text: str, language: str) -> list[_Word]:
    found, before = [], 0
    for word in WORD.finditer(text):
        is_first = before == 0 or _ENDS.search(text, before, word.start()) is not None
        found.append(_word(word, language, is_first=is_first))
        before = word.end()
    return found


def _word(word: re.Match[str], language: str, *, is_first: bool) -> _Word:
    norm, is_capital = joined(word[0]), word[0][0].isupper()
    is_name = is_capital and not _DIGIT.search(norm) and norm not in TITLES and norm not in function_words()[language]
    if len(norm) < SHORTEST_NAME:
        is_name = is_name and len(norm) > 1 and not is_first and not word[0].isupper()
    if is_first or language == _GERMAN:
        is_name = is_name and not is_question_word(norm, language)
    return _Word(word.start(), word.end(), norm, is_name, is_capital)


def _runs(text: str, words: Sequence[_Word]) -> Iterator[range]:
    """Yield the places of the words of each name: words of names that nothing but a space or a particle divides."""
    at = 0
    while at < len(words):
        end = at + 1
        if words[at].is_name:
            while (after := _next(text, words, end)) is not None:
                end = after
            yield range(at, end)
        at = end


def _next(text: str, words: Sequence[_Word], end: int) -> int | None:
    """Return the place behind the next word of the name that ends before `end`; None where the name is at its end."""
    at = end
    while at < len(words) and _WITHIN.fullmatch(text, words[at - 1].end, words[at].start):
        if words[at].is_name or words[at].is_initial:
            return at + 1
        if words[at].norm not in PARTICLES - _AND:
            return None
        at += 1
    return None


def _open_name(text: str, words: Sequence[_Word], run: range, language: str) -> OpenName:
    start, end = words[run[0]].start, words[run[-1]].end
    form = tuple(words[at].norm for at in run)
    forms = [form]
    after = words[run[-1] + 1 : run[-1] + 2]
    if language == _GERMAN and after and after[0].is_capital and form[-1].endswith("s") and len(form[-1]) > SHORTEST:
        forms.append((*form[:-1], form[-1][:-1]))
    is_word = len(form) == 1 and is_question_word(form[0], language)
    return OpenName(text[start:end], start, end, tuple(forms), is_word)


def whom(names: Sequence[OpenName], likely: Sequence[LikelyName]) -> tuple[MeantName, ...]:
    """Return whom the open names mean."""
    own = [one for one in likely if not one.is_owned]
    return tuple(meant for name in names if (meant := _whom(name, own)))


def _whom(name: OpenName, likely: Sequence[LikelyName]) -> MeantName | None:
    """Return whom a name means: the only one whom the first rule fits that fits anybody."""
    for rule in RULES:
        for form in name.forms:
            fitting = {one.entity_id: one for one in likely if _rule(form, one, is_word=name.is_word) == rule}
            if fitting:
                (one, *others) = fitting.values()
                return None if others else MeantName(name, one.entity_id, one.name, rule)
    return None


def _rule(form: tuple[str, ...], likely: LikelyName, *, is_word: bool) -> NameRule | None:
    """Return the rule by which words mean a name."""
    if len(form) > 1:
        return _rule_of_whole(form, likely)
    (said,), first = form, likely.words[0]
    if likely.is_person and said == first:
        return "first_name"
    if likely.is_person and is_short_for(plain(said), plain(first)):
        return "nickname"
    is_all = likely.is_person or len(likely.words) == 1
    return "misspelt" if is_all and not is_word and is_misspelt(said, first) else None


def _rule_of_whole(form: tuple[str, ...], likely: LikelyName) -> NameRule | None:
    """Return the rule by which the words of a whole name mean another one."""
    if len(form) != len(likely.words) or form == likely.words:
        return None
    is_exact = form[0] == likely.words[0]
    ways = {
        _way(said, name, nickname=at == 0 and likely.is_person, beside=at > 0 and is_exact)
        for at, (said, name) in enumerate(zip(form, likely.words, strict=True))
    }
    if None in ways:
        return None
    return "misspelt" if "misspelt" in ways else "nickname"


def _way(said: str, name: str, *, nickname: bool, beside: bool) -> str | None:
    """Return how a word means a word of a name: "" where it is the same; None where it does not."""
    if said == name:
        return ""
    if nickname and is_short_for(plain(said), plain(name)):
        return "nickname"
    return "misspelt" if is_misspelt(said, name, beside=beside) else None


def in_full(meant: Sequence[MeantName], text: str) -> str:
    """Return a question with the names in full of those whom it means."""
    for one in sorted(meant, key=lambda name: name.open.start, reverse=True):
        text = f"{text[: one.open.start]}{one.name}{text[one.open.end :]}"
    return text


__all__ = ["LikelyName", "MeantName", "OpenName", "in_full", "open_names", "whom"]
