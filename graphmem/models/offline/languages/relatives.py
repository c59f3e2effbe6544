"""Relatives and pets of the speaker, with their names; what a text has told of people so far."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from graphmem.models.offline.languages.patterns import LANGUAGES, clean, kin, pets, whole, words_of
from graphmem.models.offline.languages.tables import Language, Verb


@dataclass(frozen=True, slots=True)
class Relative:
    """A relative or pet of the speaker with its name."""

    name: str
    relation: str
    role: str
    pet: bool


@dataclass(slots=True)
class Context:
    """What the sentences before have named: relatives by role, the last subject ("" = nobody), the last unnamed pet."""

    is_place: Callable[[str], bool]
    is_person: Callable[[str], bool]
    kin: dict[str, str] = field(default_factory=dict)
    subject: str | None = ""
    person: str = ""
    pet: str = ""
    last: Verb | None = None


def relatives_in(sentence: str, code: str, context: Context) -> Iterator[Relative]:
    """Yield named relatives and pets of the speaker: "minha irmã Clara", "tengo un perro llamado Rex"."""
    language = LANGUAGES[code]
    for match in kin(code).finditer(sentence):
        between = match["before"] or ""
        role, name = match["role"].lower(), clean(match["name"])
        if words_of(language.former).search(between) or not _may_name(name, match["link"], language, context):
            continue
        relation = _role(role, language)
        if relation:
            context.kin[role] = name
            context.person = name
            yield Relative(name, relation, match["role"], relation == "has_pet")
    if _is_owned(sentence, language):
        for match in pets(code).finditer(sentence):
            for name in filter(None, match.groups()[1:]):
                yield Relative(clean(name), "has_pet", match["role"], True)


def _is_owned(sentence: str, language: Language) -> bool:
    own = [verb.first for verb in language.verbs if verb.relation == "has_pet"]
    return words_of("|".join(own)).search(sentence) is not None


def _role(role: str, language: Language) -> str | None:
    if whole(language.pets).fullmatch(role):
        return "has_pet"
    return language.kin.get(role)


def _may_name(name: str, link: str, language: Language, context: Context) -> bool:
    first = name.split()[0].lower()
    if whole(language.jobs).fullmatch(first) or whole(f"{language.articles}|{language.my}|{language.others}").fullmatch(
        first
    ):
        return False
    if language.nouns_with_capitals and link.strip().lower() in ("ist", ","):
        return context.is_person(name)
    return True
