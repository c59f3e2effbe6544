"""Stage 3: text and entities → claims."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from graphmem.claims import ABSENT, Claim, Claimed, ClaimSource, ExtractedMentions, as_said, second_hand
from graphmem.contract.records import SuppliedFact
from graphmem.ingest.episodes.chunks import time_of_turn
from graphmem.ingest.episodes.input import EpisodeInput
from graphmem.ingest.stages.entity_extract import pieces_of, request_of, within_budget
from graphmem.ingest.stages.prompt_context import NO_CONTEXT, PromptContext
from graphmem.ingest.stages.records import Sourced
from graphmem.models.calls import after_calls
from graphmem.models.ports import Extractor


async def extract_facts(
    episode: EpisodeInput, found: ExtractedMentions, extractor: Extractor, context: PromptContext = NO_CONTEXT
) -> Sourced:
    """Return the claims of one episode. The extractor is asked only if stage 1 found no claims (staged extraction).

    Raises:
        ModelError: the extractor failed. The episode is kept and can be replayed.
    """
    if found.extracted.claims is not None:
        return Sourced(_with_sources(found.extracted.claims, episode, found))
    mentions = found.extracted.mentions
    answers: list[Claimed] = []
    for number, piece in enumerate(pieces_of(within_budget(episode, extractor)[0])):
        with after_calls(call for answer in answers for call in answer.calls):
            answers.append(await extractor.claims(request_of(piece, context, number), mentions))
    return Sourced(
        _with_sources(dict.fromkeys(c for answer in answers for c in answer.claims), episode, found),
        tuple(call for answer in answers for call in answer.calls),
        tuple(warning for answer in answers for warning in answer.warnings),
    )


def _with_sources(
    claims: Iterable[Claim], episode: EpisodeInput, found: ExtractedMentions
) -> tuple[tuple[Claim, ClaimSource], ...]:
    """Return the claims with their sources, and with the confidence that the role and the trust of the source allow.

    The role does not bound supplied facts.
    """
    if episode.extraction is not None:
        facts, trust = episode.extraction.facts, episode.trust
        pairs = zip(claims, facts, strict=True)
        return tuple((_trusted(claim, trust), _source_of_fact(fact, found.source)) for claim, fact in pairs)
    roles: set[str | None] = {turn.role for turn in episode.messages if turn.content.strip()} or {episode.role}
    role = next(iter(roles)) if all(map(second_hand, roles)) else None
    source = replace(found.source, second_hand=role is not None)
    trusted = (_trusted(as_said(claim, role), episode.trust) for claim in claims)
    return tuple((claim, _source_at_turn(claim, episode, source)) for claim in trusted)


def _trusted(claim: Claim, trust: float) -> Claim:
    """Return a claim with the confidence that the trust of its source allows."""
    return replace(claim, confidence=trust) if claim.confidence > trust else claim


def _source_of_fact(fact: SuppliedFact, source: ClaimSource) -> ClaimSource:
    """Return the source of a supplied fact, with its own way of resolving names and its further episodes."""
    if not fact.episode_ids and fact.resolve in (None, source.resolve):
        return source  # thousands of facts share it
    episodes = tuple(dict.fromkeys((*source.episode_ids, *fact.episode_ids)))
    return replace(source, resolve=fact.resolve or source.resolve, episode_ids=episodes)


def _source_at_turn(claim: Claim, episode: EpisodeInput, source: ClaimSource) -> ClaimSource:
    """Return the source at the time of the turn that holds the words of the claim's date, if that turn has a time."""
    words = [date for date in (claim.starts, claim.until) if isinstance(date, str) and date != ABSENT]
    at = time_of_turn(episode, words[0]) if words else None
    return source if at is None else replace(source, occurred_at=at)
