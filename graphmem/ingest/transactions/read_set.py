"""Prefetch the reads of stages 2 to 6 for a whole group of episodes, in two statements.

Whether an episode's reads still hold at its turn is for `write_set.py`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

from graphmem.ingest.resolution.candidate_search import NameQuery, read_names
from graphmem.ingest.resolution.entity_ref import NameReads
from graphmem.ingest.resolution.mentions import EntityMention
from graphmem.ingest.resolution.resolved import Resolved
from graphmem.ingest.stages.batch import Batch
from graphmem.ingest.stages.change_reading import read_changes
from graphmem.ingest.stages.claim_linking import link_claims
from graphmem.ingest.stages.entity_resolve import mentions_of_batch, resolve_batch
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
    """The reads of each episode. No judge is asked."""
    queries = [
        NameQuery(await mentions_of_batch(brain, batch.found, batch.claims, settings), batch.vectors)
        for batch, settings in episodes
    ]
    names = await read_names(read, brain, queries)
    resolved = [
        await resolve_batch(brain, query.mentions, reads, settings, {})
        for query, reads, (_, settings) in zip(queries, names, episodes, strict=True)
    ]
    linked = [
        read_changes(link_claims(batch.claims, entities, batch.vectors))
        for entities, (batch, _) in zip(resolved, episodes, strict=True)
    ]
    pairs = [(claims.placed, entities) for claims, entities in zip(linked, resolved, strict=True)]
    facts = await read_facts(read, brain, pairs, judged=False)
    mentions = [query.mentions for query in queries]
    return [ReadSet(*reads) for reads in zip(mentions, names, resolved, linked, facts, strict=True)]
