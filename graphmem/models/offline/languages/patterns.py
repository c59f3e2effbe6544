"""Patterns that the tables of a language give: verbs with their objects, relatives, pets, joined clauses."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from graphmem.models.offline.languages.french import FRENCH
from graphmem.models.offline.languages.german import GERMAN
from graphmem.models.offline.languages.portuguese import PORTUGUESE
from graphmem.models.offline.languages.spanish import SPANISH
from graphmem.models.offline.languages.tables import Language, Verb

LANGUAGES: dict[str, Language] = {one.code: one for one in (PORTUGUESE, SPANISH, FRENCH, GERMAN)}
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
    denial = r"(?:ne\s+|n['’])?" if language.pronoun_needed else ""
    if language.pronoun_needed:
        first = rf"(?:(?:je|nous|on)\s+|j['’])(?:me\s+)?{denial}(?:{first})"
    third = rf"|(?P<b>{denial}(?:{verb.third}))" if verb.third else "|(?P<b>(?!))"
    return rf"(?<![\w'’-])(?:(?P<a>{first}){third})(?![\w-])"


@cache
def patterns(code: str) -> tuple[VerbPattern, ...]:
    language = LANGUAGES[code]
    found = []
    for verb in language.verbs:
        between = rf"(?P<mid>(?:\s+(?:{language.between})(?!\w))*){_SINCE}"
        if verb.closing:
            body = rf"{_GAP}\s+(?:{_lead_in(verb.preps)})(?P<o>(?-i:{NAME})){_GAP}\s+(?:{verb.closing})(?!\w)"
        elif code == "de" and verb.object == "name" and "" not in verb.preps.split("|"):
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
def joint(code: str) -> re.Pattern[str]:
    """Return the pattern of a conjunction that opens a clause of its own: a verb of the table follows."""
    language = LANGUAGES[code]
    forms = "|".join(form for verb in language.verbs for form in (verb.first, verb.third) if form)
    opening = rf"(?:(?:{language.pronouns}|{language.others}|{language.denials}|já|ya)\s*)*{_ELIDED}(?:{forms})(?!\w)"
    return re.compile(rf"\s+(?:{language.joins})\s+(?={opening})", re.I)


@cache
def kin(code: str) -> re.Pattern[str]:
    language = LANGUAGES[code]
    roles = "|".join(sorted((*language.kin, *language.pets.split("|")), key=len, reverse=True))
    return re.compile(
        rf"(?<!\w)(?i:{language.my})\s+(?P<before>[\w-]+\s+){{0,2}}?(?P<role>(?i:{roles}))(?!\w)"
        rf"(?P<link>\s*,\s*|\s+|\s+(?i:{language.named})\s+)(?:(?:o|a|el|la|le|die|der)\s+)?(?P<name>{NAME})"
    )


@cache
def pets(code: str) -> re.Pattern[str]:
    language = LANGUAGES[code]
    name = rf"(?:(?:{language.articles})\s+)?({NAME})"
    joins = f"(?:{language.joins})"
    return re.compile(
        rf"(?<!\w)(?P<role>(?i:{language.pets}))(?!\w)(?:\s*[,:(]\s*|\s+(?i:que\s+)?(?i:{language.named})\s+){name}(?:\s+{joins}\s+{name})?"
    )


@cache
def naming(code: str) -> re.Pattern[str]:
    language = LANGUAGES[code]
    return re.compile(rf"^(?:(?i:{language.others})\s+)?(?i:{language.named})\s+({NAME})")


def clean(name: str) -> str:
    """Return a name without an elided article and the signs at its ends."""
    return re.sub(r"^l['’]", "", name).strip(" .,'’-")
