"""A supplied extraction (design §4) as mentions and claims."""

from __future__ import annotations

from datetime import datetime

from graphmem.models.ports import ABSENT, Claim, Mention
from graphmem.models.shapes import mention_names
from graphmem.models.wording import snake_case
from graphmem.records import SuppliedExtraction, SuppliedFact


def mentions_of(extraction: SuppliedExtraction) -> tuple[Mention, ...]:
    """The entities as mentions."""
    return tuple(
        Mention(name=one.name, type=one.type.casefold() or "other", aliases=one.aliases, external_id=one.external_id)
        for one in extraction.entities
    )


def claims_of(extraction: SuppliedExtraction, *, confidence: float = 0.8) -> tuple[Claim, ...]:
    """The facts as claims; `confidence` stands in where a fact has none (S0-20)."""
    names = mention_names(mentions_of(extraction))
    return tuple(_claim(fact, names, confidence) for fact in extraction.facts)


def _claim(fact: SuppliedFact, names: frozenset[str], confidence: float) -> Claim:
    listed = fact.object.casefold() in names
    return Claim(
        subject=fact.subject,
        relation=snake_case(fact.relation),
        object=fact.object,
        text=fact.text or f"{fact.subject} {fact.relation.replace('_', ' ')} {fact.object}",
        object_is_entity=listed if fact.object_is_entity is None else fact.object_is_entity,
        action=fact.action,
        starts=_starts(fact),
        until=fact.valid_until,
        confidence=confidence if fact.confidence is None else fact.confidence,
        importance=fact.importance,
        category=fact.category,
        kind=fact.kind,
        cardinality=fact.cardinality,
        evidence=fact.evidence_sets,
    )


def _starts(fact: SuppliedFact) -> datetime | str | None:
    return fact.valid_from if fact.starts_given else ABSENT
