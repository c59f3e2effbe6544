"""Which roles a message names, before anything is known of them: what is worth a read of the brain."""

from __future__ import annotations

from collections.abc import Container
from datetime import datetime

from graphmem.claims import KnownAttributes, NamedRoles
from graphmem.languages.language import Language
from graphmem_offline.attributes.attribute_reader import AttributeReader
from graphmem_offline.attributes.known_roles import FilledRole, KnownRoles
from graphmem_offline.attributes.records import RoleName
from graphmem_offline.attributes.roles import groups_of


class _Everything(Container[str]):
    def __contains__(self, name: object) -> bool:
        return True


class AnyRoles(KnownRoles):
    """Roles of which everything may be known. It keeps the names that somebody asks for."""

    def __init__(self, language: Language) -> None:
        super().__init__(language, KnownAttributes(), "")
        self.named: dict[str, RoleName] = {}
        self.holders: dict[str, None] = {}

    @property
    def owners(self) -> Container[str]:
        """Any noun may be a known owner."""
        return _Everything()

    def has(self, role: RoleName) -> bool:
        """Any role may be known."""
        self.named.setdefault(role.name, role)
        return True

    def roles_of(self, holder: str) -> list[FilledRole]:
        """Anybody may fill a role."""
        self.holders.setdefault(holder)
        return [FilledRole("", "", holder)]


def named_roles(text: str, language: Language, moment: tuple[datetime, str | None]) -> NamedRoles:
    """Return the roles that a text may name, and who may fill roles that it does not name."""
    names = AnyRoles(language)
    reader = AttributeReader(language, names, *moment)
    for attribute in reader.read(text):
        names.has(attribute.role)
        for condition in (*attribute.rests_on, *filter(None, (attribute.waits_for,))):
            if condition.role is None:
                names.roles_of(condition.holder)
    if not reader.found:
        return NamedRoles()
    open_roles = any(not role.owner for role in names.named.values())
    return NamedRoles(tuple(names.named), tuple(names.holders), _owner_names(language) if open_roles else ())


def _owner_names(language: Language) -> tuple[str, ...]:
    """Return the names under which groups of a language may be known."""
    own = [word for word, kind in language.determiners.items() if kind != "the"]
    return tuple(f"{lead} {noun}" for noun, article in groups_of(language).items() for lead in (article, *own))
