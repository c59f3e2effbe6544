"""Read roles for the tests: what a text says of them, by what is known."""

from __future__ import annotations

from datetime import UTC, datetime

from graphmem.claims import Claim, ConditionClaim, KnownAttribute, KnownAttributes
from graphmem.languages.language import language as spoken
from graphmem_offline.attributes.attribute_claims import roles_in
from graphmem_offline.attributes.known_roles import KnownRoles

NOW = datetime(2026, 5, 20, 14, tzinfo=UTC)
SPEAKER = "Ana"
Role = tuple[str, str, str]


def brain(*roles: Role) -> KnownAttributes:
    """Return known roles (subject, relation, value); the session speaks of their owners."""
    owners = tuple(dict.fromkeys(role[0] for role in roles))
    return KnownAttributes(tuple(KnownAttribute(*role) for role in roles), owners, owners)


def known(*roles: Role, language: str = "en") -> KnownRoles:
    """Return the known roles as the reader holds them."""
    return KnownRoles(spoken(language), brain(*roles), SPEAKER)


def heard(text: str, *roles: Role, language: str = "en") -> list[Claim]:
    """Return the claims about roles in a text."""
    return list(roles_in(text, spoken(language), brain(*roles), SPEAKER, (NOW, None)).claims)


def told(text: str, *roles: Role, language: str = "en") -> list[Role]:
    """Return subject, relation and object of what a text says of roles."""
    return [(claim.subject, claim.relation, claim.object) for claim in heard(text, *roles, language=language)]


def conditions(text: str, *roles: Role, language: str = "en") -> list[tuple[str, ConditionClaim]]:
    """Return the conditions in a text: "while" it rests on them, "when" it waits for them."""
    claims = heard(text, *roles, language=language)
    return [
        *(("while", condition) for claim in claims for condition in claim.holds_while),
        *(("when", claim.starts_when) for claim in claims if claim.starts_when),
    ]
