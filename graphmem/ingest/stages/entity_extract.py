"""Stage 1: text → mentions, and the claims where one look gives both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from graphmem.claims import Extracted, Found, Request, Source, supplied
from graphmem.ingest.episodes.chunks import chunks
from graphmem.ingest.episodes.input import Intake
from graphmem.ingest.stages.prompt_context import NO_CONTEXT, Context
from graphmem.models.ports import Extractor


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
