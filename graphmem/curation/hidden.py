"""What requests to forget have hidden: undo a request, hide what an approved proposal names."""

from __future__ import annotations

from collections.abc import Sequence

from graphmem.claims import sentence
from graphmem.curation.invalidate import changes_of, lock
from graphmem.fault_points import reached
from graphmem.graph.transaction import Row, Transaction, run
from graphmem.ingest.forgetting.hide import hide_texts, withdraw
from graphmem.ingest.forgetting.records import Forgetting
from graphmem.ingest.forgetting.redaction import tells, without, without_in_json
from graphmem.ingest.vectors import Unembedded
from graphmem.settling.pair import pairs_of
from graphmem.settling.settle import settle
from graphmem_contract.changes import Changes
from graphmem_contract.errors import NotFound, NothingToRestore


async def undo_within(tx: Transaction, brain: str, request_id: str, unembedded: Unembedded) -> Changes:
    """Undo a request within a transaction: its statements hold again, its sentences are back.

    What was derived from them (profiles, summaries, observations) is made again by upkeep, not here.

    Args:
        unembedded: gets the ids of what the caller has to embed after the transaction.

    Raises:
        NotFound: the brain has no such request. NothingToRestore: it was undone before, or a person has forgotten all of it.
            Nothing was written.
    """
    stamp = await lock(tx, brain)
    (scope,) = await run(tx, "forgetting/undo_scope", brain=brain, request=request_id)
    if not scope["found"]:
        raise NotFound(f"There is no request to forget {request_id} in this brain.")
    if scope["undoneAt"] is not None or not (scope["statements"] or scope["copies"]):
        raise NothingToRestore("What this request had hidden is back already, or a person has forgotten it.")
    (row,) = await run(tx, "forgetting/undo", brain=brain, request=request_id, recordedAt=stamp)
    (texts,) = await run(tx, "forgetting/undo_texts", brain=brain, request=request_id, **_given_back(scope))
    settled = await settle(tx, brain, pairs_of(row["pairs"], stamp))
    await reached("forget_undone")
    unembedded.facts.update((*(change["factId"] for change in settled.changes), *texts["facts"]))
    unembedded.episodes.update(texts["episodes"])
    return changes_of(settled, stamp)


async def hide_proposed(
    tx: Transaction,
    brain: str,
    statements: Sequence[str],
    episode_id: str | None,
    by: str | None,
    unembedded: Unembedded,
) -> str:
    """Hide the statements of an approved proposal; return the id of the request that undoes it.

    Args:
        by: who approves it. unembedded: gets the ids of what the caller has to embed after the transaction.
    """
    stamp = await lock(tx, brain)
    forgetting = Forgetting()
    hiding = await withdraw(tx, brain, statements, {"episodeId": episode_id, "by": by}, stamp)
    forgetting.hidings.append(hiding)
    await hide_texts(tx, brain, forgetting)
    unembedded.facts.update(forgetting.facts)
    unembedded.episodes.update(forgetting.episodes)
    return hiding.request


def _given_back(scope: Row) -> dict[str, list[Row]]:
    """Return the texts that come back; other requests may still hide parts of them."""
    copies: Sequence[Row] = scope["copies"]
    episodes = [_episode(copy) for copy in copies if copy["kind"] == "Episode"]
    chunks = [
        {
            "id": copy["of"],
            "content": without(copy["content"] or "", copy["names"]),
            "searchText": without(copy["searchText"] or "", copy["names"]),
            "wholly": not copy["whole"],
        }
        for copy in copies
        if copy["kind"] == "Chunk"
    ]
    statements = [{"id": copy["of"], "wholly": not copy["whole"]} for copy in copies if copy["kind"] == "Statement"]
    plain = [
        _plain(row) for row in scope["statements"] if any(tells(row["text"], one["names"]) for one in row["others"])
    ]
    return {"episodes": episodes, "chunks": chunks, "statements": statements, "plain": plain}


def _plain(row: Row) -> Row:
    """Return a statement in plain words, because other requests hide a part of its sentence."""
    ids = [one["id"] for one in row["others"] if tells(row["text"], one["names"])]
    return {"id": row["id"], "text": sentence(row["subject"], row["relation"], row["object"]), "requests": ids}


def _episode(copy: Row) -> Row:
    names = copy["names"]
    return {
        "id": copy["of"],
        "content": None if copy["content"] is None else without(copy["content"], names),
        "turn": None if copy["turn"] is None else without(copy["turn"], names),
        "request": None if copy["request"] is None else without_in_json(copy["request"], names),
        "metadata": None if copy["metadata"] is None else without_in_json(copy["metadata"], names),
        "wholly": not copy["whole"],
    }
