"""Stage 1: text → mentions, and the claims where one look gives both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from graphmem.ingest.chunking import chunks
from graphmem.ingest.context import NO_CONTEXT, Context
from graphmem.ingest.handles import sentence
from graphmem.ingest.intake import Intake
from graphmem.ingest.names import slug
from graphmem.models.ports import ABSENT, Claim, Extracted, Extractor, Mention, Request
from graphmem.records import Origin, ResolveMode, SuppliedExtraction, SuppliedFact

SUPPLIED_CONFIDENCE = 0.8
"""Confidence of a supplied fact that names none (S0-20); facts by hand default to 1 (S3-12)."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where a claim comes from. `n` numbers the record in its commit; `occurred_at` is UTC."""

    n: int
    episode_id: str | None
    occurred_at: datetime
    speaker: str | None = None
    sentence: str = ""
    resolve: ResolveMode = "full"
    valid_from_override: datetime | None = None
    time_zone: str | None = None
    episode_ids: tuple[str, ...] = ()
    supplied: bool = False
    """The facts came with the call: each is meant as it is, none is dropped for being like another."""
    second_hand: bool = False
    """Said by an assistant about the user: it takes nothing from what the user said more surely (S4-2)."""


@dataclass(frozen=True, slots=True)
class Found:
    """Output of stage 1: what one source speaks of."""

    source: Source
    extracted: Extracted


def request_of(intake: Intake, context: Context = NO_CONTEXT, piece: int = 0) -> Request:
    """What an extractor gets to see of an episode, or of a piece of it."""
    return Request(
        content=intake.content,
        occurred_at=intake.occurred_at,
        speaker=intake.speaker,
        role=intake.role,
        messages=intake.messages,
        recent_messages=context.recent or intake.recent_messages,
        known=context.lines(piece),
        ontology=context.ontology,
        instructions=intake.settings.instructions,
        language=intake.settings.language,
        time_zone=intake.settings.time_zone,
    )


def source_of(intake: Intake) -> Source:
    """The source that an episode is."""
    return Source(
        n=0,
        episode_id=intake.episode_id,
        occurred_at=intake.occurred_at,
        speaker=intake.speaker,
        sentence=intake.content[:500],
        resolve=intake.resolve,
        valid_from_override=intake.valid_from_override,
        time_zone=intake.settings.time_zone,
        episode_ids=(intake.episode_id,),
        supplied=intake.extraction is not None,
    )


async def extract_entities(intake: Intake, extractor: Extractor, context: Context = NO_CONTEXT) -> Found:
    """Stage 1 for one episode, chunk by chunk where it is long (S1-15); a supplied extraction asks no model.

    Raises:
        ModelError: the extractor failed; the episode stays and can be replayed.
    """
    if intake.extraction is not None:
        return Found(source_of(intake), supplied(intake.extraction))
    pieces = enumerate(pieces_of(intake))
    parts = [await extractor.mentions(request_of(piece, context, number)) for number, piece in pieces]
    return Found(source_of(intake), _merged(parts))


def pieces_of(intake: Intake) -> list[Intake]:
    """The episode, or its chunks as episodes of their own."""
    pieces = chunks(intake.content, intake.settings.chunk_chars)
    return [intake] if len(pieces) == 1 else [replace(intake, content=piece, messages=()) for piece in pieces]


def _merged(parts: Sequence[Extracted]) -> Extracted:
    first, claims = parts[0], [part.claims for part in parts]
    return Extracted(
        mentions=tuple(dict.fromkeys(m for part in parts for m in part.mentions)),
        claims=None if None in claims else tuple(dict.fromkeys(c for some in claims for c in some or ())),
        method=first.method,
        emotion=max((part.emotion for part in parts), key=lambda e: e.intensity),
        calls=tuple(call for part in parts for call in part.calls),
        warnings=tuple(warning for part in parts for warning in part.warnings),
        profiles=tuple(profile for part in parts for profile in part.profiles),
    )


def supplied(extraction: SuppliedExtraction) -> Extracted:
    """Mentions and claims that came with the episode."""
    listed = {slug(name) for one in extraction.entities for name in (one.name, *one.aliases) if name.strip()}
    mentions = tuple(Mention(e.name, e.type, e.aliases, e.external_id) for e in extraction.entities)
    claims = tuple(claim_of(fact, is_entity=slug(fact.object) in listed) for fact in extraction.facts)
    return Extracted(mentions, claims, "supplied")


def claim_of(
    fact: SuppliedFact, *, is_entity: bool | None, confidence: float = SUPPLIED_CONFIDENCE, origin: Origin = "extracted"
) -> Claim:
    """A supplied fact as a claim; `is_entity` is the default where the caller did not say."""
    return Claim(
        subject=fact.subject,
        relation=fact.relation,
        object=fact.object,
        text=fact.text or sentence(fact.subject, fact.relation, fact.object),
        object_is_entity=is_entity if fact.object_is_entity is None else fact.object_is_entity,
        action=fact.action,
        starts=fact.valid_from if fact.starts_given else ABSENT,
        until=fact.valid_until,
        confidence=confidence if fact.confidence is None else fact.confidence,
        importance=fact.importance,
        category=fact.category,
        kind=fact.kind,
        cardinality=fact.cardinality,
        origin=origin,
        evidence=fact.evidence_sets,
    )
