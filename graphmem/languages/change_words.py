"""The words of a language by which a relation begins, ends or holds, folded, and how its verbs are conjugated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

ObjectWords = Literal[
    "club", "gathering", "school", "neither", "thing", "pet", "job", "title", "preposition", "consumed"
]
Conjugation = Literal["english", "romance", "french", "german"]


@dataclass(frozen=True, slots=True)
class StateNoun:
    """The nouns of a state, and the prepositions that may follow them: "job", "at"."""

    words: str
    behind: str


@dataclass(frozen=True, slots=True)
class StateNouns:
    """Nouns of states with the verbs that `begin` and `end` them, and those whose subject they are (`over`)."""

    begin: str
    end: str
    over: str
    states: Mapping[str, StateNoun]


@dataclass(frozen=True, slots=True)
class ChangeWords:
    """Patterns of changes and states: `~move` is a verb in any form, `to|into` a choice, `[new]` a word that may be missing.

    `changes`: row of the table of changes → its patterns. `states`: relation → patterns that say it holds. `aspects`: words
    before a verb. `objects`: words of what an object may be; `gathering` are clubs that name no club on their own, `neither`
    is no place, firm or club, `consumed` is bought and used up. `classes`: nouns behind a verb that say what its object is
    (`quit_band`). `irregular`: verb → its forms; those of the past stand behind the stroke. `prefixes`: syllables before a
    verb that do not change how it is conjugated ("outgrow").
    """

    conjugation: Conjugation
    prefixes: tuple[str, ...]
    changes: Mapping[str, tuple[str, ...]]
    states: Mapping[str, tuple[str, ...]]
    aspects: Mapping[str, tuple[str, ...]]
    nouns: StateNouns
    objects: Mapping[ObjectWords, frozenset[str]]
    classes: Mapping[str, frozenset[str]]
    irregular: Mapping[str, str]
