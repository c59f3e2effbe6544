"""Forms that say who or what fills a role: "the club's head coach is Ana", "we have moved to Folio for the lab notebook"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from graphmem.languages.language import Language
from graphmem_offline.attributes.known_roles import KnownRoles
from graphmem_offline.attributes.patterns import form, phrase
from graphmem_offline.attributes.records import RoleName, SaidAttribute
from graphmem_offline.attributes.roles import is_usual, owner_of, role_of
from graphmem_offline.attributes.values import is_proper, value_of, without_article


def attribute_in(
    clause: str, language: Language, known: KnownRoles, *, future: bool = False, bound: bool = False
) -> SaidAttribute | None:
    """Return what a clause says of a role; None if it says nothing of one.

    Args:
        bound: a condition about another role belongs to the clause.
        future: read the clause as what will be so once a condition is met; then any noun may be a role.
    """
    while (cut := phrase(language.roles.trailing).search(clause)) and cut.end() == len(clause) and cut.start() > 0:
        clause = clause[: cut.start()].rstrip(" ,")
    if future:
        return next(_read(clause, language.roles.future, language, known, "future", bound=bound), None)
    return next(
        (
            attribute
            for forms, kind in (
                (language.roles.firm, "firm"),
                (language.roles.chosen, "chosen"),
                (language.roles.owned, "owned"),
                (language.roles.loose, "loose"),
                (language.roles.naming, "naming"),
            )
            for attribute in _read(clause, forms, language, known, kind, bound=bound)
        ),
        None,
    )


def _read(
    clause: str, forms: tuple[str, ...], language: Language, known: KnownRoles, kind: str, *, bound: bool
) -> Iterator[SaidAttribute]:
    for pattern in forms:
        match = form(pattern).fullmatch(clause)
        attribute = _attribute(match, language, known, kind) if match else None
        if match and attribute:
            named = _is_named(match.string[: match.start("r")], attribute.role, language)
            if _is_role(attribute.role, language, known, kind, named=named, bound=bound):
                yield attribute


def _is_named(before: str, role: RoleName, language: Language) -> bool:
    """Whether the words before a role say that it is one: "as treasurer", "for the archive"."""
    led = role.determiner in ("the", "our") and before.endswith(language.roles.for_words)
    return led or before.endswith(language.roles.as_words)


def _attribute(match: re.Match[str], language: Language, known: KnownRoles, kind: str) -> SaidAttribute | None:
    found = match.groupdict()
    value = value_of(found["v"], language)
    role = role_of(found["r"], language, known.owners) if value else None
    if role is not None and found.get("o"):
        role = _owned_by(found["o"], role, language, known)
    chooser = without_article(found.get("h") or "", language)
    if value is None or role is None or (kind == "chosen" and not (chooser and is_proper(chooser.split(), language))):
        return None
    return SaidAttribute(
        role, value, kind == "future", kind in ("loose", "naming"), chooser if kind == "chosen" else ""
    )


def _owned_by(owner: str, role: RoleName, language: Language, known: KnownRoles) -> RoleName | None:
    """Return the role with the owner that stands elsewhere: "the lab has a new PI" is about the lab's PI."""
    if owner.lower() in language.roles.we:
        return replace(role, determiner="our", new=True)
    name = owner_of(owner.split(), language, known.owners)
    return replace(role, owner=name, new=True) if name else None


def _is_role(
    role: RoleName, language: Language, known: KnownRoles, kind: str, *, named: bool = False, bound: bool = False
) -> bool:
    """Whether a noun that may be a role is one here, by how it is said and what is known.

    Args:
        named: a word before it says that it is one ("as").
        bound: the clause has a condition about another role.
    """
    usual = known.has(role) or is_usual(role.name, language)
    if role.determiner == "my" and not known.has(role):
        return False
    if kind == "owned":
        return bool(role.owner)
    if kind == "chosen":
        return True
    if role.owner or (known.has(role) and kind != "future"):
        return True
    if kind == "future":
        return usual or role.determiner in ("the", "our") or named
    if kind == "naming" and bound and usual:
        return True
    if kind == "firm":
        return usual or named or role.determiner == "our" or " " in role.name
    return role.determiner in ("the", "our") or (usual and " " in role.name and kind != "naming")


def asked_role(question: str, language: Language, known: KnownRoles) -> RoleName | None:
    """Return the role that a question asks for, so that the next sentence may say its value."""
    for pattern in language.roles.questions:
        match = form(pattern).fullmatch(question)
        role = role_of(match["r"], language, known.owners) if match else None
        if role and (_is_role(role, language, known, "firm") or role.determiner == "our"):
            return role
    return None


def answer_to(role: RoleName, clause: str, language: Language) -> SaidAttribute | None:
    """Return the value that the sentence after a question gives: "Our wifi portal? That's …"."""
    for pattern in language.roles.answers:
        match = form(pattern).fullmatch(clause)
        value = value_of(match["v"], language) if match else None
        if value:
            return SaidAttribute(role, value, loose=False)
    return None
