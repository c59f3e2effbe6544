"""The words of a name: without titles, articles and legal forms, with its numbers apart."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from graphmem.names.normalize import fold, latin, slug, spelt
from graphmem.names.vocabulary import (
    ARTICLES,
    GENERATIONS,
    LEGAL,
    LEGAL_LONGEST,
    LINKS,
    LOOSE,
    NUMBERS,
    ROMAN,
    SHORTENED,
    TITLES,
)

NameKind = Literal["person", "organization", "other"]

_JOIN: Final = re.compile(r"(?<=[a-z])(?=[A-Z](?:[a-z]|$))")
_DIGITS: Final = re.compile(r"(?<=\d)(?=[^\W\d_])|(?<=[^\W\d_])(?=\d)")
"""The border between letters and digits: "server10" is "server" and "10"."""
_LAST_DIGITS: Final = re.compile(r"(?<!\d)\d+$")
_INITIALS: Final = re.compile(r"\b(?:[^\W\d_]\.){2,}|\b(?:[^\W\d_]\.\s?){2,}(?=\s|$)")
_CAPITALS: Final = re.compile(r"\b[A-Z]{2,3}\b(?=\s)")
"""Initials without full stops: "JC Miller"."""
_TOKEN: Final = re.compile(r"[^\W_]+")
_APOSTROPHE: Final = re.compile(r"['’ʼ`´]")
_LEET: Final = str.maketrans("013457", "oieast")


@dataclass(frozen=True, slots=True)
class Words:
    """The parts of a name: the `words` of the name itself, its `legal` form and its `generation` (Jr, III).

    `numbers` are the numbers of a thing's name. Of a person's name they are the numbers that end a word ("customer10").
    """

    words: tuple[str, ...]
    legal: str | None = None
    generation: str | None = None
    numbers: tuple[str, ...] = ()
    initials: tuple[str, ...] = ()

    @property
    def joined(self) -> str:
        return "".join(self.words)


@lru_cache(maxsize=16384)
def words_of(name: str, kind: NameKind) -> Words:
    """Return the parts of a name; a person's words exclude titles and generation, others articles and legal form."""
    if kind == "person":
        return _person_words(name)
    tokens = _tokens(name)
    tokens, legal = _without_legal(tokens)
    tokens = [part for t in tokens for word in SHORTENED.get(t, t).split() for part in _DIGITS.split(word)]
    plain = [t for n, t in enumerate(tokens, 1) if t not in _SMALL or (n == len(tokens) and len(t) == 1)] or tokens
    numbers, rest = _numbers(plain)
    return Words(tuple(_singular(t) for t in rest), legal, None, numbers)


_SMALL: Final = ARTICLES | LINKS
"""Words that do not count in a name. A single letter that ends it counts: "team A", "hall E"."""


def _person_words(name: str) -> Words:
    first, comma, last = name.partition(",")
    if comma and last.strip() and latin(last).strip(" .").casefold() not in GENERATIONS:
        name = f"{last} {first}"
    initials = set() if name.isupper() else {fold(t) for t in _CAPITALS.findall(name)} - set(GENERATIONS)
    found = _tokens(name)
    numbers = tuple(_plain(end[0]) for t in found if t not in GENERATIONS and (end := _LAST_DIGITS.search(t)))
    tokens = [_unleet(t) for t in found]
    tokens = [t for token in tokens for t in (token if token in initials else (token,))]
    generation = None
    if len(tokens) > 1 and tokens[-1] in GENERATIONS:
        generation = GENERATIONS[tokens.pop()]
    ordinal = next((t for t in tokens if t[0].isdigit() and t in GENERATIONS), None)
    if ordinal and len(tokens) > 1:
        tokens.remove(ordinal)
        generation = generation or GENERATIONS[ordinal]
    if len(tokens) > 2:
        tokens, _ = _without_legal(tokens, at_end_only=True)
    plain = [t for t in tokens if t not in TITLES] or tokens
    return Words(tuple(plain), None, generation, numbers)


def _tokens(name: str) -> list[str]:
    text = spelt(name)
    text = _APOSTROPHE.sub("", _INITIALS.sub(lambda found: found[0].replace(".", "").replace(" ", "") + " ", text))
    text = text.replace("&", " and ")
    text = latin(text)
    if " " not in text.strip():
        text = _JOIN.sub(" ", text)
    return _TOKEN.findall(fold(text)) or [slug(name)]


def _unleet(token: str) -> str:
    mixed = any(c.isdigit() for c in token) and sum(c.isalpha() for c in token) > 1 and token not in GENERATIONS
    return token.translate(_LEET) if mixed else token


def _without_legal(tokens: Sequence[str], *, at_end_only: bool = False) -> tuple[list[str], str | None]:
    """The tokens without the legal form at their end or beginning, and its key; a name is never all legal form."""
    left, found = list(tokens), None
    for take in (_at_end, _at_beginning)[: 1 if at_end_only else 2]:
        while len(left) > 1:
            size = take(left)
            if not size or size >= len(left):
                break
            piece = left[-size:] if take is _at_end else left[:size]
            left = left[:-size] if take is _at_end else left[size:]
            form = LEGAL[" ".join(piece)]
            found = form if found is None or found in LOOSE else found
    return left, found


def _at_end(tokens: Sequence[str]) -> int:
    return next((n for n in range(min(LEGAL_LONGEST, len(tokens)), 0, -1) if " ".join(tokens[-n:]) in LEGAL), 0)


_LEADING: Final = frozenset({"llc", "jsc", "srl", "pt", "ooo", "sa"})


def _at_beginning(tokens: Sequence[str]) -> int:
    sizes = range(min(LEGAL_LONGEST, len(tokens)), 0, -1)
    return next((n for n in sizes if LEGAL.get(" ".join(tokens[:n])) in _LEADING), 0)


def _numbers(tokens: Iterable[str]) -> tuple[tuple[str, ...], list[str]]:
    """Return the numbers (digits, words, Roman numerals) and the other words; numbers alone are also words."""
    tokens = list(tokens)
    numbers: list[str] = []
    rest: list[str] = []
    tens = False
    for position, token in enumerate(tokens):
        value = _number(token, first=position == 0 and not _begins_with_number(tokens))
        if value is None:
            rest.append(token)
        elif tens and len(value) == 1:
            numbers[-1] = numbers[-1][0] + value
        else:
            numbers.append(value)
        tens = value is not None and token in _TENS
    return tuple(numbers), rest or tokens


_TENS: Final = frozenset(word for word, value in NUMBERS.items() if len(value) == 2 and value.endswith("0"))
"""Number words that a digit may follow: "forty four". Two written numbers stay two: version 10.2 is not version 12."""


def _begins_with_number(tokens: Sequence[str]) -> bool:
    """Whether the first two words are one number: "Twenty One Pilots". One number word alone begins a name: "Seven Seas"."""
    return len(tokens) > 1 and tokens[0] in _TENS and len(NUMBERS.get(tokens[1], "")) == 1


def _number(token: str, *, first: bool) -> str | None:
    if token.isdigit():
        return _plain(token)
    return None if first else NUMBERS.get(token) or ROMAN.get(token)


def _plain(digits: str) -> str:
    """Return a number without leading zeros."""
    return digits.lstrip("0") or "0"


def _singular(token: str) -> str:
    """Return the word without the ending of the English plural; short words stay."""
    if len(token) > 4 and token.endswith("ies"):
        return token[:-3] + "y"
    if len(token) > 3 and token.endswith("s") and not token.endswith(("ss", "us", "is")):
        return token[:-1]
    return token


def latin_alias(name: str) -> str | None:
    """Return the name in Latin letters if its alphabet is Greek, Cyrillic, Armenian or Georgian; else None."""
    letters = [c for c in name if c.isalpha()]
    if not letters or not all(_ALPHABETS[0] <= ord(c) <= _ALPHABETS[1] or 0x10A0 <= ord(c) <= 0x10FF for c in letters):
        return None
    return latin(name).strip() or None


_ALPHABETS: Final = (0x0370, 0x058F)
