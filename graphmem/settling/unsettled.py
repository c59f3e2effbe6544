"""Groups that procedures have left to be settled: `CALL graphmem.invalidate` ends facts at once, the service derives the rest."""

from __future__ import annotations

from datetime import datetime

from graphmem.graph.transaction import Row, Transaction, run
from graphmem.relations.sentence_details import details_of
from graphmem.settling.pair import Pair, pairs_of


async def take(tx: Transaction, brain: str, stamp: datetime) -> list[Pair]:
    """Take them from the list, in a transaction that holds the brain's lock; return what to settle.

    The details of sentences that procedures have written are found on the way.

    Args:
        stamp: the system time of the present change.
    """
    rows = await run(tx, "truth/take_unsettled", brain=brain)
    if rows and (unread := await run(tx, "truth/read_unread", brain=brain)):
        await run(tx, "truth/write_details", brain=brain, rows=[_with_details(row) for row in unread])
    return pairs_of(rows, stamp)


def _with_details(row: Row) -> Row:
    found = details_of(row["text"], row["subject"], row["relation"], row["object"])
    return {"id": row["id"], "details": found or None}
