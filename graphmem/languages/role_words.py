"""The words of a language by which a text says who or what fills a role, and on which other role that rests."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class RoleWords:
    """The words and the forms of a language.

    A form is a regular expression over spaced words. `<R>` stands for the role that it speaks of, `<V>` for its value,
    `<C>` for the role of a condition, `<H>` for a name, `<O>` for an owner, `<X>` for anything. `firm` forms say
    something of roles only; `loose` ones may say it of anything ("the … is …"). `links` lead from a role to its owner and
    give the article of that ("do" → "o"); `of_links` mean nothing else. `groups`: article → nouns of what has
    roles. `times`: parts of the day. `as_words`: what names a role
    ("as treasurer"), `for_words` before an article too. `endings`: of nouns that name a role by themselves.
    `possessive`: an owner stands before a role ("the club's coach").
    """

    leads: str
    new: frozenset[str]
    links: Mapping[str, str]
    groups: Mapping[str, frozenset[str]]
    not_roles: frozenset[str]
    not_alone: frozenset[str]
    not_in_roles: frozenset[str]
    small: frozenset[str]
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
    for_words: tuple[str, ...] = ()
    of_links: tuple[str, ...] = ()
    posts: frozenset[str] = frozenset()
    we: frozenset[str] = frozenset()
    endings: tuple[str, ...] = ()
    possessive: bool = False
    contractions: Mapping[str, str] = field(default_factory=dict)
    genitives: Mapping[str, str] = field(default_factory=dict)
