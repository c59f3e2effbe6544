"""Stage 1: text → mentions, and claims where one model call gives both. Before it: what is known of the roles in the text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final

from graphmem.claims import (
    SENTENCE_LENGTH,
    Claim,
    ClaimSource,
    Extracted,
    ExtractedMentions,
    KnownAttribute,
    KnownAttributes,
    Mention,
    NamedRoles,
    Request,
    supplied,
)
from graphmem.ingest.episodes.chunks import chunks
from graphmem.ingest.episodes.input import EpisodeInput
from graphmem.ingest.stages.prompt_context import NO_CONTEXT, PromptContext, Read
from graphmem.models.calls import after_calls
from graphmem.models.ports import Extractor
from graphmem.names.normalize import slug, value_key
from graphmem.offer import Offer, united
from graphmem.ontology import relation_name

MOST_ROLES: Final = 50
"""Roles and holders of a message that are looked up."""
MOST_FOUND: Final = 100
MOST_TURNS: Final = 50
"""Messages of the session whose owners count as those that it speaks of."""
_WORD = re.compile(r"\w+|[^\w\s]")


def request_of(episode: EpisodeInput, context: PromptContext = NO_CONTEXT, piece: int = 0) -> Request:
    """Return the input of an extractor for an episode, or for the piece of it with this number."""
    return Request(
        content=episode.content,
        occurred_at=episode.occurred_at,
        speaker=episode.speaker,
        role=episode.role,
        messages=episode.messages,
        recent_messages=context.recent or episode.recent_messages,
        known=context.lines(piece),
        offer=context.offer(piece),
        ontology=context.ontology,
        instructions=episode.settings.instructions,
        language=episode.settings.language,
        time_zone=episode.settings.time_zone,
        brain=episode.brain,
        attributes=context.attributes,
    )


def source_of(episode: EpisodeInput) -> ClaimSource:
    """Return an episode as the source of its claims. It keeps the first 500 characters of the content."""
    return ClaimSource(
        n=0,
        episode_id=episode.episode_id,
        occurred_at=episode.occurred_at,
        speaker=episode.speaker,
        sentence=episode.content[:SENTENCE_LENGTH],
        resolve=episode.resolve,
        valid_from_override=episode.valid_from_override,
        time_zone=episode.settings.time_zone,
        language=episode.settings.language,
        episode_ids=(episode.episode_id,),
        supplied=episode.extraction is not None,
        turns_before=episode.turns_before,
    )


async def entity_extract(
    episode: EpisodeInput, extractor: Extractor, context: PromptContext = NO_CONTEXT
) -> ExtractedMentions:
    """Return the mentions of one episode, and its claims if the extractor finds both at once.

    Long content is extracted chunk by chunk. An extractor with `most_words` reads the first so many words and signs of a
    message; a warning tells of the rest. A supplied extraction asks no extractor.

    Raises:
        ModelError: the extractor failed. The episode is kept and can be replayed.
    """
    if episode.extraction is not None:
        return ExtractedMentions(source_of(episode), supplied(episode.extraction))
    read, warnings = within_budget(episode, extractor)
    parts: list[Extracted] = []
    for number, piece in enumerate(pieces_of(read)):
        with after_calls(call for part in parts for call in part.calls):
            parts.append(await extractor.mentions(request_of(piece, context, number)))
    found = _joined(parts)
    return ExtractedMentions(source_of(episode), replace(found, warnings=(*found.warnings, *warnings)))


async def with_attributes(
    episode: EpisodeInput, context: PromptContext, extractor: Extractor, read: Read
) -> PromptContext:
    """Return the context with what is known of the roles that an episode names.

    A message that names no role costs no read, nor does an extractor without `named_roles` or a supplied extraction.

    Raises:
        ModelTimeout: the reading process was killed, or hung. DatabaseUnavailable: Neo4j is out of reach.
    """
    ask = getattr(extractor, "named_roles", None)
    if ask is None or episode.extraction is not None or not episode.content.strip():
        return context
    names: NamedRoles = await ask(request_of(within_budget(episode, extractor)[0], context))
    if not names.roles and not names.holders:
        return context
    (found, *_) = await read(
        "ingest/read_attributes",
        brain=episode.brain,
        roles=[{"said": role, "name": relation_name(role)} for role in names.roles[:MOST_ROLES]],
        holders=[{"norm": slug(holder), "key": value_key(holder)} for holder in names.holders[:MOST_ROLES]],
        owners=sorted({slug(owner) for owner in names.owners}),
        session=episode.session_id,
        at=episode.occurred_at,
        turns=MOST_TURNS,
        most=MOST_FOUND,
    )
    roles = tuple(KnownAttribute(row["subject"], row["relation"], row["object"]) for row in found["roles"])
    owners, spoken = (tuple(dict.fromkeys(found[of])) for of in ("owners", "spoken"))
    return replace(context, attributes=KnownAttributes(roles, owners, spoken))


def seen_facts(offer: Offer, mentions: Sequence[Mention], claims: Iterable[Claim]) -> frozenset[str]:
    """Return the ids of the offered facts, if the answer says anywhere what it means of what was offered."""
    answers = any(m.known or m.is_new for m in mentions) or any(claim.touches for claim in claims)
    return frozenset(fact.id for fact in offer.facts) if answers else frozenset()


def within_budget(episode: EpisodeInput, extractor: Extractor) -> tuple[EpisodeInput, tuple[str, ...]]:
    """Return the part of an episode that an extractor with `most_words` reads, and a warning if that is not all of it."""
    most: int | None = getattr(extractor, "most_words", None)
    words = None if most is None else next(islice(_WORD.finditer(episode.content), most, None), None)
    if words is None:
        return episode, ()
    warning = f"The message is long: the first {words.start():,} of its {len(episode.content):,} characters were read for facts."
    return replace(episode, content=episode.content[: words.start()], messages=()), (warning,)


def pieces_of(episode: EpisodeInput) -> list[EpisodeInput]:
    """Return the episode itself, or one episode for each of its chunks."""
    pieces = chunks(episode.content, episode.settings.chunk_chars)
    return [episode] if len(pieces) == 1 else [replace(episode, content=piece, messages=()) for piece in pieces]


def _joined(parts: Sequence[Extracted]) -> Extracted:
    """Return the extraction of all chunks: each mention and claim once, and the emotion with the highest intensity."""
    first, claims = parts[0], [part.claims for part in parts]
    return Extracted(
        mentions=tuple(dict.fromkeys(m for part in parts for m in part.mentions)),
        claims=None if None in claims else tuple(dict.fromkeys(claim for found in claims for claim in found or ())),
        method=first.method,
        emotion=max((part.emotion for part in parts), key=lambda e: e.intensity),
        calls=tuple(call for part in parts for call in part.calls),
        warnings=tuple(warning for part in parts for warning in part.warnings),
        profiles=tuple(profile for part in parts for profile in part.profiles),
        transcript=first.transcript,
        offer=united(part.offer for part in parts),
    )
