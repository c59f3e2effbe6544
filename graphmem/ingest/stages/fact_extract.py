"""Stage 3: text and entities → claims."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from graphmem.claims import ABSENT, Call, Claim, ClaimSource, ExtractedMentions, as_said, second_hand
from graphmem.contract.records import SuppliedFact
from graphmem.ingest.episodes.chunks import time_of_turn
from graphmem.ingest.episodes.input import EpisodeInput
from graphmem.ingest.stages.entity_extract import pieces_of, request_of
from graphmem.ingest.stages.prompt_context import NO_CONTEXT, PromptContext
from graphmem.models.ports import Extractor


@dataclass(frozen=True, slots=True)
class Sourced:
    """Output of stage 3: claims with their sources, and what the model was asked for them."""

    claims: tuple[tuple[Claim, ClaimSource], ...]
    calls: tuple[Call, ...] = ()
    warnings: tuple[str, ...] = ()


async def extract_facts(
    episode: EpisodeInput, found: ExtractedMentions, extractor: Extractor, context: PromptContext = NO_CONTEXT
) -> Sourced:
    """Stage 3 for one episode; asks a model only where stage 1 left the claims open (staged extraction).

    Raises:
        ModelError: the extractor failed; the episode stays and can be replayed.
    """
    if found.extracted.claims is not None:
        return Sourced(_as_said(found.extracted.claims, episode, found))
    mentions = found.extracted.mentions
    pieces = enumerate(pieces_of(episode))
    answers = [await extractor.claims(request_of(piece, context, number), mentions) for number, piece in pieces]
    return Sourced(
        _as_said(dict.fromkeys(c for answer in answers for c in answer.claims), episode, found),
        tuple(call for answer in answers for call in answer.calls),
        tuple(warning for answer in answers for warning in answer.warnings),
    )


def _as_said(
    claims: Iterable[Claim], episode: EpisodeInput, found: ExtractedMentions
) -> tuple[tuple[Claim, ClaimSource], ...]:
    """The claims with what they are worth by how they were said; what a caller supplied is taken as it is."""
    if episode.extraction is not None:
        facts = episode.extraction.facts
        return tuple((claim, _as_sent(fact, found.source)) for claim, fact in zip(claims, facts, strict=True))
    roles: set[str | None] = {turn.role for turn in episode.messages if turn.content.strip()} or {episode.role}
    role = next(iter(roles)) if all(second_hand(one) for one in roles) else None
    source = replace(found.source, second_hand=role is not None)
    return tuple((as_said(claim, role), _when_said(claim, episode, source)) for claim in claims)


def _as_sent(fact: SuppliedFact, source: ClaimSource) -> ClaimSource:
    """A supplied fact's source: how its own names are resolved, and the episodes that it rests on beside this one."""
    episodes = tuple(dict.fromkeys((*source.episode_ids, *fact.episode_ids)))
    return replace(source, resolve=fact.resolve or source.resolve, episode_ids=episodes)


def _when_said(claim: Claim, episode: EpisodeInput, source: ClaimSource) -> ClaimSource:
    """The words of a date are read against the turn in which they stand, where turns have times of their own."""
    words = [said for said in (claim.starts, claim.until) if isinstance(said, str) and said != ABSENT]
    at = time_of_turn(episode, words[0]) if words else None
    return source if at is None else replace(source, occurred_at=at)
