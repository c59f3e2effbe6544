"""Both timelines of some groups, derived again from their statements: every moment of system time is lived through once more.

What follows is what would stand in the graph had the missing statements never been made (docs/time.md, R2, R10).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from graphmem.graph.settle import Pair, settle
from graphmem.graph.transaction import Row, Transaction, run

Group = tuple[str, str, str | None]
"""Subject id, relation, and object id or None (all of them): what can exclude one another."""


@dataclass(frozen=True, slots=True)
class Rederived:
    """Facts as they stood and as they stand, by fact id: (valid from, valid until); and how many old versions there were."""

    before: Mapping[str, tuple[datetime | None, datetime | None]]
    after: Mapping[str, tuple[datetime | None, datetime | None]]
    versions: int


async def linked_groups(tx: Transaction, brain: str, groups: Sequence[Group]) -> list[Group]:
    """The groups and all that hang together with them, over any number of steps."""
    known, fresh = dict.fromkeys(groups), list(groups)
    while fresh:
        rows = await run(tx, "upkeep/linked_groups", brain=brain, groups=rows_of(fresh))
        found = dict.fromkeys(group_of(row) for row in rows)
        fresh = [group for group in found if group not in known]
        known |= dict.fromkeys(fresh)
    return list(known)


def group_of(row: Row) -> Group:
    """A group from a row."""
    return row["subjectId"], row["relation"], row["objectId"]


async def statements_of(tx: Transaction, brain: str, groups: Sequence[Group]) -> list[Row]:
    """Their statements, earliest recorded first."""
    return await run(tx, "upkeep/statements_of_groups", brain=brain, groups=rows_of(groups))


async def rederive(
    tx: Transaction,
    brain: str,
    groups: Sequence[Group],
    statements: Sequence[Row],
    gone: Sequence[str],
    vectors: Mapping[str, Any],
) -> Rederived:
    """Clears the groups, drops the statements `gone`, and settles the others at each moment at which one came or went.

    `groups` must be closed under `linked_groups`, `statements` all of theirs; `vectors`: statement id → its text's vector.
    """
    cleared = await run(tx, "upkeep/clear_groups", brain=brain, groups=rows_of(groups), statements=list(gone))
    dropped = set(gone)
    left = [row for row in statements if row["id"] not in dropped]
    for stamp, pairs in moments(left):
        await settle(tx, brain, [Pair(*pair, stamp) for pair in pairs], _vectors_of(left, pairs, vectors))
    old = cleared[0]["facts"]
    now = await run(tx, "upkeep/take_up_marks", brain=brain, facts=old, groups=rows_of(groups))
    return Rederived(_spans(old), _spans(now), cleared[0]["versions"])


def _vectors_of(
    statements: Sequence[Row], pairs: Sequence[tuple[str, str, str]], vectors: Mapping[str, Any]
) -> dict[str, Any]:
    groups = {(subject, relation) for subject, relation, _ in pairs}
    near = [row["id"] for row in statements if (row["subjectId"], row["relation"]) in groups]
    return {id_: vectors[id_] for id_ in near if id_ in vectors}


async def settle_without(
    tx: Transaction,
    brain: str,
    groups: Sequence[Group],
    statements: Sequence[Row],
    gone: Sequence[str],
    vectors: Mapping[str, Any],
    stamp: datetime,
    returned: Sequence[Group] = (),
) -> Rederived:
    """Drops statements and settles what they touched, and the groups `returned`, at `stamp`; former versions lose what only
    they carried.

    For groups whose ends were merged: where each statement belonged at each moment cannot be lived through again from it alone,
    so what others said stays in the former versions as it was believed.
    """
    dropped = set(gone)
    doomed = [row for row in statements if row["id"] in dropped]
    before = await run(tx, "upkeep/drop_statements", brain=brain, statements=list(gone), groups=rows_of(groups))
    pairs = dict.fromkeys((*((row["subjectId"], row["relation"], row["objectId"]) for row in doomed), *returned))
    await settle(tx, brain, [Pair(*pair, stamp) for pair in pairs], vectors)
    old = before[0]["facts"]
    now = await run(tx, "upkeep/take_up_marks", brain=brain, facts=[], groups=rows_of(groups))
    carried = dict.fromkeys((*(row["id"] for row in statements), *(row["factId"] for row in (*old, *now))))
    redacted = await run(
        tx,
        "upkeep/redact_versions",
        brain=brain,
        statements=list(gone),
        texts=[row["text"] for row in doomed],
        facts=list(carried),
    )
    return Rederived(_spans(old), _spans(now), redacted[0]["versions"] if redacted else 0)


def moments(statements: Sequence[Row]) -> list[tuple[datetime, list[tuple[str, str, str]]]]:
    """When something came or went, in order, with the pairs that it touched."""
    touched: dict[datetime, dict[tuple[str, str, str], None]] = {}
    for row in statements:
        for at in (row["recordedAt"], row["withdrawnAt"], *(row["away"] or ())):
            if at is not None:
                touched.setdefault(at, {})[row["subjectId"], row["relation"], row["objectId"]] = None
    return [(at, list(pairs)) for at, pairs in sorted(touched.items())]


def rows_of(groups: Sequence[Group]) -> list[Row]:
    """Groups as parameters."""
    return [{"subjectId": subject, "relation": relation, "objectId": object_} for subject, relation, object_ in groups]


def _spans(rows: Sequence[Row]) -> dict[str, tuple[datetime | None, datetime | None]]:
    return {row["factId"]: (row["tValid"], row["tInvalid"]) for row in rows}
