"""Propose to a person what a request to forget may not hide by itself."""

from __future__ import annotations

from collections.abc import Sequence

from uuid_utils import uuid7

from graphmem.graph.transaction import Transaction, run
from graphmem.ingest.forgetting.records import ForgetAsk


async def propose(tx: Transaction, brain: str, statements: Sequence[str], ask: ForgetAsk) -> str | None:
    """Store a proposal to hide statements; return its id. None: it was declined before, or no fact tells them now.

    The same statements are proposed once. Nothing of the request is kept but its reason and its episode.
    """
    rows = await run(
        tx,
        "forgetting/propose",
        brain=brain,
        id=str(uuid7()),
        key="forget " + " ".join(sorted(statements))[:2000],
        statements=list(statements),
        reason=f"a message asks to forget it: {ask.barred or 'others said it, or in another session'}",
        episode=ask.episode_id,
    )
    return rows[0]["id"] if rows else None
