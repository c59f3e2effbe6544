"""Kinship terms used as names: "my brother", "amigo", "Rafael's girlfriend".

Each term has a key that is the same in all languages. "my mum", "my mother" and "minha mãe" of one speaker are one
person.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final, Literal

from graphmem.languages.language import language, languages
from graphmem.names.normalize import fold, slug
from graphmem.names.pronouns import is_pronoun

_GENITIVE: Final = re.compile(r"^(?P<owner>.{1,300}?)(?:['’]s|s['’]|['’])\s{1,9}(?P<term>[^'’]{1,300})$")
_OF: Final = re.compile(
    r"^(?P<term>.{1,300}?)\s{1,9}(?:of|de|da|do|dos|das|del|de la|di|della|von|van)\s{1,9}(?P<owner>[^,]{1,300})$",
    re.IGNORECASE,
)
_ATTACHED: Final = re.compile(r"^(?P<owner>.{1,300}?)(?:的|の|의\s?)(?P<term>.{1,300})$")


@dataclass(frozen=True, slots=True)
class Term:
    """A kinship term: its key, its form in the text and the language of that form."""

    key: str
    form: str
    language: str


@dataclass(frozen=True, slots=True)
class Kin:
    """A person who is named by a relationship.

    `owner` is the person to whom the relationship belongs; None if unknown. `given` is a name that stands with the
    term ("my brother Leo").
    """

    term: Term
    owner: str | None
    given: str | None = None

    @property
    def name(self) -> str:
        """The provisional name of the entity, in the language of the term, until a better name is known."""
        if self.owner is None:
            return self.term.form
        return (language(self.term.language).kin.named or "{term} ({owner})").format(
            owner=self.owner, term=self.term.form
        )

    @property
    def alias(self) -> str:
        """The name under which the entity is found in every language."""
        return f"{self.owner}'s {self.term.key}" if self.owner else self.term.key


def owner_of(name: str) -> str | None:
    """Return the owner in the name of somebody's person or thing: "Ana's landlord", "vecina de Ana"; None for other names.

    "University of Porto" names no owner, as its first word has a capital; nor does a name in small letters.
    """
    for pattern in (_GENITIVE, _OF, _ATTACHED):
        found = pattern.match(name.strip())
        if found and (pattern is not _OF or (found["term"][:1].islower() and found["owner"][:1].isupper())):
            return found["owner"].strip()
    return None


@cache
def _terms() -> Mapping[str, Term]:
    """Return the terms by their form, and by the slug of it; of two languages with the same form, the first has it."""
    exact: dict[str, Term] = {}
    folded: dict[str, Term] = {}
    for one in languages("kin"):
        for key, forms in one.kin.terms.items():
            for form in forms:
                term = Term(slug(key), form, one.code)
                exact.setdefault(_written(form), term)
                folded.setdefault(slug(form), term)
    return folded | exact


@cache
def _mine() -> frozenset[str]:
    """Return the folded words before a term that say it is the speaker's relative."""
    articles = (word for one in languages("kin") if one.kin.article_is_mine for word in one.words.definite)
    return frozenset(map(fold, (*articles, *(word for one in languages("words") for word in one.words.own))))


@cache
def _of_all(table: Literal["not_alone", "addresses"]) -> frozenset[str]:
    """Return the folded words of a kind in all languages."""
    return frozenset(fold(word) for one in languages("kin") for word in getattr(one.kin, table))


@cache
def _theirs() -> frozenset[str]:
    """Return the folded possessives of somebody else."""
    return frozenset(fold(word) for one in languages("words") for word in one.words.their)


def _written(text: str) -> str:
    """Return a form with its accents: avó (grandmother) is not avô (grandfather)."""
    return unicodedata.normalize("NFC", text.strip()).casefold()


def term_of(text: str) -> Term | None:
    """Return the kinship term if the text is nothing else ("brother", "melhor amiga"); else None."""
    terms = _terms()
    found = (terms.get(_written(text)) or terms.get(slug(text))) if text.strip() else None
    return None if found is None else Term(found.key, text.strip(), found.language)


def is_address(text: str) -> bool:
    """Whether the text is a kinship term that stands in place of a name: one word with a capital, "Mom", "Mãe", "Boss"."""
    word = text.strip()
    return (
        word[:1].isupper()
        and len(word.split()) == 1
        and slug(word) in _of_all("addresses")
        and term_of(word) is not None
    )


@lru_cache(maxsize=4096)
def kin_of(name: str, speaker: str | None) -> Kin | None:
    """Return the person that a kinship name means; None for any other name.

    The owner of "my brother", of a bare "brother" and of "Mom" is the speaker. The owner of "Rafael's girlfriend" and "mãe da
    Ana" is named. "my brother Leo" has a given name. "her brother" has no known owner. If there is no speaker, "my
    brother" is treated as any other name (None).
    """
    text = " ".join(name.split())
    first, _, rest = text.partition(" ")
    if rest and fold(first) in _theirs():
        found = term_of(rest)
        return Kin(found, None) if found else None
    if rest and fold(first) in _mine():
        return _with_given(rest, speaker)
    attached = next((w for one in languages("kin") for w in one.kin.attached if text.startswith(w)), "")
    mine = term_of(text.removeprefix(attached)) if attached else None
    if mine:
        return Kin(mine, speaker) if speaker else None
    alone = term_of(text)
    if alone:
        return Kin(alone, speaker) if speaker and (is_address(text) or slug(text) not in _of_all("not_alone")) else None
    return _owned(text, speaker)


def _with_given(text: str, speaker: str | None) -> Kin | None:
    """Read what follows "my": "brother", "brother Leo", "best friend Ana Lima"."""
    words = text.replace(",", " ").split()
    for size in range(min(3, len(words)), 0, -1):
        found = term_of(" ".join(words[:size]))
        given = " ".join(words[size:])
        if found and (given[:1].isupper() or (speaker and not given)):
            return Kin(found, speaker, given or None)
    return None


def _owned(text: str, speaker: str | None) -> Kin | None:
    """Read a term with a named owner: "Rafael's girlfriend", "mãe da Ana"."""
    for pattern in (_GENITIVE, _OF, _ATTACHED):
        found = pattern.match(text)
        term = term_of(found["term"]) if found else None
        if found and term:
            owner = found["owner"].strip()
            return Kin(term, speaker if is_pronoun(owner) else owner)
    return None
