"""Stage 3: text and entities → claims."""

from __future__ import annotations

from dataclasses import dataclass

from graphmem.ingest.context import NO_CONTEXT, Context
from graphmem.ingest.entity_extract import Found, Source, pieces_of, request_of
from graphmem.ingest.intake import Intake
from graphmem.models.ports import Call, Claim, Extractor


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
        return Sourced(tuple((claim, found.source) for claim in found.extracted.claims))
    mentions = found.extracted.mentions
    pieces = enumerate(pieces_of(intake))
    answers = [await extractor.claims(request_of(piece, context, number), mentions) for number, piece in pieces]
    return Sourced(
        tuple((claim, found.source) for claim in dict.fromkeys(c for answer in answers for c in answer.claims)),
        tuple(call for answer in answers for call in answer.calls),
        tuple(warning for answer in answers for warning in answer.warnings),
    )
