"""Kinship words as relations: "irmã" says that somebody is a sibling of somebody."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from graphmem.languages.language import Language

_RELATIONS = {
    "sibling_of": "brother sister sibling twin",
    "parent_of": "mother father",
    "child_of": "son daughter child baby",
    "married_to": "husband wife spouse",
    "dating": "boyfriend girlfriend",
    "engaged_to": "fiance fiancee",
    "partner_of": "partner",
    "friend_of": "friend best_friend",
    "manager_of": "boss",
    "colleague_of": "colleague",
    "roommate_of": "roommate",
    "neighbor_of": "neighbour",
    "grandparent_of": "grandmother grandfather",
    "cousin_of": "cousin",
    "aunt_of": "aunt",
    "uncle_of": "uncle",
    "niece_of": "niece",
    "nephew_of": "nephew",
}
_OF_TERM = {term: relation for relation, terms in _RELATIONS.items() for term in terms.split()}
"""Kinship term: the relation of that person to the one whose relative it is."""


@cache
def kin_relations(language: Language) -> Mapping[str, str]:
    """Return the kinship words of a language with their relations: {"irmã": "sibling_of"}."""
    terms = language.kin.terms.items()
    found = {word: relation for term, words in terms if (relation := _OF_TERM.get(term)) for word in words}
    found |= {word: relation for relation, words in language.kin.roles.items() for word in words}
    return MappingProxyType(found)


@cache
def terms_in(language: Language, terms: str) -> frozenset[str]:
    """Return the words of a language for some terms, which stand with spaces between them."""
    return frozenset(word for term in terms.split() for word in language.kin.terms.get(term, ()))
