"""What a claim is worth by the way it was made: in a sentence or not, by a user or by an assistant."""

from __future__ import annotations

from dataclasses import replace

from graphmem.models.ports import Claim
from graphmem.records import Origin

MIRROR: Origin = "inferred_from_relation"
MIRROR_CONFIDENCE = 0.60
"""A relation that nobody put into words is a weak inference, unless its confidence is given (S0-58)."""
NOT_GIVEN = 0.8
"""The confidence of a claim of which an extractor says nothing (S0-20)."""
SECOND_HAND = frozenset({"assistant", "system", "tool", "ai", "bot", "model", "function"})
"""Roles whose words are about the user, and not the user's own (S4-2)."""
SECOND_HAND_CONFIDENCE = 0.80
"""At most a strong inference: what an assistant restates, the user has not said (S0-20, S4-2)."""


def sentenced(claim: Claim) -> Claim:
    """The claim with a sentence: its own, or one made of its words; between two entities that makes it a mirror fact."""
    if claim.text.strip():
        return claim
    text = f"{claim.subject} {claim.relation.replace('_', ' ')} {claim.object}"
    if claim.action != "holds" or not claim.object_is_entity:
        return replace(claim, text=text)
    confidence = MIRROR_CONFIDENCE if claim.confidence == NOT_GIVEN else claim.confidence
    return replace(claim, text=text, origin=MIRROR, confidence=confidence)


def second_hand(role: str | None) -> bool:
    """Whether a role speaks about the user, and not for itself."""
    return role is not None and role.strip().casefold() in SECOND_HAND


def as_said(claim: Claim, role: str | None) -> Claim:
    """An extracted claim with its sentence and the confidence that the role of its speaker allows."""
    claim = sentenced(claim)
    if second_hand(role) and claim.confidence > SECOND_HAND_CONFIDENCE:
        return replace(claim, confidence=SECOND_HAND_CONFIDENCE)
    return claim
