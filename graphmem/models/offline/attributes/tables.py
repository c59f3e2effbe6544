"""What the reader of roles needs to know of a language, and its forms as patterns over spaced words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

_WORD = r"(?![,;:?!—](?: |\Z))[^ ]+"
_SLOTS = {
    "<R>": rf"(?P<r>{_WORD}(?: {_WORD}){{0,8}}?)",
    "<C>": rf"(?P<c>{_WORD}(?: {_WORD}){{0,8}}?)",
    "<V>": rf"(?P<v>{_WORD}(?: {_WORD}){{0,6}}?)",
    "<H>": rf"(?P<h>{_WORD}(?: {_WORD}){{0,4}}?)",
    "<O>": rf"(?P<o>{_WORD}(?: {_WORD}){{0,3}}?)",
    "<X>": rf"(?:{_WORD}(?: {_WORD}){{0,4}}?)",
}
_SLOT = re.compile("|".join(_SLOTS))


@dataclass(frozen=True, slots=True)
class AttributeTables:
    """The words and forms of one language.

    A form is a regular expression over spaced words. `<R>` stands for the role that it speaks of, `<V>` for its value,
    `<C>` for the role of a condition, `<H>` for a name, `<O>` for an owner, `<X>` for anything. `firm` forms say
    something of roles only; `loose` ones may say it of anything ("the … is …"). `links` lead from a role to its owner and
    give the article of that ("do" → "o"). `groups`: noun → its article, of those that have roles.
    """

    code: str
    contractions: Mapping[str, str]
    leads: str
    determiners: Mapping[str, str]
    new: frozenset[str]
    links: Mapping[str, str]
    groups: Mapping[str, str]
    genitives: Mapping[str, str]
    heads: frozenset[str]
    not_roles: frozenset[str]
    not_alone: frozenset[str]
    not_in_roles: frozenset[str]
    small: frozenset[str]
    articles: frozenset[str]
    not_values: frozenset[str]
    times: frozenset[str]
    trailing: str
    titles: str
    firm: tuple[str, ...]
    loose: tuple[str, ...]
    naming: tuple[str, ...]
    owned: tuple[str, ...]
    future: tuple[str, ...]
    chosen: tuple[str, ...]
    questions: tuple[str, ...]
    answers: tuple[str, ...]
    text: str
    text_without_owner: str
    text_of_end: str
    while_words: str = "(?!)"
    cause_words: str = "(?!)"
    until_words: str = "(?!)"
    trigger_words: str = "(?!)"
    inverted: str = "(?!)"
    holds: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()
    begins: tuple[str, ...] = ()
    chooser: tuple[str, ...] = ()
    result: str = "(?!)"
    tail: str = "(?!)"
    rests: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()
    that: str = "(?!)"
    joints: str = "(?!)"
    before_condition: str = "(?!)"
    head_first: bool = False
    capitals: bool = False
    date_leads: frozenset[str] = frozenset()
    as_words: tuple[str, ...] = ()
    posts: frozenset[str] = frozenset()
    we: frozenset[str] = frozenset()
    endings: tuple[str, ...] = ()

    def owner_names(self) -> tuple[str, ...]:
        """Return the names under which groups of this language may be known."""
        forms = [word for word, kind in self.determiners.items() if kind in ("our", "my")]
        return tuple(f"{lead} {noun}" for noun, article in self.groups.items() for lead in (article, *forms))


def word_list(text: str) -> frozenset[str]:
    """Return the words of a text."""
    return frozenset(text.split())


@cache
def form(pattern: str) -> re.Pattern[str]:
    """Return the pattern of a form; it has to fit a whole clause."""
    return re.compile(_filled(pattern), re.I)


@cache
def phrase(alternatives: str) -> re.Pattern[str]:
    """Return the pattern of whole words within a clause."""
    return re.compile(rf"(?:(?<= )|\A)(?:{_filled(alternatives)})(?= |\Z)", re.I)


def _filled(pattern: str) -> str:
    return _SLOT.sub(lambda slot: _SLOTS[slot[0]], pattern)
