"""Stage 3: text and entities → claims."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from graphmem.claims import ABSENT, Call, Claim, Found, Source, as_said, second_hand
from graphmem.contract.records import SuppliedFact
from graphmem.ingest.episodes.chunks import time_of_turn
from graphmem.ingest.episodes.input import Intake
from graphmem.ingest.stages.entity_extract import pieces_of, request_of
from graphmem.ingest.stages.prompt_context import NO_CONTEXT, Context
from graphmem.models.ports import Extractor


@dataclass(frozen=True, slots=True)
class Sourced:
    """Output of stage 3: claims with their sources, and what the model was asked for them."""

    claims: tuple[tuple[Claim, Source], ...]
    calls: tuple[Call, ...] = ()
    warnings: tuple[str, ...] = ()


async def extract_facts(intake: Intake, found: Found, extractor: Extractor, context: Context = NO_CONTEXT) -> Sourced:
    """Stage 3 for one episode; asks a model only where stage 1 left the claims open (staged extraction).

    Raises:
        ModelError: the extractor failed; the episode stays and can be replayed.
    """
    if found.extracted.claims is not None:
        return Sourced(_as_said(found.extracted.claims, intake, found))
    mentions = found.extracted.mentions
    pieces = enumerate(pieces_of(intake))
    answers = [await extractor.claims(request_of(piece, context, number), mentions) for number, piece in pieces]
    return Sourced(
        _as_said(dict.fromkeys(c for answer in answers for c in answer.claims), intake, found),
        tuple(call for answer in answers for call in answer.calls),
        tuple(warning for answer in answers for warning in answer.warnings),
    )


def _as_said(claims: Iterable[Claim], intake: Intake, found: Found) -> tuple[tuple[Claim, Source], ...]:
    """The claims with what they are worth by how they were said; what a caller supplied is taken as it is."""
    if intake.extraction is not None:
        facts = intake.extraction.facts
        return tuple((claim, _as_sent(fact, found.source)) for claim, fact in zip(claims, facts, strict=True))
    roles: set[str | None] = {turn.role for turn in intake.messages if turn.content.strip()} or {intake.role}
    role = next(iter(roles)) if all(second_hand(one) for one in roles) else None
    source = replace(found.source, second_hand=role is not None)
    return tuple((as_said(claim, role), _when_said(claim, intake, source)) for claim in claims)


def _as_sent(fact: SuppliedFact, source: Source) -> Source:
    """A supplied fact's source: how its own names are resolved, and the episodes that it rests on beside this one."""
    episodes = tuple(dict.fromkeys((*source.episode_ids, *fact.episode_ids)))
    return replace(source, resolve=fact.resolve or source.resolve, episode_ids=episodes)


def _when_said(claim: Claim, intake: Intake, source: Source) -> Source:
    """The words of a date are read against the turn in which they stand, where turns have times of their own."""
    words = [said for said in (claim.starts, claim.until) if isinstance(said, str) and said != ABSENT]
    at = time_of_turn(intake, words[0]) if words else None
    return source if at is None else replace(source, occurred_at=at)
