"""The last statement of a transaction: it ends the episodes, with their trace and answer, and makes them searchable."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from graphmem.claims import Emotion
from graphmem.fault_points import before_commit, reached
from graphmem.graph.transaction import Transaction, run
from graphmem.ingest.stages.batch import UNCHANGED
from graphmem.ingest.stages.commit_parts import NotOpen
from graphmem_contract.episode_state import EpisodeState
from graphmem_contract.records import TokensUsed, WriteResult

Row = dict[str, Any]


def ended(
    episode: str | None,
    lease: str | None,
    kept: Mapping[str, Any],
    searchable: Mapping[str, Any] = UNCHANGED,
    facts: Sequence[str] = (),
    *,
    only_while: str | None = None,
) -> Row:
    """A row of `finish_episodes.cypher`.

    Args:
        kept: properties of the episode. searchable: its vectors, chunks and links. facts: the texts of its statements.
        only_while: write only while the episode has this status.
    """
    texts = "\n".join(dict.fromkeys(facts))
    return {"id": episode, "lease": lease, "while": only_while, "set": dict(kept), "facts": texts, **searchable}


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
        "status": EpisodeState.EXTRACTED,
        "error": None,
        "lease": None,
        "waiting": None,
        "emotion": emotion.emotion,
        "emotionIntensity": emotion.intensity,
        "emotionEnergy": emotion.energy,
        "trace": json.dumps(result.trace, ensure_ascii=False),
        "result": result.model_copy(update={"trace": None}).model_dump_json(),
        **spent(result.trace, result.tokens_used),
    }
    return ended(episode, lease, kept, searchable, facts)


def spent(trace: Mapping[str, Any] | None, tokens: TokensUsed) -> Row:
    """The properties of an episode that count its model calls and their tokens, for the counts of days."""
    return {"modelCalls": len((trace or {}).get("calls", ())), "tokens": tokens.total}


async def finish(tx: Transaction, brain: str, rows: Sequence[Row | None]) -> dict[str, list[Row]]:
    """End the episodes of a transaction. None: there is no episode to finish, as in an import or a dry run.

    Returns:
        By episode, the requests to forget that were said after it and came before it (`hide_late`).

    Raises:
        NotOpen: a lease has passed on since the transaction began; the caller rolls back.
    """
    written = [row for row in rows if row is not None]
    found = await run(tx, "ingest/finish_episodes", brain=brain, episodes=written) if written else []
    if len(found) < len(written):
        raise NotOpen
    for _ in rows:
        await reached("finished")
    before_commit(tx)
    return {row["id"]: row["later"] for row in found if row["later"]}
