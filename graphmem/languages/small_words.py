"""The small words of a language: articles, possessives, pronouns, words of denial and of the past."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SmallWords:
    """Words in lower case, with their accents.

    `precedence`: of languages between which nothing decides, that with the lowest number is taken.

    `definite`, `indefinite`: articles. `contracted`: prepositions that hold one ("do", "im"). `my`, `our`, `their`:
    possessives of the speaker, of the speaker's group and of others. `i`, `we`, `me`: pronouns of the speaker; with a
    capital, `me_lower` are names. `others`: pronouns of a third person. `pointing`: "this", "those". `denials`:
    "not". `never`: "never". `more`: with a denial they say that something is over. `former`: it was so before.
    `withdrawn`: a mark in brackets before a text says that it counts no more.
    `adds`: patterns of words by which a statement comes beside what is known ("also", "on weekends").
    `marks`: the words that tell the language from others, `letters` that few others have, `openings`: patterns of its
    own that tell it; `elsewhere`: words of it that look like forms of other languages. `abbreviations`: words that
    end with a full stop. `in_names`: small words within names.
    `wishes`: words of a wish: would love to, hopes to.
    `signals`: phrases of messages that are worth remembering. `unspaced`: no spaces stand between words.
    """

    precedence: int = 99
    definite: frozenset[str] = frozenset()
    indefinite: frozenset[str] = frozenset()
    contracted: frozenset[str] = frozenset()
    my: frozenset[str] = frozenset()
    our: frozenset[str] = frozenset()
    their: frozenset[str] = frozenset()
    i: frozenset[str] = frozenset()
    we: tuple[str, ...] = ()
    me: frozenset[str] = frozenset()
    me_lower: frozenset[str] = frozenset()
    others: frozenset[str] = frozenset()
    pointing: frozenset[str] = frozenset()
    denials: frozenset[str] = frozenset()
    never: frozenset[str] = frozenset()
    more: frozenset[str] = frozenset()
    former: frozenset[str] = frozenset()
    withdrawn: frozenset[str] = frozenset()
    adds: str = "(?!)"
    marks: frozenset[str] = frozenset()
    letters: str = ""
    elsewhere: frozenset[str] = frozenset()
    abbreviations: frozenset[str] = frozenset()
    in_names: frozenset[str] = frozenset()
    wishes: tuple[str, ...] = ()
    signals: tuple[str, ...] = ()
    unspaced: bool = False
    openings: str = "(?!)"

    @property
    def articles(self) -> frozenset[str]:
        """Definite and indefinite articles."""
        return self.definite | self.indefinite

    @property
    def own(self) -> frozenset[str]:
        """Possessives of the speaker and of the speaker's group."""
        return self.my | self.our


def alternatives(words: Iterable[str]) -> str:
    """Return words as alternatives of a regular expression, the longest first; both signs of an apostrophe fit."""
    longest = sorted(set(words), key=lambda word: (-len(word), word))
    return "|".join(re.escape(word).replace("'", "['’]") for word in longest) or "(?!)"
