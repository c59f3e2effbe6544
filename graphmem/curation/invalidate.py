"""Invalidate and restore facts and set relations: lock the brain, change statements, settle, return the changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any

from uuid_utils import uuid7

from graphmem.graph.store import Store
from graphmem.graph.transaction import Row, Transaction, run
from graphmem.ontology import relation_name, seed_rule
from graphmem.settling.consequences import Reach
from graphmem.settling.pair import Pair, pairs_of
from graphmem.settling.settle import settle
from graphmem.settling.settle_result import Settled
from graphmem.settling.unsettled import take
from graphmem.truth.statement import FUTURE
from graphmem_contract.changes import Change, ChangeEffect, Changes, ChangeStatus
from graphmem_contract.choices import How, Per, RelationKind, VerbEffect
from graphmem_contract.errors import AlreadyClosed, InvalidInput, NotFound, NothingToRestore, SupersededBy
from graphmem_contract.records import Cardinality, rfc3339
from graphmem_contract.validation import printable


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
    """Retract a fact (`retracted`: not true from `at` on, default now) or correct it (`corrected`: never true).

    Facts that rest on it fall with it, over any number of levels. A fact that waits for a change is withdrawn, whatever `at` is:
    it does not begin any more. With `dry_run` nothing is stored.

    Raises:
        NotFound: the brain has no such live or waiting fact. AlreadyClosed: the fact ended before `at`, or its end was stated.
        InvalidInput: `at` is not after its start, or `superseded_by` is no other fact of this brain.
    """
    if superseded_by is not None:
        await _check_successor(store, brain, fact_id, superseded_by)

    work = partial(
        invalidate_within, brain=brain, fact_id=fact_id, at=at, kind=kind, reason=reason, superseded_by=superseded_by
    )
    return await store.transaction(work, dry_run=dry_run)


async def invalidate_within(
    tx: Transaction,
    brain: str,
    fact_id: str,
    *,
    at: datetime | None = None,
    kind: How = "retracted",
    reason: str | None = None,
    superseded_by: str | None = None,
) -> Changes:
    """Retract or correct a fact within a transaction, as `invalidate` does.

    Args:
        superseded_by: another fact of this brain; the caller has checked it.

    Raises:
        NotFound, AlreadyClosed, InvalidInput: as `invalidate`, before it writes.
    """
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
        raise _invalidation_refusal(fact_id, rows[0])
    changes = await settled(tx, brain, [rows[0]["pair"], *rows[0]["also"]], stamp, fact_id)
    return _with_root(changes, fact_id, "ends", "corrected") if rows[0]["waiting"] else changes


async def _check_successor(store: Store, brain: str, fact_id: str, successor: str) -> None:
    rows = await store.read("explore/unknown_ids", brain=brain, episodes=[], facts=[successor])
    if rows[0]["facts"] or successor == fact_id:
        raise InvalidInput(f"{printable(successor)!r} is no other fact of this brain.", field="superseded_by")


async def restore(store: Store, brain: str, fact_id: str, *, dry_run: bool = False) -> Changes:
    """Undo the last retraction or correction of a fact. Exactly the facts that fell with it hold again.

    A fact that was withdrawn while it waited for a change waits again, and begins if that change has come since.

    Raises:
        NotFound: the brain has no such fact. SupersededBy: another fact superseded it.
        NothingToRestore: nobody retracted or corrected it, or it fell with a fact on which it rests.
    """
    return await store.transaction(partial(restore_within, brain=brain, fact_id=fact_id), dry_run=dry_run)


async def restore_within(tx: Transaction, brain: str, fact_id: str) -> Changes:
    """Restore a fact within a transaction, as `restore` does. Raises what it raises, before it writes."""
    stamp = await lock(tx, brain)
    rows = await run(tx, "procedures/restore", brain=brain, factId=fact_id, recordedAt=stamp)
    if rows[0]["pair"] is None:
        raise _restoration_refusal(fact_id, rows[0])
    changes = await settled(tx, brain, [rows[0]["pair"], *rows[0]["also"]], stamp, fact_id)
    return _with_root(changes, fact_id, "waits", "live") if rows[0]["waiting"] else changes


def _with_root(changes: Changes, fact_id: str, effect: ChangeEffect, status: ChangeStatus) -> Changes:
    """Return the changes with that of a fact that waits or waited: it has no period, so settling tells nothing of it."""
    if any(one.id == fact_id for one in changes.changed):
        return changes
    root = Change(id=fact_id, at=None, depth=0, because_of=None, status=status, effect=effect)
    return changes.model_copy(update={"changed": (root, *changes.changed)})


async def set_relation(
    store: Store,
    brain: str,
    name: str,
    *,
    cardinality: Cardinality | None = None,
    per: Per | None = None,
    symmetric: bool | None = None,
    synonyms: Sequence[str] | None = None,
    kind: RelationKind | None = None,
    reads_as: Mapping[str, VerbEffect] | None = None,
) -> Changes:
    """Set the rule, the synonyms and the verbs of a relation, and settle its facts by the new rule.

    The setting of a person has precedence over seeds, callers and models. Claims under a synonym are stored under this
    name from now on.
    """
    name = relation_name(name, synonyms=False)
    fields: Row = {"cardinality": cardinality, "per": per, "symmetric": symmetric, "kind": kind}
    if synonyms is not None:
        fields["synonyms"] = sorted({relation_name(one, synonyms=False) for one in synonyms} - {name})
    if reads_as is not None:
        for effect, field in (("begins", "begunBy"), ("ends", "endedBy")):
            verbs = (verb for verb, read_as in reads_as.items() if read_as == effect)
            fields[field] = sorted({relation_name(verb, synonyms=False) for verb in verbs} - {name})
    stated = {key: value for key, value in fields.items() if value is not None}

    async def work(tx: Transaction) -> Changes:
        stamp = await lock(tx, brain)
        await run(tx, "ingest/set_relation", brain=brain, name=name, create=new_relation_row(name), set=stated)
        if not stated.keys() - {"synonyms", "kind", "begunBy", "endedBy"}:
            return Changes(changed=(), recorded_at=stamp)
        rows = await run(tx, "ingest/groups_of_relations", brain=brain, relations=[name])
        pairs = {(row["subjectId"], row["objectId"] if per == "object" else None) for row in rows}
        settled = await settle(tx, brain, [Pair(subject, name, object_, stamp) for subject, object_ in pairs])
        return changes_of(settled, stamp)

    return await store.transaction(work)


def new_relation_row(name: str) -> Row:
    """Return the properties of a relation that the graph does not have yet: those of its seed, if it has one."""
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
    """Lock the brain until the transaction ends; return the system time of this change.

    What procedures have left is settled first.
    """
    rows = await run(tx, "procedures/lock", brain=brain)
    stamp: datetime = rows[0]["recordedAt"]
    if rows[0].get("unsettled"):
        await settle(tx, brain, await take(tx, brain, stamp))
    return stamp


async def settled(
    tx: Transaction,
    brain: str,
    pairs: Sequence[Row],
    stamp: datetime,
    root: str,
    vectors: Mapping[str, Any] | None = None,
) -> Changes:
    """Settle the pairs that one call touched and return the changes.

    Args:
        root: id of the fact that caused the changes.
        vectors: embeddings of the texts of new statements, by statement id.
    """
    return changes_of(await settle(tx, brain, pairs_of(pairs, stamp), vectors), stamp, root)


def changes_of(settled: Settled, stamp: datetime, root: str | None = None) -> Changes:
    """Return the changes of a settlement, nearest to the cause first. Facts that were only confirmed are left out."""
    rows = {row["factId"]: row for row in settled.changes if row["change"] != "confirmed"}
    changed = [_change(row, settled, root) for row in rows.values()]
    return Changes(changed=tuple(sorted(changed, key=lambda c: (c.depth, c.id))), recorded_at=stamp)


def _change(row: Row, settled: Settled, root: str | None) -> Change:
    """Return a row of a settlement as a change.

    Its depth is 0 for the root, the depth of the cascade for a fact that fell or began, and else 1 (0 without a root).
    """
    id_, least = row["factId"], 0 if root is None or row["factId"] == root else 1
    reach = settled.reached.get(id_, Reach(0)) if id_ != root else Reach(0)
    depth = max(reach.depth, least)
    cause = reach.cause or (root if depth else None)
    removed = row["change"] == "removed"
    return Change(
        id=id_,
        at=row["tInvalid"],
        depth=depth,
        because_of=row["because"] if row["reason"] in ("cascade", "superseded") else cause,
        status=_status(row),
        effect=_effect(row, settled.waiting),
        valid_from=None if removed else row.get("tValid"),
        through=reach.through,
    )


def _status(row: Row) -> ChangeStatus:
    if row["change"] == "removed":
        return "corrected" if row["reason"] == "corrected" else "closed"
    return "live" if row["tInvalid"] is None else "closed"


def _effect(row: Row, waiting: frozenset[str]) -> ChangeEffect:
    """Return what a change does to the period of a fact. `waiting`: ids of statements that wait for a change now."""
    if row["change"] == "removed":
        return "waits" if waiting.intersection((row["factId"], *row["statementIds"])) else "ends"
    if row["change"] != "changed":
        return "begins"
    before, end = row.get("before") or FUTURE, row["tInvalid"] or FUTURE
    return "changes" if before == end else "ends" if end < before else "goes_on"


def _invalidation_refusal(fact_id: str, row: Row) -> Exception:
    """Return the error for a fact that procedures/invalidate refused."""
    if not row["found"]:
        return NotFound(f"There is no live fact {fact_id} in this brain.")
    if row["at"] <= row["tStart"]:
        return InvalidInput(
            f"It would end ({rfc3339(row['at'])}) before it starts ({rfc3339(row['tStart'])}); "
            "to say that it was never true, use kind=corrected.",
            field="at",
        )
    why, by = row.get("closedReason"), row.get("closedBy")
    reason = f" ({why} by {by})" if why and by else f" ({why})" if why else ""
    return AlreadyClosed(
        f"This fact ended at {rfc3339(row['tEnd'])} already{reason}. "
        "To give it another end, correct its valid_until, or restore it first."
    )


def _restoration_refusal(fact_id: str, row: Row) -> Exception:
    """Return the error for a fact that procedures/restore refused."""
    if not row["found"]:
        return NotFound(f"There is no fact {fact_id} in this brain.")
    if row["closedReason"] == "superseded":
        return SupersededBy(f"Fact {row['closedBy']} stands in its place; invalidate that one first.")
    if row["closedReason"] == "cascade":
        return NothingToRestore(f"It fell with fact {row['closedBy']}, on which it rests; restore that one.")
    return NothingToRestore("Nobody has retracted or corrected this fact.")
