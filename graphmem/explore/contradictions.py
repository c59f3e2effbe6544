"""The contradictions of a brain: facts that another one ended, with what a person needs to judge them."""

from __future__ import annotations

from datetime import UTC, datetime

from graphmem.explore.passage import passage_of
from graphmem.graph.pagination import ListPosition, checked_limit, page_of, position_of
from graphmem.graph.row_mapping import fact_of
from graphmem.graph.store import Store
from graphmem.graph.transaction import Row
from graphmem_contract.contradictions import Acceptance, EndDecision, FactSource, Overturned
from graphmem_contract.pagination import Page


async def overturned(
    store: Store, brain: str, *, limit: int, cursor: str | None = None, accepted: bool | None = None
) -> Page[Overturned]:
    """Return the facts that another one ended, most recently recorded first.

    Args:
        accepted: only those that a person accepted (True), or that are open (False).

    Raises:
        InvalidInput: limit is not 1 to 1000, or the cursor is invalid.
    """
    parameters = {"brain": brain, "limit": checked_limit(limit) + 1, **position_of(cursor).parameters}
    rows, now = await store.read("explore/overturned", accepted=accepted, **parameters), datetime.now(UTC)
    pairs = [_pair(row, now) for row in rows]
    return page_of(pairs, limit, lambda pair: ListPosition(pair.fact.recorded_at, pair.fact.id))


def _pair(row: Row, now: datetime) -> Overturned:
    fact = fact_of(row["row"], now)
    by = fact_of(row["other"], now) if row["other"] else None
    accepted = Acceptance(at=row["acceptedAt"], by=row["acceptedBy"]) if row["acceptedAt"] else None
    return Overturned(
        fact=fact,
        by=by,
        reason=row["row"]["closedReason"],
        source=_source(row["source"], fact.text),
        by_source=_source(row["otherSource"], by.text if by else fact.text),
        decided=_decision(row),
        accepted=accepted,
    )


def _source(row: Row | None, sentence: str) -> FactSource | None:
    if row is None:
        return None
    excerpt = passage_of(row["content"], None, sentence)
    return FactSource(episode_id=row["id"], excerpt=excerpt, speaker=row["speaker"], occurred_at=row["occurredAt"])


def _decision(row: Row) -> EndDecision:
    judged = row["judged"]
    if judged is None:
        return EndDecision(by="rule", at=row["row"]["recordedAt"])
    return EndDecision(by="person" if judged["byHand"] else "judge", reason=judged["comment"], at=judged["at"])
