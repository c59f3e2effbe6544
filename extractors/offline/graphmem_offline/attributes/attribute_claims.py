"""From roles to claims: one value at a time, with what it rests on and what it waits for."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from datetime import datetime

from graphmem.claims import ABSENT, Claim, ConditionClaim, KnownAttributes
from graphmem.languages.language import Language
from graphmem.names.normalize import slug
from graphmem.ontology import snake
from graphmem_offline.attributes.attribute_reader import AttributeReader
from graphmem_offline.attributes.known_roles import KnownRoles
from graphmem_offline.attributes.records import RoleCondition, SaidAttribute
from graphmem_offline.attributes.wording import Span
from graphmem_offline.claim_building import DIRECT


@dataclass(frozen=True, slots=True)
class RolesRead:
    """The claims about roles in a text. `spans`: where the sentences stand that say them. `known`: the roles after it."""

    claims: tuple[Claim, ...] = ()
    spans: tuple[Span, ...] = ()
    known: KnownAttributes = field(default_factory=KnownAttributes)

    def covers(self, place: int) -> bool:
        """Whether a place of the text lies in a sentence about a role."""
        at = bisect_right(self.spans, (place, 1 << 60)) - 1
        return at >= 0 and place < self.spans[at][1]

    def fill(self, name: str) -> bool:
        """Whether the name fills one of the roles."""
        return any(claim.object == name for claim in self.claims)

    def rest_of(self, text: str) -> str:
        """Return the text without the sentences about roles; the others stand where they stood."""
        pieces, place = [], 0
        for start, end in self.spans:
            pieces += [text[place:start], " " * (end - start)]
            place = end
        return "".join((*pieces, text[place:]))


def roles_in(
    text: str, language: Language, known: KnownAttributes, speaker: str, moment: tuple[datetime, str | None]
) -> RolesRead:
    """Return the claims about roles in a text.

    Args:
        speaker: owns the roles of which no owner is known.
        moment: the time of the message, and its time zone.
    """
    roles = KnownRoles(language, known, speaker)
    reader = AttributeReader(language, roles, *moment)
    claims = [
        claim for said in reader.read(text) for claim in (*_handed_over(said, roles), _claim(said, roles, language))
    ]
    return RolesRead(tuple(dict.fromkeys(claims)), tuple(reader.spans), roles.told())


def _claim(attribute: SaidAttribute, roles: KnownRoles, language: Language) -> Claim:
    subject = roles.subject_of(attribute.role)
    rests_on = [_condition(condition, subject, roles) for condition in attribute.rests_on]
    waits_for = _condition(attribute.waits_for, subject, roles) if attribute.waits_for else None
    own = (subject, snake(attribute.role.name))
    return Claim(
        subject=subject,
        relation=own[1],
        object=attribute.value.text,
        text=_text(attribute, "" if subject == roles.speaker else subject, language),
        object_is_entity=attribute.value.entity or None,
        starts=attribute.starts or ABSENT,
        confidence=DIRECT,
        importance_category="specific_event",
        category="semantic",
        kind="state",
        cardinality="one",
        holds_while=tuple(one for one in rests_on if one and (one.subject, one.relation) != own),
        starts_when=waits_for,
    )


def _handed_over(attribute: SaidAttribute, roles: KnownRoles) -> list[Claim]:
    """Return the end of a role that was the speaker's for want of another owner, when another owner has it now."""
    subject, relation = roles.subject_of(attribute.role), snake(attribute.role.name)
    before = roles.value_of(roles.speaker, relation)
    if attribute.waits_for or subject == roles.speaker or not before or slug(before) == slug(attribute.value.text):
        return []
    roles.drop(roles.speaker, relation)
    text = roles.language.roles.text_of_end.format(r=attribute.role.name, v=before)
    return [
        Claim(roles.speaker, relation, before, text, action="ends", confidence=DIRECT, kind="state", cardinality="one")
    ]


def _condition(condition: RoleCondition, subject: str, roles: KnownRoles) -> ConditionClaim | None:
    """Return a condition in stored names; None if nothing is known of the role that it means.

    The holder that the text names is left out where it is the one that is known.
    """
    if condition.role is None:
        held = roles.roles_of(condition.holder)
        return ConditionClaim(held[0].subject, held[0].relation) if len(held) == 1 else None
    owner, relation = roles.subject_of(condition.role, subject), snake(condition.role.name)
    known = roles.value_of(owner, relation)
    same = not condition.holder or slug(known) == slug(condition.holder)
    if condition.kind == "begins":
        return ConditionClaim(owner, relation, condition.holder or None, "begins")
    if same:
        return ConditionClaim(owner, relation)
    return ConditionClaim(owner, relation, condition.holder, "ends" if condition.kind == "changes" else "changes")


def _text(attribute: SaidAttribute, owner: str, language: Language) -> str:
    form = language.roles.text if owner else language.roles.text_without_owner
    text = form.format(o=owner, r=attribute.role.name, v=attribute.value.text)
    return text[:1].upper() + text[1:]
