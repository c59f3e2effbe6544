"""The last statement of a transaction: its episodes are over, with trace and answer, and can be found."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from graphmem.claims import Emotion
from graphmem.contract.records import WriteResult
from graphmem.fault_points import at_commit, reached
from graphmem.graph.transaction import Transaction, run
from graphmem.ingest.stages.batch import UNCHANGED
from graphmem.ingest.stages.commit_parts import NotOpen

Row = dict[str, Any]


def ended(
    episode: str | None,
    lease: str | None,
    kept: Mapping[str, Any],
    findable: Mapping[str, Any] = UNCHANGED,
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


def extracted_row(
    episode: str,
    lease: str | None,
    result: WriteResult,
    emotion: Emotion,
    searchable: Mapping[str, Any],
    facts: Sequence[str],
) -> Row:
    """The row of an episode that is extracted, with its trace and answer."""
    kept = {
        "status": "extracted",
        "error": None,
        "lease": None,
        "waiting": None,
        "emotion": emotion.emotion,
        "emotionIntensity": emotion.intensity,
        "emotionEnergy": emotion.energy,
        "trace": json.dumps(result.trace, ensure_ascii=False),
        "result": result.model_copy(update={"trace": None}).model_dump_json(),
    }
    return ended(episode, lease, kept, searchable, facts)


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
