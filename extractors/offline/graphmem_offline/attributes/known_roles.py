"""The roles that are known: those of the brain that the message names, and those that the text has told so far."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass

from graphmem.claims import KnownAttribute, KnownAttributes
from graphmem.languages.language import Language
from graphmem.names.normalize import slug
from graphmem.ontology import snake
from graphmem_offline.attributes.records import RoleName
from graphmem_offline.attributes.roles import owner_noun


@dataclass(frozen=True, slots=True)
class FilledRole:
    """A role of an owner with its latest value, by the names under which they are stored."""

    subject: str
    relation: str
    value: str


class KnownRoles:
    """Owners and values of roles. `speaker` owns what nobody else is known to own."""

    def __init__(self, language: Language, known: KnownAttributes, speaker: str) -> None:
        self.language, self.speaker = language, speaker
        self._roles: dict[str, dict[str, FilledRole]] = {}
        self._owners: dict[str, str] = {}
        self._session = list(dict.fromkeys(known.session_owners))
        for owner in (*known.owners, *known.session_owners):
            self._owners.setdefault(owner_noun(owner, language), owner)
        for role in known.roles:
            self.add(role.subject, role.relation, role.object, told=False)

    @property
    def owners(self) -> Container[str]:
        """The nouns of the known owners."""
        return frozenset(self._owners)

    def add(self, subject: str, relation: str, value: str, *, told: bool = True) -> None:
        """Record a value of a role. `told`: this text says it, so its owner is one that the session uses."""
        self._roles.setdefault(snake(relation), {})[subject] = FilledRole(subject, snake(relation), value)
        if subject != self.speaker:
            self._owners.setdefault(owner_noun(subject, self.language), subject)
            if told and subject not in self._session:
                self._session.append(subject)

    def drop(self, subject: str, relation: str) -> None:
        """Forget a role: its owner has it no longer."""
        self._roles.get(snake(relation), {}).pop(subject, None)

    def told(self) -> KnownAttributes:
        """Return what is known now, for the next part of the text."""
        roles = [
            KnownAttribute(one.subject, one.relation, one.value) for own in self._roles.values() for one in own.values()
        ]
        return KnownAttributes(tuple(roles), tuple(self._owners.values()), tuple(self._session))

    def has(self, role: RoleName) -> bool:
        """Whether the role is one that somebody is known to have."""
        return bool(self._roles.get(snake(role.name)))

    def subject_of(self, role: RoleName, default: str = "") -> str:
        """Return whose role it is.

        The owner that the text names comes first, then the one known for that role, then `default`, then the only owner that
        the session uses, then the speaker.

        Args:
            default: the owner of what rests on the role. A role that is known without an owner stays the speaker's for it.
        """
        if role.owner:
            return self._owners.get(owner_noun(role.owner, self.language), role.owner)
        if role.determiner == "my":
            return self.speaker
        own = [one for one in self._roles.get(snake(role.name), {}) if one != self.speaker]
        if own:
            return next((one for one in reversed(self._session) if one in own), own[-1])
        if default:
            return self.speaker if self.has(role) else default
        used = self._session or list(self._owners.values())
        return used[0] if len(used) == 1 else self.speaker

    def value_of(self, subject: str, relation: str) -> str:
        """Return the known value of a role, "" if none is known."""
        role = self._roles.get(snake(relation), {}).get(subject)
        return role.value if role else ""

    def roles_of(self, holder: str) -> list[FilledRole]:
        """Return the roles that somebody or something is known to fill."""
        wanted = slug(holder)
        return [role for own in self._roles.values() for role in own.values() if slug(role.value) == wanted]
