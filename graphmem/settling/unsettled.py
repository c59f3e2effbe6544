"""Groups that procedures have left to be settled: `CALL graphmem.invalidate` ends facts at once, the service derives the rest."""

from __future__ import annotations

from datetime import datetime

from graphmem.graph.transaction import Transaction, run
from graphmem.settling.pair import Pair


async def take(tx: Transaction, brain: str, stamp: datetime) -> list[Pair]:
    """Take them from the list, in a transaction that holds the brain's lock; return what to settle.

    Args:
        stamp: the system time of the present change.
    """
    rows = await run(tx, "truth/take_unsettled", brain=brain)
    return [Pair(row["subjectId"], row["relation"], row["objectId"], stamp) for row in rows]
