"""Detect a conflict with another writer, and retry under the brain's lock.

The first attempt reads without a lock and commits only if the brain's revision is still the one that it read. After a conflict
the transaction takes the lock first and reads inside it, so that it cannot lose again. The models' answers are kept; only a new
ambiguity goes back to the judge, outside the transaction.
"""

from __future__ import annotations

from functools import partial

from graphmem.graph.driver import AlreadyThere
from graphmem.graph.store import Store
from graphmem.ingest.stages.commit_parts import NotOpen
from graphmem.ingest.transactions.attempt import Attempt
from graphmem.ingest.transactions.plan import Ambiguous, plan_stages
from graphmem.ingest.transactions.records import CommitResult
from graphmem.observability import metrics
from graphmem_contract.errors import RevisionConflict


async def commit_with_retries(store: Store, attempt: Attempt) -> CommitResult:
    """Commit optimistically; after a conflict, up to `commit_attempts` times under the lock.

    Raises:
        NotOpen: the episode is extracted already, or its lease has passed on.
        RevisionConflict: `commit_attempts` attempts were not enough.
    """
    plan = await plan_stages(store.read, attempt.case, may_ask=True)
    try:
        result = await store.transaction(partial(attempt.try_optimistic, plan=plan), dry_run=attempt.dry_run)
    except AlreadyThere:
        result = None
    if result is not None:
        return result
    metrics.conflict()
    verdicts = attempt.case.verdicts
    verdicts.lost |= {norm for norm, entities in plan.resolved.ends.items() if any(e.is_new for e in entities)}
    for number in range(2, attempt.case.settings.commit_attempts + 1):
        try:
            result = await store.transaction(partial(attempt.retry_locked, attempt=number), dry_run=attempt.dry_run)
        except Ambiguous as open_questions:
            await verdicts.ask(open_questions.names, open_questions.facts)
            continue
        if result is None:
            raise NotOpen
        return result
    raise RevisionConflict("Other writers kept changing this brain; send it again.", retry_after=1.0)
