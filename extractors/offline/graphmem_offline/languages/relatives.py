"""Relatives and pets of the speaker, with their names; what a text has told of people so far."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from graphmem.languages.language import Language
from graphmem.languages.small_words import alternatives
from graphmem.languages.statement_words import Verb
from graphmem_offline.kin_words import kin_relations
from graphmem_offline.languages.patterns import (
    clean,
    determiners,
    kin,
    listed_kin,
    names_listed,
    pets,
    plural_kin,
    whole,
    words_of,
)


@dataclass(frozen=True, slots=True)
class Relative:
    """A relative or pet of the speaker with its name. `several`: the word of its kind means several, listed pets."""

    name: str
    relation: str
    role: str
    pet: bool
    several: bool = False


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


def relatives_in(sentence: str, language: Language, context: Context) -> Iterator[Relative]:
    """Yield named relatives and pets of the speaker: "minha irmã Clara", "tengo un perro llamado Rex"."""
    for match in kin(language).finditer(sentence):
        between = match["before"] or ""
        role, name = match["role"].lower(), clean(match["name"])
        if words_of(alternatives(language.words.former)).search(between) or not _may_name(
            name, match["link"], language, context
        ):
            continue
        relation = _role(role, language)
        if relation:
            context.kin[role] = name
            context.person = name
            yield Relative(name, relation, match["role"], relation == "has_pet")
    if _is_owned(sentence, language):
        for match in pets(language).finditer(sentence):
            names = names_listed(match["names"], language)
            for name in names:
                yield Relative(name, "has_pet", match["role"], True, len(names) > 1)
    for match in listed_kin(language).finditer(sentence):
        term = plural_kin(language)[match["role"].lower()]
        for name in names_listed(match["names"], language):
            context.person = name
            yield Relative(name, kin_relations(language)[term], term, False)


def _is_owned(sentence: str, language: Language) -> bool:
    own = [verb.first for verb in language.statements.verbs if verb.relation == "has_pet"]
    return words_of("|".join(own)).search(sentence) is not None


def _role(role: str, language: Language) -> str | None:
    if whole(language.statements.pets).fullmatch(role):
        return "has_pet"
    return kin_relations(language).get(role)


def _may_name(name: str, link: str, language: Language, context: Context) -> bool:
    first = name.split()[0].lower()
    no_names = f"{language.statements.jobs}|{determiners(language)}|{alternatives(language.words.others)}"
    if whole(no_names).fullmatch(first):
        return False
    if language.statements.nouns_with_capitals and link.strip().lower() in ("ist", ","):
        return context.is_person(name)
    return True
