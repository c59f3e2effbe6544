"""The thin Python doors to `graphmem.invalidate`, `restore` and `settle`: lock, change statements, settle, tell what changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Literal

from uuid_utils import uuid7

from graphmem.contract.changes import Change, Changes
from graphmem.contract.records import Cardinality, rfc3339
from graphmem.errors import AlreadyClosed, InvalidInput, NotFound, NothingToRestore, SupersededBy
from graphmem.graph.settle import Pair, settle
from graphmem.graph.settle_result import Settled
from graphmem.graph.store import Store
from graphmem.graph.transaction import Row, Transaction, run
from graphmem.ontology import Per, relation_name, seed_rule

How = Literal["retracted", "corrected"]


async def invalidate(
    store: Store,
    brain: str,
    fact_id: str,
    *,
    at: datetime | None = None,
    kind: How = "retracted",
    reason: str | None = None,
    superseded_by: str | None = None,
    dry_run: bool = False,
) -> Changes:
    """Ends a fact (`retracted`: no longer true from `at`, default now) or takes it back (`corrected`: never true).

    What rests on it falls with it, over any number of levels. With `dry_run` nothing is kept.

    Raises:
        NotFound: no such fact. AlreadyClosed: it had ended by then. InvalidInput: `at` lies before its start.
    """

    async def work(tx: Transaction) -> Changes:
        stamp = await lock(tx, brain)
        rows = await run(
            tx,
            "procedures/invalidate",
            brain=brain,
            factId=fact_id,
            at=at,
            kind=kind,
            reason=reason,
            supersededBy=superseded_by,
            statementId=str(uuid7()),
            recordedAt=stamp,
        )
        if rows[0]["pair"] is None:
            raise _refused(fact_id, rows[0])
        return await settled(tx, brain, [rows[0]["pair"], *rows[0]["also"]], stamp, fact_id)

    return await store.transaction(work, dry_run=dry_run)


async def restore(store: Store, brain: str, fact_id: str, *, dry_run: bool = False) -> Changes:
    """Takes back the last retraction or correction of a fact; exactly what fell with it comes back.

    Raises:
        NotFound: no such fact. SupersededBy: another value closed it. NothingToRestore: it was not taken back by anybody.
    """

    async def work(tx: Transaction) -> Changes:
        stamp = await lock(tx, brain)
        rows = await run(tx, "procedures/restore", brain=brain, factId=fact_id, recordedAt=stamp)
        if rows[0]["pair"] is None:
            raise _not_restored(fact_id, rows[0])
        return await settled(tx, brain, [rows[0]["pair"], *rows[0]["also"]], stamp, fact_id)

    return await store.transaction(work, dry_run=dry_run)


async def set_relation(
    store: Store,
    brain: str,
    name: str,
    *,
    cardinality: Cardinality | None = None,
    per: Per | None = None,
    symmetric: bool | None = None,
    synonyms: Sequence[str] | None = None,
) -> Changes:
    """States how a relation's values exclude each other, and what else it is called; a person's word stands above seeds,
    callers and models. What is said under a synonym from now on is stored under this name."""
    name = relation_name(name, synonyms=False)
    given: Row = {"cardinality": cardinality, "per": per, "symmetric": symmetric}
    if synonyms is not None:
        given["synonyms"] = sorted({relation_name(one, synonyms=False) for one in synonyms} - {name})
    stated = {key: value for key, value in given.items() if value is not None}

    async def work(tx: Transaction) -> Changes:
        stamp = await lock(tx, brain)
        await run(tx, "ingest/set_relation", brain=brain, name=name, create=_seeded(name), set=stated)
        if not stated.keys() - {"synonyms"}:
            return Changes(changed=(), recorded_at=stamp)
        rows = await run(tx, "ingest/groups_of_relations", brain=brain, relations=[name])
        pairs = {(row["subjectId"], row["objectId"] if per == "object" else None) for row in rows}
        settled = await settle(tx, brain, [Pair(subject, name, object_, stamp) for subject, object_ in pairs])
        return changes_of(settled, stamp)

    return await store.transaction(work)


def _seeded(name: str) -> Row:
    rule = seed_rule(name)
    return {
        "id": name,
        "source": "seed" if rule.source == "seed" else "user_defined",
        "cardinality": rule.cardinality,
        "cardinalitySource": "seed" if rule.cardinality else None,
        "per": rule.per,
        "symmetric": rule.symmetric,
        "description": rule.description,
        "usageCount": 0,
    }


async def lock(tx: Transaction, brain: str) -> datetime:
    rows = await run(tx, "procedures/lock", brain=brain)
    stamp: datetime = rows[0]["recordedAt"]
    return stamp


async def settled(
    tx: Transaction,
    brain: str,
    pairs: Sequence[Row],
    stamp: datetime,
    root: str,
    vectors: Mapping[str, Any] | None = None,
) -> Changes:
    """Settles what one call touched, and tells what it changed. `vectors`: of new statements' texts, by statement id."""
    touched = [Pair(pair["subjectId"], pair["relation"], pair["objectId"], stamp) for pair in pairs]
    return changes_of(await settle(tx, brain, touched, vectors), stamp, root)


def changes_of(settled: Settled, stamp: datetime, root: str | None = None) -> Changes:
    """What settling changed, nearest to the cause first; facts that were only confirmed are left out."""
    rows = {row["factId"]: row for row in settled.changes if row["change"] != "confirmed"}
    changed = [_change(row, settled.depths, root) for row in rows.values()]
    return Changes(changed=tuple(sorted(changed, key=lambda c: (c.depth, c.id))), recorded_at=stamp)


def _change(row: Row, depths: Any, root: str | None) -> Change:
    depth = 0 if row["factId"] == root else int(depths.get(row["factId"], 1 if root else 0))
    removed = row["change"] == "removed"
    status: Literal["live", "closed", "corrected"] = (
        "corrected"
        if removed and row["reason"] == "corrected"
        else ("closed" if removed or row["tInvalid"] is not None else "live")
    )
    because = row["because"] if row["reason"] in ("cascade", "superseded") else (root if depth else None)
    return Change(id=row["factId"], at=row["tInvalid"], depth=depth, because_of=because, status=status)


def _refused(fact_id: str, row: Row) -> Exception:
    if not row["found"]:
        return NotFound(f"There is no live fact {fact_id} in this brain.")
    if row["at"] <= row["tStart"]:
        return InvalidInput(
            f"It would end ({rfc3339(row['at'])}) before it starts ({rfc3339(row['tStart'])}); "
            "to say that it was never true, use kind=corrected.",
            field="at",
        )
    return AlreadyClosed(f"This fact ended at {rfc3339(row['tEnd'])} already.")


def _not_restored(fact_id: str, row: Row) -> Exception:
    if not row["found"]:
        return NotFound(f"There is no fact {fact_id} in this brain.")
    if row["closedReason"] == "superseded":
        return SupersededBy(f"Fact {row['closedBy']} stands in its place; invalidate that one first.")
    if row["closedReason"] == "cascade":
        return NothingToRestore(f"It fell with fact {row['closedBy']}, on which it rests; restore that one.")
    return NothingToRestore("Nobody has retracted or corrected this fact.")
