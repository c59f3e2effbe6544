"""What stages 2 to 6 read, for several episodes at once: two statements for all that share a transaction, not two for each.

An episode's turn comes when those before it have written. Whether its reads still tell what it would read then is for news.py.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

from graphmem.ingest.resolution.candidate_search import NameQuery, read_names
from graphmem.ingest.resolution.entity_ref import NameReads
from graphmem.ingest.resolution.mentions import EntityMention, mentions_of
from graphmem.ingest.resolution.resolved import Resolved
from graphmem.ingest.stages.batch import Batch
from graphmem.ingest.stages.entity_resolve import resolve_entities
from graphmem.ingest.stages.fact_dedup import link_claims
from graphmem.ingest.stages.known_facts import read_facts
from graphmem.ingest.stages.records import FactReads, LinkedClaims
from graphmem.settings import Settings

Read = Callable[..., Awaitable[list[dict[str, Any]]]]


@dataclass(frozen=True, slots=True)
class ReadSet:
    """The reads of an episode, and what follows from them as long as nobody writes."""

    mentions: tuple[EntityMention, ...]
    names: NameReads
    resolved: Resolved
    linked: LinkedClaims
    facts: FactReads


async def prefetch(read: Read, brain: str, episodes: Sequence[tuple[Batch, Settings]]) -> list[ReadSet]:
    """Reads for all of them, where no judge is asked."""
    asked = [
        NameQuery(mentions_of(batch.found, batch.claims, settings.relationship_terms), batch.vectors)
        for batch, settings in episodes
    ]
    names = await read_names(read, brain, asked)
    resolved = [
        resolve_entities(one.mentions, found, settings, {})
        for one, found, (_, settings) in zip(asked, names, episodes, strict=True)
    ]
    placements = [
        link_claims(batch.claims, ends, batch.vectors) for ends, (batch, _) in zip(resolved, episodes, strict=True)
    ]
    pairs = [(one.placed, ends) for one, ends in zip(placements, resolved, strict=True)]
    facts = await read_facts(read, brain, pairs, judged=False)
    wanted = [one.mentions for one in asked]
    return [ReadSet(*one) for one in zip(wanted, names, resolved, placements, facts, strict=True)]
