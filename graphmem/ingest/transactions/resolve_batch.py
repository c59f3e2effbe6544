"""Stage 2 of a batch: at once for a few names; for many, in a worker process, so that nobody else waits for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from graphmem.errors import ModelTimeout
from graphmem.ingest.resolution.entity_ref import NameReads
from graphmem.ingest.resolution.mentions import EntityMention
from graphmem.ingest.resolution.resolved import Resolved
from graphmem.ingest.stages.entity_resolve import NameVerdicts, resolve_entities
from graphmem.processes.budget import BudgetSpent
from graphmem.processes.pool import shared_pool
from graphmem.settings import Settings

MOST_NAMES_HERE: Final = 100
"""Names and aliases that are compared in this process, in about a tenth of a second."""


class TooManyNames(ModelTimeout):
    """The names of one message take more than the processor time of a job. Another attempt would take as long."""

    retryable = False


async def resolve_batch(
    brain: str, mentions: Sequence[EntityMention], reads: NameReads, settings: Settings, verdicts: NameVerdicts
) -> Resolved:
    """Return the entities of the mentions, as `resolve_entities` does. The brains take turns at the worker process.

    Raises:
        TooManyNames: the processor time of a job was not enough.
        ModelTimeout: the worker process died or hung.
    """
    names = sum(1 + len(mention.mention.aliases) for mention in mentions if mention.guessable)
    if names <= MOST_NAMES_HERE:
        return resolve_entities(mentions, reads, settings, verdicts)
    try:
        return await shared_pool(1).run(brain, resolve_entities, mentions, reads, settings, verdicts)
    except BudgetSpent:
        raise TooManyNames(
            f"Comparing the {len(mentions):,} names of this message with each other takes too long; send it in parts."
        ) from None
