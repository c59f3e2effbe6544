"""The last statement of a transaction: its episodes are over, with trace and answer, and can be found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from graphmem.faults import at_commit, reached
from graphmem.graph.settle import Transaction, run
from graphmem.ingest.commit import NotOpen

Row = dict[str, Any]
NOTHING_NEW: Mapping[str, Any] = {"vector": None, "contextVector": None, "chunks": []}
"""What makes an episode findable stays as it is."""


def ended(
    episode: str | None,
    lease: str | None,
    kept: Mapping[str, Any],
    findable: Mapping[str, Any] = NOTHING_NEW,
    facts: Sequence[str] = (),
    *,
    only_while: str | None = None,
) -> Row:
    """A row of finish_episodes.cypher.

    Args:
        kept: properties of the episode. findable: its vectors, chunks and links. facts: the sentences drawn from it.
        only_while: nothing is written where its status is another.
    """
    said = "\n".join(dict.fromkeys(facts))
    return {"id": episode, "lease": lease, "while": only_while, "set": dict(kept), "facts": said, **findable}


async def finish(tx: Transaction, brain: str, rows: Sequence[Row | None]) -> None:
    """Ends the episodes of a transaction; None = a dry run's, of which nothing is kept.

    Raises:
        NotOpen: a lease has passed on since the transaction began; all of it is to be undone.
    """
    written = [row for row in rows if row is not None]
    if written and len(await run(tx, "ingest/finish_episodes", brain=brain, episodes=written)) < len(written):
        raise NotOpen
    for _ in rows:
        await reached("finished")
    at_commit(tx)


__all__ = ["NOTHING_NEW", "ended", "finish"]
