"""Stage 1: text → mentions, and the claims where one look gives both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from graphmem.claims import ClaimSource, Extracted, ExtractedMentions, Request, supplied
from graphmem.ingest.episodes.chunks import chunks
from graphmem.ingest.episodes.input import EpisodeInput
from graphmem.ingest.stages.prompt_context import NO_CONTEXT, PromptContext
from graphmem.models.ports import Extractor


def request_of(episode: EpisodeInput, context: PromptContext = NO_CONTEXT, piece: int = 0) -> Request:
    """What an extractor gets to see of an episode, or of a piece of it."""
    return Request(
        content=episode.content,
        occurred_at=episode.occurred_at,
        speaker=episode.speaker,
        role=episode.role,
        messages=episode.messages,
        recent_messages=context.recent or episode.recent_messages,
        known=context.lines(piece),
        ontology=context.ontology,
        instructions=episode.settings.instructions,
        language=episode.settings.language,
        time_zone=episode.settings.time_zone,
    )


def source_of(episode: EpisodeInput) -> ClaimSource:
    """The source that an episode is."""
    return ClaimSource(
        n=0,
        episode_id=episode.episode_id,
        occurred_at=episode.occurred_at,
        speaker=episode.speaker,
        sentence=episode.content[:500],
        resolve=episode.resolve,
        valid_from_override=episode.valid_from_override,
        time_zone=episode.settings.time_zone,
        episode_ids=(episode.episode_id,),
        supplied=episode.extraction is not None,
    )


async def extract_entities(
    episode: EpisodeInput, extractor: Extractor, context: PromptContext = NO_CONTEXT
) -> ExtractedMentions:
    """Stage 1 for one episode, chunk by chunk where it is long; a supplied extraction asks no model.

    Raises:
        ModelError: the extractor failed; the episode stays and can be replayed.
    """
    if episode.extraction is not None:
        return ExtractedMentions(source_of(episode), supplied(episode.extraction))
    pieces = enumerate(pieces_of(episode))
    parts = [await extractor.mentions(request_of(piece, context, number)) for number, piece in pieces]
    return ExtractedMentions(source_of(episode), _merged(parts))


def pieces_of(episode: EpisodeInput) -> list[EpisodeInput]:
    """The episode, or its chunks as episodes of their own."""
    pieces = chunks(episode.content, episode.settings.chunk_chars)
    return [episode] if len(pieces) == 1 else [replace(episode, content=piece, messages=()) for piece in pieces]


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
