"""Named points of ingest and upkeep at which a test can make the process fail. Without installed faults nothing happens at them.

`graphmem.testing.faults` installs faults: the command line does so where GRAPHMEM_FAULT is set, a test by itself.
"""

from __future__ import annotations

from typing import Protocol

POINTS = (
    "stored",
    "claimed",
    "context",
    "transcript",
    "entity_extract",
    "fact_extract",
    "embed",
    "entity_resolve",
    "fact_dedup",
    "contradiction",
    "commit_begun",
    "settled",
    "finished",
    "commit_sent",
    "committed",
)
"""In the order in which an episode passes them: stored; claimed by a worker; after each stage that reads or asks a model
(transcript: one call has read several messages of a session);
inside the transaction after its first statement, after settling, after the last statement; between COMMIT and its answer;
after the answer."""

UPKEEP_POINTS = ("upkeep_written", "upkeep_committed", "proposal_claimed", "proposal_decided")
"""In the order in which a batch of upkeep passes them: inside its transaction after the last query; after the COMMIT.
Then those of a decision on a proposal, inside its transaction: before and after what the decision does."""


FORGET_POINTS = ("forget_statements", "forget_texts", "forget_undone")
"""Those of a request to forget, inside the transaction of its message: after its statements are hidden, after its texts are. Then
that of an undo, inside its transaction after settling."""


class Faults(Protocol):
    """What happens at the points."""

    async def reached(self, point: str) -> None:
        """The process is at a point."""

    def before_commit(self, transaction: object) -> None:
        """A transaction is about to be committed; `commit_sent` lies between its COMMIT and the answer."""


_installed: Faults | None = None


def install(faults: Faults | None) -> None:
    """Set the faults of this process; None clears them."""
    global _installed
    _installed = faults


async def reached(point: str) -> None:
    """Report that the process is at a point."""
    if _installed is not None:
        await _installed.reached(point)


def before_commit(transaction: object) -> None:
    """Report that a transaction is about to be committed."""
    if _installed is not None:
        _installed.before_commit(transaction)
