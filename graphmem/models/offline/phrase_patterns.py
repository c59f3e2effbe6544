"""Patterns for a few sentences in Portuguese, Spanish, French and German.

They read where somebody lives and works, whom they married, what they like, and their relatives and pets. There is no
parser for these languages; other sentences give no claims.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from graphmem.contract.records import Action, Kind

_NAME = r"[A-ZÀ-Þ][\w.&'’-]*(?:\s(?:(?:de|da|do|del|la|dos)\s)?[A-ZÀ-Þ][\w.&'’-]*){0,3}"
_VALUE = r"[^.,;!?\n]{2,40}?(?=\s+(?:e|y|et|und|mas|pero|mais|aber|desde|seit|depuis)\b|[.,;!?\n]|$)"


@dataclass(frozen=True, slots=True)
class Phrase:
    """A pattern with its relation and the template of its sentence.

    The group `s` is a third person, or None for the speaker; `o` is the object.
    """

    pattern: re.Pattern[str]
    relation: str
    text: str
    type: str = "other"
    action: Action = "holds"
    kind: Kind = "state"
    entity: bool = True


@dataclass(frozen=True, slots=True)
class PhraseMatch:
    """A match of a phrase in a text; `subject` is None for the speaker."""

    subject: str | None
    object: str
    phrase: Phrase
    start: int
    end: int


def _phrase(
    first: str,
    third: str,
    after: str,
    relation: str,
    text: str,
    type: str = "other",
    action: Action = "holds",
    kind: Kind = "state",
    *,
    value: bool = False,
) -> Phrase:
    thing = _VALUE if value else _NAME
    verb = rf"(?:(?P<s>{_NAME})\s+(?i:{third})|(?i:\b(?:{first})))" if third else rf"(?i:\b(?:{first}))"
    return Phrase(re.compile(rf"{verb}\s+(?i:{after})\s*(?P<o>{thing})"), relation, text, type, action, kind, not value)


_PT = (
    _phrase(
        "não trabalho mais|já não trabalho|deixei de trabalhar",
        "não trabalha mais",
        "na|no|em|para a|para o|para",
        "works_at",
        "{s} não trabalha mais na {o}.",
        "organization",
        "ends",
    ),
    _phrase(
        "nunca trabalhei",
        "nunca trabalhou",
        "na|no|em|para",
        "works_at",
        "{s} nunca trabalhou na {o}.",
        "organization",
        "never",
    ),
    _phrase(
        "(?<!não )trabalho|estou trabalhando|comecei a trabalhar",
        "trabalha",
        "na|no|em|para a|para o|para",
        "works_at",
        "{s} trabalha na {o}.",
        "organization",
    ),
    _phrase(
        "não moro mais|já não moro|não vivo mais",
        "não mora mais",
        "em|no|na",
        "lives_in",
        "{s} não mora mais em {o}.",
        "place",
        "ends",
    ),
    _phrase(
        "(?<!não )moro|(?<!não )vivo|estou morando", "mora|vive", "em|no|na", "lives_in", "{s} mora em {o}.", "place"
    ),
    _phrase(
        "vou me mudar|vou mudar-me|vou mudar",
        "vai se mudar",
        "para o|para a|para|pra",
        "lives_in",
        "{s} vai se mudar para {o}.",
        "place",
        kind="plan",
    ),
    _phrase(
        "me mudei|mudei-me|mudei",
        "se mudou|mudou-se",
        "para o|para a|para|pra",
        "lives_in",
        "{s} mudou-se para {o}.",
        "place",
    ),
    _phrase(
        "me casei|casei-me|casei|sou casad[oa]|estou casad[oa]",
        "casou|é casad[oa]|se casou",
        "com (?:o |a )?",
        "married_to",
        "{s} é casado(a) com {o}.",
        "person",
    ),
    _phrase("nasci", "nasceu", "em|no|na", "born_in", "{s} nasceu em {o}.", "place"),
    _phrase(
        "(?<!não )gosto muito|(?<!não )gosto|adoro",
        "gosta|adora",
        "de|do|da|dos|das|",
        "likes",
        "{s} gosta de {o}.",
        value=True,
    ),
)
_ES = (
    _phrase(
        "ya no trabajo|dejé de trabajar",
        "ya no trabaja",
        "en|para",
        "works_at",
        "{s} ya no trabaja en {o}.",
        "organization",
        "ends",
    ),
    _phrase(
        "nunca trabajé", "nunca trabajó", "en|para", "works_at", "{s} nunca trabajó en {o}.", "organization", "never"
    ),
    _phrase(
        "(?<!no )trabajo|estoy trabajando|empecé a trabajar",
        "trabaja",
        "en|para",
        "works_at",
        "{s} trabaja en {o}.",
        "organization",
    ),
    _phrase("ya no vivo", "ya no vive", "en", "lives_in", "{s} ya no vive en {o}.", "place", "ends"),
    _phrase("(?<!no )vivo|estoy viviendo", "vive", "en", "lives_in", "{s} vive en {o}.", "place"),
    _phrase(
        "voy a mudarme|me voy a mudar",
        "va a mudarse|se va a mudar",
        "a|para",
        "lives_in",
        "{s} va a mudarse a {o}.",
        "place",
        kind="plan",
    ),
    _phrase("me mudé", "se mudó", "a|para", "lives_in", "{s} se mudó a {o}.", "place"),
    _phrase(
        "me casé|estoy casad[oa]",
        "se casó|está casad[oa]",
        "con",
        "married_to",
        "{s} está casado(a) con {o}.",
        "person",
    ),
    _phrase("nací", "nació", "en", "born_in", "{s} nació en {o}.", "place"),
    _phrase("(?<!no )me gusta(?:n)?|me encanta(?:n)?", "", "mucho |", "likes", "A {s} le gusta {o}.", value=True),
)
_FR = (
    _phrase("j['’]habite|je vis", "habite|vit", "à|en|au", "lives_in", "{s} habite à {o}.", "place"),
    _phrase("je travaille", "travaille", "chez|pour|à", "works_at", "{s} travaille chez {o}.", "organization"),
)
_DE = (
    _phrase("ich wohne|ich lebe|wohne ich", "wohnt|lebt", "in", "lives_in", "{s} wohnt in {o}.", "place"),
    _phrase("ich arbeite|arbeite ich", "arbeitet", "bei|für", "works_at", "{s} arbeitet bei {o}.", "organization"),
)
PHRASES: dict[str, tuple[Phrase, ...]] = {"pt": _PT, "es": _ES, "fr": _FR, "de": _DE}

_KIN = {
    "irmã": "sibling_of",
    "irmão": "sibling_of",
    "hermana": "sibling_of",
    "hermano": "sibling_of",
    "mãe": "parent_of",
    "pai": "parent_of",
    "madre": "parent_of",
    "padre": "parent_of",
    "filha": "child_of",
    "filho": "child_of",
    "hija": "child_of",
    "hijo": "child_of",
    "esposa": "married_to",
    "marido": "married_to",
    "mulher": "married_to",
    "esposo": "married_to",
    "namorada": "partner_of",
    "namorado": "partner_of",
    "novia": "partner_of",
    "novio": "partner_of",
    "amiga": "friend_of",
    "amigo": "friend_of",
    "schwester": "sibling_of",
    "bruder": "sibling_of",
    "frau": "married_to",
    "mann": "married_to",
    "sœur": "sibling_of",
    "soeur": "sibling_of",
    "frère": "sibling_of",
    "mère": "parent_of",
    "père": "parent_of",
    "mutter": "parent_of",
    "vater": "parent_of",
}
_PETS = {"cachorro", "cachorra", "cão", "gato", "gata", "perro", "perra", "chien", "chat", "hund", "katze"}
KIN_TEXT = {
    "pt": "{name} é {role} de {speaker}.",
    "es": "{name} es {role} de {speaker}.",
    "fr": "{name} est {role} de {speaker}.",
    "de": "{name}: {role} von {speaker}.",
}
_MY = r"(?i:\b(?:minha|meu|mi|ma|mon|meine|mein))"
KIN = re.compile(rf"{_MY}\s+(?P<role>(?i:{'|'.join([*_KIN, *_PETS])}))\s*,?\s+(?P<name>{_NAME})")
_PET = re.compile(
    rf"(?i:\b(?:tenho|temos|tengo|tenemos)\s+(?:um|uma|un|una))\s+(?P<role>{'|'.join(_PETS)})\s+"
    rf"(?i:chamad[oa]|llamad[oa]|que se llama|que se chama)\s+(?P<name>{_NAME})"
)


def phrases_in(sentence: str, language: str) -> Iterator[PhraseMatch]:
    """Yield the matches of a language's phrases in a sentence, without overlaps; earlier phrases have priority."""
    taken = bytearray(len(sentence))
    for phrase in PHRASES.get(language, ()):
        for match in phrase.pattern.finditer(sentence):
            if any(taken[match.start() : match.end()]):
                continue
            taken[match.start() : match.end()] = b"\1" * (match.end() - match.start())
            third = match.groupdict().get("s")
            yield PhraseMatch(third, match["o"].strip(" .,'’-"), phrase, match.start(), match.end())


@dataclass(frozen=True, slots=True)
class Relative:
    """A relative or pet of the speaker with its name."""

    name: str
    relation: str
    role: str
    pet: bool


def relatives_in(sentence: str) -> Iterator[Relative]:
    """Yield named relatives and pets: "minha irmã Clara", "tengo un perro llamado Rex"."""
    for match in (*KIN.finditer(sentence), *_PET.finditer(sentence)):
        role = match["role"].lower()
        yield Relative(match["name"].rstrip(".'’-"), _KIN.get(role, "has_pet"), role, role in _PETS)


def names_in(text: str) -> list[str]:
    """Return the capitalised words inside sentences, the best guess at names without a parser."""
    found = re.findall(rf"(?<=[\w,;:]\s)({_NAME})", text)
    return list(dict.fromkeys(name for wording in found if len(name := wording.rstrip(".'’-")) > 1))
