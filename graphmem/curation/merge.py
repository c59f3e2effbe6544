"""Merge and unmerge entities (docs/time.md, R9): one transaction under the brain's lock, on both clocks.

Statements are re-pointed. Facts follow their statements, and FACT_WAS keeps their old versions. Then the affected groups
are settled. A commit that was planned on an older revision conflicts and is planned again.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from functools import partial

from uuid_utils import uuid7

from graphmem.curation.invalidate import lock
from graphmem.curation.merge_tree import Merge, MergeTree, given_back, learnt_through, lent, pointed
from graphmem.curation.moved import Moved, bound_again, move
from graphmem.graph.change_event import append
from graphmem.graph.store import Store
from graphmem.graph.transaction import Row, Transaction, run
from graphmem.names.normalize import slug
from graphmem_contract.changes import MergedEntity, Merges, Unmerged
from graphmem_contract.errors import AlreadyMerged, InvalidInput, NotFound, NotMerged

MOST = 100
"""Highest number of entities to merge in one call."""


async def merge(store: Store, brain: str, into: str, from_: Sequence[str], *, dry_run: bool = False) -> Merges:
    """Merge the entities `from_` into `into`. All their statements move to `into`; they stay as tombstones.

    A query with `known_at` before the merge answers as before for all of them.

    Args:
        into, from_: ids or keys; a name where only one entity has it.
        dry_run: return the changes and store nothing.

    Raises:
        NotFound: one of them does not exist. AlreadyMerged: one is merged already.
        InvalidInput: `from_` has not 1 to MOST entities, holds `into` itself, or names several entities.
    """
    if not 1 <= len(from_) <= MOST:
        raise InvalidInput(f"Give 1 to {MOST} entities to merge.", field="from")
    work = partial(merge_within, brain=brain, into=into, from_=from_)
    return await store.transaction(work, dry_run=dry_run, bulk=True)


async def merge_within(tx: Transaction, brain: str, into: str, from_: Sequence[str]) -> Merges:
    """Merge entities within a transaction, as `merge` does. Raises NotFound, AlreadyMerged, InvalidInput before it writes."""
    stamp = await lock(tx, brain)
    survivor, *others = await found(tx, brain, [into, *from_], ["into", *(f"from.{i}" for i in range(len(from_)))])
    ids = list(dict.fromkeys(entity["id"] for entity in others))
    if survivor["id"] in ids:
        raise InvalidInput(f"{survivor['name']} cannot be merged into itself.", field="from")
    for entity in (survivor, *others):
        standing(entity)
    return await _merge(tx, brain, survivor["id"], ids, stamp)


async def unmerge(store: Store, brain: str, entity: str, merge_id: str, *, dry_run: bool = False) -> Unmerged:
    """Unmerge an entity. It gets back its own statements, and those that arrived since under one of its names.

    Raises:
        NotFound: the brain has no such entity, or the entity no such merge. NotMerged: the merge was undone already.
    """
    work = partial(unmerge_within, brain=brain, entity=entity, merge_id=merge_id)
    return await store.transaction(work, dry_run=dry_run, bulk=True)


async def unmerge_within(tx: Transaction, brain: str, entity: str, merge_id: str) -> Unmerged:
    """Unmerge an entity within a transaction, as `unmerge` does. Raises NotFound, NotMerged before it writes."""
    stamp = await lock(tx, brain)
    merged = (await found(tx, brain, [entity], ["id"]))[0]
    rows = await run(tx, "entities/find_merge", brain=brain, id=merged["id"], merge=merge_id)
    if not rows:
        raise NotFound(f"{merged['name']} has no merge {merge_id}; its history lists its merges.")
    if rows[0]["expiredAt"] is not None:
        raise NotMerged(f"Merge {merge_id} of {merged['name']} was undone already.")
    return await _unmerge(tx, brain, merged["id"], merge_id, stamp)


async def found(tx: Transaction, brain: str, refs: Sequence[str], fields: Sequence[str]) -> list[Row]:
    """Return the entity that each reference means, as {id, key, name, type, mergedInto}.

    Args:
        refs: ids, keys or names.
        fields: names of the references in errors.

    Raises:
        NotFound: a reference matches no entity. InvalidInput: it matches several.
    """
    parameters = [{"ref": ref, "norm": slug(ref)} for ref in refs]
    rows = await run(tx, "entities/find", brain=brain, refs=parameters)
    return [the_one([row for row in rows if row["i"] == i], ref, fields[i]) for i, ref in enumerate(refs)]


def the_one(rows: Sequence[Row], ref: str, field: str) -> Row:
    """Return the one entity in the best rows of entities/find: those found in the same way as the first.

    Raises:
        NotFound: there is none. InvalidInput: there are several.
    """
    if not rows:
        raise NotFound(f"There is no entity {ref!r} in this brain.", field=field)
    best = {row["entity"]["id"]: row["entity"] for row in rows if row["how"] == rows[0]["how"]}
    if len(best) > 1:
        ids = ", ".join(f"{entity['id']} ({entity['key']})" for entity in best.values())
        raise InvalidInput(f"Several entities are called {ref!r}; give one of their ids: {ids}.", field=field)
    return next(iter(best.values()))


def standing(entity: Row) -> None:
    """Check that an entity is not merged.

    Raises:
        AlreadyMerged: it is a tombstone.
    """
    if entity["mergedInto"] is not None:
        raise AlreadyMerged(
            f"{entity['name']} ({entity['id']}) is merged into {entity['mergedInto']}; use that one, or unmerge it first."
        )


# --------------------------------------------------------------------------- merge


async def _merge(tx: Transaction, brain: str, into: str, from_: Sequence[str], stamp: datetime) -> Merges:
    """Merge entities given by id: move statements and facts, fill empty fields of the survivor, record the merges."""
    before = MergeTree.of(await run(tx, "entities/merge_closure", brain=brain, ids=[into, *from_]))
    family, survivor = before, before.members[into].state
    changes: Row = {}
    merges: dict[str, Merge] = {}
    for id_ in from_:
        taken, gave = lent(survivor, before.members[id_].state)
        survivor, changes = {**survivor, **taken}, {**changes, **taken}
        merges[id_] = Merge(str(uuid7()), into, stamp, gave)
        family = family.merged(id_, merges[id_])
    statements = await run(tx, "entities/statements", brain=brain, ids=list(from_), since=None)
    rows = pointed(family, statements, {})
    by = {id_: merge.id for id_, merge in merges.items()}
    moved = await move(tx, brain, rows, (), family.keys, stamp, "merged", by)  # a merge leaves nothing at the tombstone
    under = family.under(into)
    await run(
        tx,
        "entities/merge",
        brain=brain,
        into=into,
        set=changes,
        under=list(under),
        merges=[{"id": m.id, "from": id_, "gave": json.dumps(m.gave, ensure_ascii=False)} for id_, m in merges.items()],
        recordedAt=stamp,
    )
    await run(tx, "entities/edges_of_merged", brain=brain, roots=[{"id": into, "family": list(under)}])
    moved = await bound_again(tx, brain, family.members, moved, stamp)
    await append(tx, brain, {"entity.merged": [into, *from_]})
    entities = [_merged_entity(before, id_, merges[id_].id, moved, statements) for id_ in from_]
    return Merges(into=into, merges=tuple(entities), **moved.changes(stamp))


def _merged_entity(before: MergeTree, id_: str, merge_id: str, moved: Moved, statements: Sequence[Row]) -> MergedEntity:
    """Return one merged entity with the counts of what moved."""
    member = before.members[id_]
    own = {row["id"] for row in statements if id_ in (row["subjectId"], row["objectId"])}
    family = [member, *(before.members[below] for below in before.under(id_))]
    return MergedEntity(
        merge_id=merge_id,
        entity_id=id_,
        name=member.name,
        statements=len(own),
        facts=sum(1 for fact, between in moved.facts.items() if fact in own and not between),
        facts_between=sum(1 for fact, between in moved.facts.items() if fact in own and between),
        aliases=len({norm for relative in family for norm in relative.norms}),
        episodes=member.episodes,
    )


# --------------------------------------------------------------------------- unmerge


async def _unmerge(tx: Transaction, brain: str, id_: str, merge_id: str, stamp: datetime) -> Unmerged:
    """Undo the standing merge of an entity: move its statements and facts back, and take back what it lent."""
    before = MergeTree.of(await run(tx, "entities/merge_closure", brain=brain, ids=[id_]))
    parted, root = before.parted(id_), before.root(id_)
    merge = before.members[id_].merge
    assert merge is not None
    statements = await run(tx, "entities/statements", brain=brain, ids=[root], since=merge.recorded_at)
    learnt = _learnt_origins(before, id_, statements)
    rows = pointed(parted, statements, learnt)
    by = {root: merge_id, id_: merge_id}
    moved = await move(tx, brain, rows, statements, parted.keys, stamp, "unmerged", by)
    await run(
        tx,
        "entities/unmerge",
        brain=brain,
        id=id_,
        merge=merge_id,
        under=list(parted.under(id_)),
        returned=_returned(before, id_, merge),
        recordedAt=stamp,
    )
    if learnt:
        ids = list(dict.fromkeys(statement for statement, _ in learnt))
        await run(tx, "entities/move_mentions", brain=brain, statements=ids, episodes=[], **{"from": [root]}, to=id_)
    await _part_conditions(tx, brain, before, id_, merge)
    families = [{"id": member, "family": list(parted.under(member))} for member in (root, id_)]
    await run(tx, "entities/edges_of_merged", brain=brain, roots=families)
    moved = await bound_again(tx, brain, before.members, moved, stamp)
    await append(tx, brain, {"entity.unmerged": [root, id_]})
    return Unmerged(
        merge_id=merge_id,
        entity_id=id_,
        name=before.members[id_].name,
        parted_from=root,
        statements=len(moved.rows),
        statements_learnt=len({statement for statement, _ in learnt}),
        facts=len(moved.facts),
        **moved.changes(stamp),
    )


def _learnt_origins(before: MergeTree, id_: str, statements: Sequence[Row]) -> dict[tuple[str, str], str]:
    """Return the ends of statements that arrived under a name of the entity, with the owner of that name.

    Keys are (statement id, subject or object). A statement about another one (an end, for example) has its origin.
    """
    ends = [(statement, end) for statement in statements for end in ("subject", "object")]
    owners = {(row["id"], end): learnt_through(before, id_, row, end) for row, end in ends}
    rows = {row["id"]: row for row in statements}
    for statement, end in ends:
        about = rows.get(statement["about"])
        same = next((e for e in ("subject", "object") if about and about[f"{e}Id"] == statement[f"{end}Id"]), None)
        if about is not None and same is not None:
            owners[statement["id"], end] = owners[about["id"], same]
    return {key: owner for key, owner in owners.items() if owner is not None}


async def _part_conditions(tx: Transaction, brain: str, before: MergeTree, id_: str, merge: Merge) -> None:
    """Point conditions that were said by a name of the entity while it was merged to the owner of that name."""
    above = list(before.above(id_))
    said = await run(tx, "entities/conditions", brain=brain, ids=above, since=merge.recorded_at)
    rows = [{"id": row["id"], **_owners(before, id_, row)} for row in said]
    if moved := [row for row, was in zip(rows, said, strict=True) if any(row[end] != was[end] for end in row)]:
        await run(tx, "entities/set_condition_ends", brain=brain, rows=moved)


def _owners(before: MergeTree, id_: str, row: Row) -> Row:
    origins = {**row, "subjectFrom": None, "objectFrom": None}
    return {f"{end}Id": learnt_through(before, id_, origins, end) or row[f"{end}Id"] for end in ("subject", "object")}


def _returned(before: MergeTree, id_: str, merge: Merge) -> list[Row]:
    """Return what to set at each entity above, so that it has no longer what was lent through this merge."""
    above = (before.members[member] for member in before.above(id_))
    changed = ((member.id, given_back(member.state, merge.gave)) for member in above)
    return [{"id": member, "set": changes} for member, changes in changed]
