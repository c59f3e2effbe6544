"""Whether a word is a misspelt name: one letter is missing, added, replaced or swapped, and the word is no other name."""

from __future__ import annotations

from typing import Final

from rapidfuzz.distance import OSA

from graphmem.names.nicknames import is_given_name, plain
from graphmem.names.vocabulary import COUNTRIES

SHORTEST: Final = 4
"""Letters of a word that may be misspelt."""
SHORT: Final = 5
"""Letters of a word in which a replaced letter makes another name: Mirko is not Marko."""
_VOWELS: Final = frozenset("aeiouy")
_ENDINGS: Final = frozenset("aeios")
"""Letters at the end of a name that make it another one: Carlo and Carlos, Martin and Martina."""


def is_misspelt(word: str, name: str, *, beside: bool = False) -> bool:
    """Whether a folded word is the folded name but for one letter. A word that is a name itself is not misspelt.

    A word of four letters has two of them swapped. The first letter of a word of up to five letters is always right.

    Args:
        beside: the rest of a longer name stands beside the word, so that any letter but the first may differ.
    """
    if not (word.isalpha() and name.isalpha()) or min(len(word), len(name)) < SHORTEST:
        return False
    if OSA.distance(word, name, score_cutoff=1) != 1 or is_given_name(plain(word)) or word in COUNTRIES:
        return False
    if word[0] != name[0] and max(len(word), len(name)) <= SHORT:
        return False
    return beside or _is_slip(word, name)


def _is_slip(word: str, name: str) -> bool:
    """Whether the one letter in which they differ does not tell two names apart."""
    if len(word) == len(name):
        return sorted(word) == sorted(name) or _is_replaced_by_mistake(word, name)
    if len(word) == SHORTEST:
        return False
    short, long = sorted((word, name), key=len)
    return not (long[:-1] == short and long[-1] in _ENDINGS and long[-1] != short[-1])


def _is_replaced_by_mistake(word: str, name: str) -> bool:
    """Whether a replaced letter leaves the name: not in a short word, and no other vowel at the end."""
    return len(word) > SHORT and not (word[:-1] == name[:-1] and {word[-1], name[-1]} <= _VOWELS)


__all__ = ["is_misspelt"]
