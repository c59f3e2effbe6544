"""Stage 3: text and entities → claims."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from graphmem.claims import ABSENT, Claim, Claimed, ClaimSource, ExtractedMentions, as_said, second_hand
from graphmem.ingest.episodes.input import EpisodeInput
from graphmem.ingest.episodes.pieces import time_of_turn
from graphmem.ingest.stages.entity_extract import pieces_of, request_of, seen_facts, within_budget
from graphmem.ingest.stages.prompt_context import NO_CONTEXT, PromptContext
from graphmem.ingest.stages.records import Sourced
from graphmem.models.calls import after_calls
from graphmem.models.ports import Extractor
from graphmem.names.normalize import fold
from graphmem.offer import united
from graphmem_contract.records import SuppliedFact

_WORD = re.compile(r"\w+")


async def fact_extract(
    episode: EpisodeInput, found: ExtractedMentions, extractor: Extractor, context: PromptContext = NO_CONTEXT
) -> Sourced:
    """Return the claims of one episode. The extractor is asked only if stage 1 found no claims (staged extraction).

    Raises:
        ModelError: the extractor failed. The episode is kept and can be replayed.
    """
    mentions, claims = found.extracted.mentions, found.extracted.claims
    if claims is not None:
        seen = seen_facts(found.extracted.offer, mentions, claims)
        return Sourced(_with_sources(claims, episode, found, seen))
    answers: list[Claimed] = []
    for number, piece in enumerate(pieces_of(within_budget(episode, extractor)[0])):
        with after_calls(call for answer in answers for call in answer.calls):
            answers.append(await extractor.claims(request_of(piece, context, number), mentions))
    told = tuple(dict.fromkeys(c for answer in answers for c in answer.claims))
    offer = united(answer.offer for answer in answers)
    return Sourced(
        _with_sources(told, episode, found, seen_facts(offer, mentions, told)),
        tuple(call for answer in answers for call in answer.calls),
        tuple(warning for answer in answers for warning in answer.warnings),
    )


def _with_sources(
    claims: Iterable[Claim], episode: EpisodeInput, found: ExtractedMentions, seen: frozenset[str]
) -> tuple[tuple[Claim, ClaimSource], ...]:
    """Return the claims with their sources, and with the confidence that the role and the trust of the source allow.

    The role does not bound supplied facts. What an assistant answers in a chat is second-hand, as an episode of its own would be:
    an agent that repeats what it remembers says nothing new.
    """
    if episode.extraction is not None:
        facts, trust = episode.extraction.facts, episode.trust
        pairs = zip(claims, facts, strict=True)
        return tuple((_trusted(claim, trust), _source_of_fact(fact, found.source)) for claim, fact in pairs)
    roles: set[str | None] = {turn.role for turn in episode.messages if turn.content.strip()} or {episode.role}
    role = next(iter(roles)) if all(map(second_hand, roles)) else None
    own, answer = _own_and_answer(episode) if role is None else (frozenset[str](), frozenset[str]())
    sources = {told: replace(found.source, second_hand=told, offered=seen) for told in (False, True)}
    sourced = []
    for claim in claims:
        hearsay = role if role is not None else "assistant" if _is_answer(claim, own, answer) else None
        trusted = _trusted(as_said(claim, hearsay), episode.trust)
        sourced.append((trusted, _source_at_turn(trusted, episode, sources[hearsay is not None])))
    return tuple(sourced)


def _own_and_answer(episode: EpisodeInput) -> tuple[frozenset[str], frozenset[str]]:
    """Return the words of a chat as far as a person speaks, and of what assistants say after that, which nobody confirms."""
    turns = [turn for turn in episode.messages if turn.content.strip()]
    last = max((n for n, turn in enumerate(turns) if not second_hand(turn.role)), default=-1)
    texts = (" ".join(turn.content for turn in part) for part in (turns[: last + 1], turns[last + 1 :]))
    own, answer = (frozenset(_WORD.findall(fold(text))) for text in texts)
    return own, answer


def _is_answer(claim: Claim, own: frozenset[str], answer: frozenset[str]) -> bool:
    """Whether an assistant's answer states a claim: its extractor says so, or only the answer has the words of its object."""
    words = frozenset(_WORD.findall(fold(claim.object)))
    return claim.second_hand or (words <= answer and not words <= own)


def _trusted(claim: Claim, trust: float) -> Claim:
    """Return a claim with the confidence that the trust of its source allows."""
    return replace(claim, confidence=trust) if claim.confidence > trust else claim


def _source_of_fact(fact: SuppliedFact, source: ClaimSource) -> ClaimSource:
    """Return the source of a supplied fact, with its own time, way of resolving names and further episodes."""
    if not fact.episode_ids and fact.said_at is None and fact.resolve in (None, source.resolve):
        return source  # thousands of facts share it
    return replace(
        source,
        occurred_at=fact.said_at or source.occurred_at,
        resolve=fact.resolve or source.resolve,
        episode_ids=tuple(dict.fromkeys((*source.episode_ids, *fact.episode_ids))),
    )


def _source_at_turn(claim: Claim, episode: EpisodeInput, source: ClaimSource) -> ClaimSource:
    """Return the source at the time of the turn that holds the words of the claim's date, if that turn has a time."""
    words = [date for date in (claim.starts, claim.until) if isinstance(date, str) and date != ABSENT]
    at = time_of_turn(episode, words[0]) if words else None
    return source if at is None else replace(source, occurred_at=at)
