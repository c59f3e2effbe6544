"""Patterns that the tables of a language give: verbs with their objects, relatives, pets, joined clauses."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from graphmem.languages.language import Language
from graphmem.languages.small_words import alternatives
from graphmem.languages.statement_words import Verb
from graphmem_offline.kin_words import kin_relations

_WORD = r"(?:[\w&'’-]|\.(?=\w))*"
NAME = rf"[A-ZÀ-Þ](?:[\w&'’-]|\.(?=\w|\s[A-Z]))*(?:\s(?:(?:de|da|do|del|la|dos|e|van|von)\s)?[A-ZÀ-Þ0-9]{_WORD}){{0,3}}"
"""A capitalised name of up to four words."""
_SINCE = r"(?:\s+(?:desde|depuis|seit)(?:\s+(?:hace\s+|há\s+)?[\w.]+){1,3}?)?"
_GAP = r"(?:\s+[\w.]+){0,4}?"
_ELIDED = r"(?:ne\s+|n['’]|j['’])?"


@dataclass(frozen=True, slots=True)
class VerbPattern:
    verb: Verb
    search: re.Pattern[str]


def _lead_in(preps: str) -> str:
    """Return the alternatives of the words before an object, the longest first."""
    kinds = sorted(preps.split("|"), key=len, reverse=True)
    return "|".join(one if not one or one.endswith((" ", "]")) else rf"{one}\s+" for one in kinds)


def _forms(language: Language, verb: Verb) -> str:
    """Return the forms of a verb: group `a` for the speaker, group `b` for others."""
    first = verb.first
    denial = r"(?:ne\s+|n['’])?" if language.statements.pronoun_needed else ""
    if language.statements.pronoun_needed:
        first = rf"(?:(?:je|nous|on)\s+|j['’])(?:me\s+)?{denial}(?:{first})"
    third = rf"|(?P<b>{denial}(?:{verb.third}))" if verb.third else "|(?P<b>(?!))"
    return rf"(?<![\w'’-])(?:(?P<a>{first}){third})(?![\w-])"


@cache
def patterns(language: Language) -> tuple[VerbPattern, ...]:
    found = []
    for verb in language.statements.verbs:
        between = rf"(?P<mid>(?:\s+(?:{language.statements.between})(?!\w))*){_SINCE}"
        if verb.closing:
            body = rf"{_GAP}\s+(?:{_lead_in(verb.preps)})(?P<o>(?-i:{NAME})){_GAP}\s+(?:{verb.closing})(?!\w)"
        elif language.statements.nouns_with_capitals and verb.object == "name" and "" not in verb.preps.split("|"):
            body = rf"(?:\s+[\w.]+){{0,3}}?\s+(?:{_lead_in(verb.preps)})(?P<o>(?-i:{NAME}).*)"
        else:
            body = rf"\s+(?:{_lead_in(verb.preps)})(?P<o>.+)"
        found.append(VerbPattern(verb, re.compile(_forms(language, verb) + between + body, re.I)))
    return tuple(found)


@cache
def words_of(alternatives: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{alternatives})(?!\w)", re.I)


@cache
def whole(alternatives: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{alternatives})", re.I)


@cache
def joint(language: Language) -> re.Pattern[str]:
    """Return the pattern of a conjunction that opens a clause of its own: a verb of the table follows, or a relative and one."""
    forms = "|".join(form for verb in language.statements.verbs for form in (verb.first, verb.third) if form)
    words = language.words
    before = alternatives({*words.i, *words.we, *words.others, *words.denials, *words.more})
    articles, roles = alternatives(words.definite), "|".join(kin_relations(language))
    relative = rf"(?:(?:{articles})\s+)?(?:{alternatives(words.own)})\s+(?:[\w-]+\s+)?(?:{roles})(?:\s+[\w.-]+)?"
    opening = rf"(?:(?:(?:{before})\s*)*|{relative}\s+){_ELIDED}(?:{forms})(?!\w)"
    return re.compile(rf"\s+(?:{language.statements.joins})\s+(?={opening})", re.I)


@cache
def kin(language: Language) -> re.Pattern[str]:
    roles = "|".join(sorted((*kin_relations(language), *language.statements.pets.split("|")), key=len, reverse=True))
    return re.compile(
        rf"(?<!\w)(?i:{alternatives(language.words.own)})\s+(?P<before>[\w-]+\s+){{0,2}}?(?P<role>(?i:{roles}))(?!\w)"
        rf"(?P<link>\s*,\s*|\s+|\s+(?i:{language.statements.named})\s+)(?:(?:{alternatives(language.words.definite)})\s+)?(?P<name>{NAME})"
    )


@cache
def pets(language: Language) -> re.Pattern[str]:
    return re.compile(
        rf"(?<!\w)(?P<role>(?i:{language.statements.pets}))(?!\w)(?:\s*[,:(]\s*|\s+(?i:que\s+)?(?i:{language.statements.named})\s*:?\s+)"
        rf"(?P<names>{_listed_name(language)}(?:{_between_names(language)}{_listed_name(language)})*)"
    )


@cache
def listed_kin(language: Language) -> re.Pattern[str]:
    """Return the pattern of relatives of the speaker with their names: "tengo dos hermanas: Ana y Bea"."""
    own = alternatives(language.words.own)
    having = "|".join(verb.first for verb in language.statements.verbs if verb.relation == "has_pet") or "(?!)"
    roles = alternatives(plural_kin(language))
    return re.compile(
        rf"(?<!\w)(?:(?i:{own})|(?i:{having})(?!\w)(?:\s+\w+)?)\s+(?P<role>(?i:{roles}))"
        rf"(?:\s*[,:(]\s*|\s+(?i:que\s+)?(?i:{language.statements.named})\s*:?\s+)"
        rf"(?P<names>{_listed_name(language)}(?:{_between_names(language)}{_listed_name(language)})+)"
    )


@cache
def plural_kin(language: Language) -> Mapping[str, str]:
    """Return the words for several relatives with the word for one: {"hermanas": "hermana"}."""
    terms = language.kin.terms
    pairs = (
        ("brothers", "brother"),
        ("sisters", "sister"),
        ("sons", "son"),
        ("daughters", "daughter"),
        ("children", "son"),
    )
    return {word: terms[one][0] for many, one in pairs if one in terms for word in terms.get(many, ())}


def names_listed(words: str, language: Language) -> list[str]:
    """Return the names of a list: "o Figo e a Lua" → Figo, Lua."""
    parts = re.split(_between_names(language), words)
    return [clean(re.sub(rf"^(?i:{determiners(language)})\s+", "", part)) for part in parts]


def _listed_name(language: Language) -> str:
    return rf"(?:(?i:{determiners(language)})\s+)?[A-ZÀ-Þ][\w’'-]*"


def _between_names(language: Language) -> str:
    return rf"(?:\s*,\s*(?:(?:{language.statements.joins})\s+)?|\s+(?:{language.statements.joins})\s+)"


@cache
def naming(language: Language) -> re.Pattern[str]:
    return re.compile(
        rf"^(?:(?i:{alternatives(language.words.others)})\s+)?(?i:{language.statements.named})\s+({NAME})"
    )


@cache
def determiners(language: Language) -> str:
    """Return what may stand before a noun: articles, possessives and a few adjectives."""
    words = language.words
    return f"{alternatives({*words.articles, *words.contracted, *words.own})}|{language.statements.leading}"


@cache
def denials(language: Language, *more: str) -> str:
    """Return the words of denial, and further sets of words of the language by name ("never")."""
    return alternatives({*language.words.denials, *(word for name in more for word in getattr(language.words, name))})


def clean(name: str) -> str:
    """Return a name without an elided article and the signs at its ends."""
    return re.sub(r"^l['’]", "", name).strip(" .,'’-")
