"""Merging entities and taking it back (docs/time.md, R9): one transaction under the brain's lock, on both clocks.

Statements are re-pointed, facts follow them with their old state kept in FACT_WAS, and the one derivation settles what
meets there. Whatever was planned on an older revision conflicts and plans anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from uuid_utils import uuid7

from graphmem.contract.changes import MergedEntity, Merges, Unmerged
from graphmem.curation.invalidate import changes_of, lock
from graphmem.curation.merge_tree import Merge, MergedMember, MergeTree, given_back, learnt_through, lent, pointed
from graphmem.errors import AlreadyMerged, InvalidInput, NotFound, NotMerged
from graphmem.graph.settle import Pair, settle
from graphmem.graph.settle_result import Settled
from graphmem.graph.store import Store
from graphmem.graph.transaction import Row, Transaction, run
from graphmem.names.normalize import slug

MOST = 100
"""Entities in one call."""


async def merge(store: Store, brain: str, into: str, from_: Sequence[str], *, dry_run: bool = False) -> Merges:
    """Makes some entities one: all that is known of `from_` is known of `into`; they stay as tombstones.

    Args:
        into, from_: ids or keys; a name where only one entity bears it.
    Both answer as before where `known_at` lies before the merge. `dry_run` only tells what would change.

    Raises:
        NotFound: one of them does not exist. AlreadyMerged: one is a tombstone already.
        InvalidInput: nothing to merge, an entity into itself, or a name that several bear.
    """
    if not 1 <= len(from_) <= MOST:
        raise InvalidInput(f"Give 1 to {MOST} entities to merge.", field="from")

    async def work(tx: Transaction) -> Merges:
        stamp = await lock(tx, brain)
        heir, *others = await found(tx, brain, [into, *from_], ["into", *(f"from.{i}" for i in range(len(from_)))])
        ids = list(dict.fromkeys(one["id"] for one in others))
        if heir["id"] in ids:
            raise InvalidInput(f"{heir['name']} cannot be merged into itself.", field="from")
        for one in (heir, *others):
            standing(one)
        return await _merge(tx, brain, heir["id"], ids, stamp)

    return await store.transaction(work, dry_run=dry_run, bulk=True)


async def unmerge(store: Store, brain: str, entity: str, merge_id: str, *, dry_run: bool = False) -> Unmerged:
    """Takes a merge back: the entity has again what came from it, and what was learnt through its names since.

    Raises:
        NotFound: no such entity, or it has no such merge. NotMerged: that merge was taken back already.
    """

    async def work(tx: Transaction) -> Unmerged:
        stamp = await lock(tx, brain)
        one = (await found(tx, brain, [entity], ["id"]))[0]
        rows = await run(tx, "entities/merge_of", brain=brain, id=one["id"], merge=merge_id)
        if not rows:
            raise NotFound(f"{one['name']} was never part of a merge {merge_id}; its history lists its merges.")
        if rows[0]["expiredAt"] is not None:
            raise NotMerged(f"Merge {merge_id} of {one['name']} was taken back already.")
        return await _unmerge(tx, brain, one["id"], merge_id, stamp)

    return await store.transaction(work, dry_run=dry_run, bulk=True)


async def found(tx: Transaction, brain: str, refs: Sequence[str], fields: Sequence[str]) -> list[Row]:
    """The one entity that each reference means, as {id, key, name, type, mergedInto}. Raises NotFound, InvalidInput."""
    asked = [{"ref": ref, "norm": slug(ref)} for ref in refs]
    rows = await run(tx, "entities/find", brain=brain, refs=asked)
    return [the_one([row for row in rows if row["i"] == i], ref, fields[i]) for i, ref in enumerate(refs)]


def the_one(rows: Sequence[Row], ref: str, field: str) -> Row:
    """The entity that rows of entities/find mean. Raises NotFound, InvalidInput: there are several."""
    if not rows:
        raise NotFound(f"There is no entity {ref!r} in this brain.", field=field)
    best = {row["entity"]["id"]: row["entity"] for row in rows if row["how"] == rows[0]["how"]}
    if len(best) > 1:
        named = ", ".join(f"{one['id']} ({one['key']})" for one in best.values())
        raise InvalidInput(f"Several entities are called {ref!r}; give one of their ids: {named}.", field=field)
    return next(iter(best.values()))


def standing(entity: Row) -> None:
    """Raises AlreadyMerged: it is a tombstone."""
    if entity["mergedInto"] is not None:
        raise AlreadyMerged(
            f"{entity['name']} ({entity['id']}) is merged into {entity['mergedInto']}; use that one, or unmerge it first."
        )


# --------------------------------------------------------------------------- merge


async def _merge(tx: Transaction, brain: str, into: str, from_: Sequence[str], stamp: datetime) -> Merges:
    before = MergeTree.of(await run(tx, "entities/family", brain=brain, ids=[into, *from_]))
    family, heir = before, before.members[into].state
    changes: Row = {}
    merges: dict[str, Merge] = {}
    for id_ in from_:
        taken, gave = lent(heir, before.members[id_].state)
        heir, changes = {**heir, **taken}, {**changes, **taken}
        merges[id_] = Merge(str(uuid7()), into, stamp, gave)
        family = family.merged(id_, merges[id_])
    statements = await run(tx, "entities/statements", brain=brain, ids=list(from_), since=None)
    moved = await _moved(tx, brain, family, statements, {}, stamp, "merged", {i: m.id for i, m in merges.items()})
    under = family.under(into)
    await run(
        tx,
        "entities/graft",
        brain=brain,
        into=into,
        set=changes,
        under=list(under),
        merges=[{"id": m.id, "from": id_, "gave": json.dumps(m.gave, ensure_ascii=False)} for id_, m in merges.items()],
        recordedAt=stamp,
    )
    await run(tx, "entities/inherit", brain=brain, roots=[{"id": into, "family": list(under)}])
    told = [_told(before, id_, merges[id_].id, moved, statements) for id_ in from_]
    return Merges(into=into, merges=tuple(told), **moved.told(stamp))


def _told(before: MergeTree, id_: str, merge_id: str, moved: _Moved, statements: Sequence[Row]) -> MergedEntity:
    member = before.members[id_]
    own = {one["id"] for one in statements if id_ in (one["subjectId"], one["objectId"])}
    whole = [member, *(before.members[one] for one in before.under(id_))]
    return MergedEntity(
        merge_id=merge_id,
        entity_id=id_,
        name=member.name,
        statements=len(own),
        facts=sum(1 for fact, between in moved.facts.items() if fact in own and not between),
        facts_between=sum(1 for fact, between in moved.facts.items() if fact in own and between),
        aliases=len({norm for one in whole for norm in one.norms}),
        episodes=member.episodes,
    )


# --------------------------------------------------------------------------- unmerge


async def _unmerge(tx: Transaction, brain: str, id_: str, merge_id: str, stamp: datetime) -> Unmerged:
    before = MergeTree.of(await run(tx, "entities/family", brain=brain, ids=[id_]))
    parted, root = before.parted(id_), before.root(id_)
    merge = before.members[id_].merge
    assert merge is not None
    statements = await run(tx, "entities/statements", brain=brain, ids=[root], since=merge.recorded_at)
    learnt = _learnt(before, id_, statements)
    moved = await _moved(tx, brain, parted, statements, learnt, stamp, "unmerged", {root: merge_id, id_: merge_id})
    await run(
        tx,
        "entities/cut",
        brain=brain,
        id=id_,
        merge=merge_id,
        under=list(parted.under(id_)),
        returned=_returned(before, id_, merge),
        recordedAt=stamp,
    )
    if learnt:
        told = list(dict.fromkeys(statement for statement, _ in learnt))
        await run(tx, "entities/mentions_follow", brain=brain, statements=told, **{"from": root}, to=id_)
    families = [{"id": one, "family": list(parted.under(one))} for one in (root, id_)]
    await run(tx, "entities/inherit", brain=brain, roots=families)
    return Unmerged(
        merge_id=merge_id,
        entity_id=id_,
        name=before.members[id_].name,
        parted_from=root,
        statements=len(moved.rows),
        statements_learnt=len({statement for statement, _ in learnt}),
        facts=len(moved.facts),
        **moved.told(stamp),
    )


def _learnt(before: MergeTree, id_: str, statements: Sequence[Row]) -> dict[tuple[str, str], str]:
    """Ends of statements that were learnt through the entity's names, and whose name it was; what is about one goes with it."""
    ends = [(one, end) for one in statements for end in ("subject", "object")]
    learnt = {(one["id"], end): learnt_through(before, id_, one, end) for one, end in ends}
    rows = {one["id"]: one for one in statements}
    for one, end in ends:
        about = rows.get(one["about"])
        same = next((e for e in ("subject", "object") if about and about[f"{e}Id"] == one[f"{end}Id"]), None)
        if about is not None and same is not None:
            learnt[one["id"], end] = learnt[about["id"], same]
    return {key: owner for key, owner in learnt.items() if owner is not None}


def _returned(before: MergeTree, id_: str, merge: Merge) -> list[Row]:
    """What each entity above gives back of what was lent through this merge."""
    above = (before.members[one] for one in before.above(id_))
    back = ((one.id, given_back(one.state, merge.gave)) for one in above)
    return [{"id": one, "set": changes} for one, changes in back]


# --------------------------------------------------------------------------- both


@dataclass(frozen=True, slots=True)
class _Moved:
    """Statements that were re-pointed, facts that followed (id -> it joins what is one now), and what settling made of it."""

    rows: Sequence[Row]
    facts: Mapping[str, bool]
    settled: Settled

    def told(self, stamp: datetime) -> Row:
        changes = changes_of(self.settled, stamp)
        return {"changed": changes.changed, "recorded_at": stamp}


async def _moved(
    tx: Transaction,
    brain: str,
    family: MergeTree,
    statements: Sequence[Row],
    origins: Mapping[tuple[str, str], str],
    stamp: datetime,
    reason: Literal["merged", "unmerged"],
    by: Mapping[str, str],
) -> _Moved:
    """Re-points statements so that they fit the family, moves the facts after them, and settles both sides."""
    rows = pointed(family, statements, origins)
    if not rows:
        return _Moved((), {}, Settled((), {}, ()))
    ids = [row["id"] for row in rows]
    await run(tx, "entities/point", brain=brain, rows=rows, keys=_keys(family.members.values()))
    went = await run(tx, "entities/move_facts", brain=brain, facts=ids, recordedAt=stamp, reason=reason, by=dict(by))
    facts = {row["factId"]: bool(row["between"]) for row in went}
    were = {one["id"]: one for one in statements}
    left = [were[id_] for id_ in ids] if reason == "unmerged" else []  # what stays behind at a tombstone is nothing
    settled = await settle(tx, brain, _pairs([*rows, *left], stamp))
    await run(tx, "entities/moved_embeddings", brain=brain, facts=list(facts))
    return _Moved(rows, facts, settled)


def _keys(members: Iterable[MergedMember]) -> dict[str, str]:
    return {one.id: one.key for one in members}


def _pairs(rows: Iterable[Row], stamp: datetime) -> list[Pair]:
    ends = dict.fromkeys((row["subjectId"], row["relation"], row["objectId"]) for row in rows)
    return [Pair(subject, relation, object_, stamp) for subject, relation, object_ in ends]
