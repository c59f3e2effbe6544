"""The words of a language for relatives, friends and colleagues."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class KinWords:
    """Words for people by what they are to somebody.

    `terms`: the key, the same in all languages ("mother in law"), with the forms of the language. `named`: a person named by a
    term and its `{owner}`. `precedence`: of two languages with one form, that with the lower number has it.
    `article_is_mine`: an article before a term means the speaker's relative ("la madre"). `attached`: possessives
    that stand directly before a term. `not_alone`: terms that also have another meaning and count only behind a
    possessive. `addresses`: terms that a speaker uses like a name, with a capital. `roles`: words for other people
    that somebody has, by their relation ("mentor_of").
    """

    terms: Mapping[str, tuple[str, ...]]
    named: str = ""
    article_is_mine: bool = False
    attached: tuple[str, ...] = ()
    not_alone: frozenset[str] = frozenset()
    addresses: frozenset[str] = frozenset()
    roles: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
