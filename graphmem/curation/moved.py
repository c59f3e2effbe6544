"""Move statements and their facts from one entity to another: what merge, unmerge and split have in common."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from graphmem.curation.invalidate import changes_of
from graphmem.graph.transaction import Row, Transaction, run
from graphmem.settling.pair import Pair
from graphmem.settling.settle import settle
from graphmem.settling.settle_result import Settled, joined


@dataclass(frozen=True, slots=True)
class Moved:
    """Statements that were re-pointed, facts that followed them, and the result of settling.

    `facts`: fact id → whether both its ends are one entity now.
    """

    rows: Sequence[Row]
    facts: Mapping[str, bool]
    settled: Settled

    def changes(self, stamp: datetime) -> Row:
        """The fields of a result that list the changed facts."""
        return {"changed": changes_of(self.settled, stamp).changed, "recorded_at": stamp}


async def move(
    tx: Transaction,
    brain: str,
    rows: Sequence[Row],
    left: Iterable[Row],
    keys: Mapping[str, str],
    stamp: datetime,
    reason: Literal["merged", "unmerged", "split"],
    by: Mapping[str, str],
) -> Moved:
    """Re-point statements, move their facts, and settle the groups on both sides.

    Args:
        rows: the statements with their new ends, as `entities/set_ends` takes them.
        left: the statements as they were, where groups are left that must be settled; others are ignored.
        keys: entity id → key.
        by: entity id → what moves its facts: the id of a merge, or of the entity that is split off.
    """
    if not rows:
        return Moved((), {}, Settled())
    ids = [row["id"] for row in rows]
    await run(tx, "entities/set_ends", brain=brain, rows=rows, keys=dict(keys))
    moved = await run(tx, "entities/move_facts", brain=brain, facts=ids, recordedAt=stamp, reason=reason, by=dict(by))
    facts = {row["factId"]: bool(row["between"]) for row in moved}
    before = {statement["id"]: statement for statement in left}
    settled = await settle(tx, brain, _pairs([*rows, *(before[id_] for id_ in ids if id_ in before)], stamp))
    await run(tx, "entities/clear_embeddings", brain=brain, facts=list(facts))
    return Moved(rows, facts, settled)


async def bound_again(tx: Transaction, brain: str, entities: Iterable[str], moved: Moved, stamp: datetime) -> Moved:
    """Settle what rests on some entities or waits for them, now that what they are is recorded."""
    watchers = await run(tx, "entities/watchers", brain=brain, entities=list(entities))
    if not watchers:
        return moved
    settled = await settle(tx, brain, _pairs(watchers, stamp))
    return replace(moved, settled=joined(moved.settled, settled))


def _pairs(rows: Iterable[Row], stamp: datetime) -> list[Pair]:
    ends = dict.fromkeys((row["subjectId"], row["relation"], row["objectId"]) for row in rows)
    return [Pair(subject, relation, object_, stamp) for subject, relation, object_ in ends]
