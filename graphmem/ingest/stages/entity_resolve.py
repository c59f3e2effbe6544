"""Stage 2: mentions → known or new entities, by what the graph knows about their names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from graphmem.claims import Claim, ClaimSource, ExtractedMentions
from graphmem.fault_points import reached
from graphmem.ingest.resolution.candidate_search import NameQuery, Read, read_names, with_facts
from graphmem.ingest.resolution.entity_ref import NameReads
from graphmem.ingest.resolution.mentions import EntityMention, mentions_of
from graphmem.ingest.resolution.resolve_entities import resolve_entities
from graphmem.ingest.resolution.resolved import Resolved
from graphmem.ingest.resolution.resolver import NameVerdicts
from graphmem.ingest.stages.case import Case
from graphmem.observability.stage_timer import stage
from graphmem.processes.budget import BudgetSpent
from graphmem.processes.pool import WorkerPool, shared_pool
from graphmem.settings import Settings
from graphmem_contract.errors import ModelTimeout

MOST_NAMES_HERE: Final = 100
"""Names and aliases of a batch that are compared in this process, in about a tenth of a second."""
MOST_MENTIONS_HERE: Final = 1_000
"""Listed names and claims of one message that are read at once, in a tenth of a second."""


class TooManyNames(ModelTimeout):
    """The names of one message take more than the processor time of a job. Another attempt would take as long."""

    retryable = False


async def entity_resolve(case: Case) -> tuple[NameReads, Resolved]:
    """Return what the graph knows about the names of a case, and the entity of each mention."""
    with stage("entity_resolve"):
        if case.prefetched:
            names, resolved = case.prefetched.names, case.prefetched.resolved
        else:
            ((mentions, names, resolved),) = await read_and_resolve(case.read, [case])
            if resolved.questions and case.verdicts.judge:
                await case.ask(await with_facts(case.read, case.brain, resolved.questions), {})
                resolved = await resolve_batch(case.brain, mentions, names, case.settings, case.verdicts.names)
    await reached("entity_resolve")
    return names, resolved


async def read_and_resolve(
    read: Read, cases: Sequence[Case]
) -> list[tuple[tuple[EntityMention, ...], NameReads, Resolved]]:
    """Return the mentions of cases of a brain, what the graph knows about their names, and their entities. No judge is asked.

    One statement reads for all of them.
    """
    queries = [
        NameQuery(
            await mentions_of_batch(case.brain, case.batch.found, case.batch.claims, case.settings),
            case.batch.vectors,
            frozenset(case.verdicts.lost),
        )
        for case in cases
    ]
    names = await read_names(read, cases[0].brain, queries)
    return [
        (
            query.mentions,
            near,
            await resolve_batch(case.brain, query.mentions, near, case.settings, case.verdicts.names),
        )
        for case, query, near in zip(cases, queries, names, strict=True)
    ]


async def mentions_of_batch(
    brain: str,
    found: Sequence[ExtractedMentions],
    claims: Sequence[tuple[Claim, ClaimSource]],
    settings: Settings,
    pool: WorkerPool | None = None,
) -> tuple[EntityMention, ...]:
    """Return the mentions, as `mentions_of` does; many of them are read in a worker process.

    Raises:
        TooManyNames: the processor time of a job was not enough.
        ModelTimeout: the worker process died or hung.
    """
    names = sum(len(one.extracted.mentions) for one in found) + len(claims)
    if names <= MOST_MENTIONS_HERE:
        return mentions_of(found, claims, settings.relationship_terms)
    try:
        return await (pool or shared_pool(1)).run(brain, mentions_of, found, claims, settings.relationship_terms)
    except BudgetSpent:
        raise TooManyNames(f"Reading the {names:,} names of this message takes too long; send it in parts.") from None


async def resolve_batch(
    brain: str,
    mentions: Sequence[EntityMention],
    reads: NameReads,
    settings: Settings,
    verdicts: NameVerdicts,
    pool: WorkerPool | None = None,
) -> Resolved:
    """Return the entities of the mentions, as `resolve_entities` does.

    Many names are compared in a worker process, at which the brains take turns.

    Raises:
        TooManyNames: the processor time of a job was not enough.
        ModelTimeout: the worker process died or hung.
    """
    names = sum(1 + len(mention.mention.aliases) for mention in mentions if mention.guessable)
    if names <= MOST_NAMES_HERE:
        return resolve_entities(mentions, reads, settings, verdicts)
    try:
        return await (pool or shared_pool(1)).run(brain, resolve_entities, mentions, reads, settings, verdicts)
    except BudgetSpent:
        raise TooManyNames(
            f"Comparing the {len(mentions):,} names of this message with each other takes too long; send it in parts."
        ) from None
