"""Derive both timelines of groups again from their statements: settle at every moment of their system time.

The dropped statements then have no effect on the graph (docs/time.md, R2, R10).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from graphmem.graph.transaction import Row, Transaction, run
from graphmem.settling.pair import Pair
from graphmem.settling.settle import settle

Group = tuple[str, str, str | None]
"""Subject id, relation, and object id or None (= all objects). The facts of a group can exclude one another."""


@dataclass(frozen=True, slots=True)
class Rederived:
    """Periods of facts before and after, by fact id: (valid from, valid until).

    `versions`: number of former versions that were removed or redacted.
    """

    before: Mapping[str, tuple[datetime | None, datetime | None]]
    after: Mapping[str, tuple[datetime | None, datetime | None]]
    versions: int


async def linked_groups(tx: Transaction, brain: str, groups: Sequence[Group]) -> list[Group]:
    """Return the groups and all groups linked to them, over any number of steps."""
    known, fresh = dict.fromkeys(groups), list(groups)
    while fresh:
        rows = await run(tx, "curation/linked_groups", brain=brain, groups=rows_of(fresh))
        found = dict.fromkeys(group_of(row) for row in rows)
        fresh = [group for group in found if group not in known]
        known |= dict.fromkeys(fresh)
    return list(known)


def group_of(row: Row) -> Group:
    """Return the group of a row."""
    return row["subjectId"], row["relation"], row["objectId"]


async def statements_of(tx: Transaction, brain: str, groups: Sequence[Group]) -> list[Row]:
    """Return the statements of groups, earliest recorded first."""
    return await run(tx, "curation/statements_of_groups", brain=brain, groups=rows_of(groups))


async def rederive(
    tx: Transaction,
    brain: str,
    groups: Sequence[Group],
    statements: Sequence[Row],
    gone: Sequence[str],
    vectors: Mapping[str, Any],
) -> Rederived:
    """Clear the groups, drop the statements `gone`, and settle the others at each of their `moments`.

    Args:
        groups: closed under `linked_groups`.
        statements: all statements of the groups.
        gone: ids of the statements to drop.
        vectors: statement id → embedding of its text.
    """
    cleared = await run(tx, "curation/clear_groups", brain=brain, groups=rows_of(groups), statements=list(gone))
    dropped = set(gone)
    left = [row for row in statements if row["id"] not in dropped]
    await settle(tx, brain, [Pair(*pair, at) for at, pairs in moments(left) for pair in pairs], vectors)
    before = cleared[0]["facts"]
    after = await run(tx, "curation/restore_usage", brain=brain, facts=before, groups=rows_of(groups))
    return Rederived(_periods(before), _periods(after), cleared[0]["versions"])


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
    """Drop statements, then settle their groups, what rests on them or watches them, and the groups `returned` at `stamp`.

    Used for groups whose ends were merged: a statement does not show to which entity it pointed at each moment, so their past
    cannot be derived again. Former versions lose only what the dropped statements carried; what other statements said stays
    in them.
    """
    dropped = set(gone)
    doomed = [row for row in statements if row["id"] in dropped]
    watched = [{"id": row[end], "relation": row["relation"]} for row in doomed for end in ("subjectId", "objectId")]
    resting = await run(tx, "truth/read_dependents", brain=brain, carrying=list(gone), watched=watched)
    rows = await run(tx, "curation/drop_statements", brain=brain, statements=list(gone), groups=rows_of(groups))
    pairs = dict.fromkeys((*map(group_of, (*doomed, *resting)), *returned))
    await settle(tx, brain, [Pair(*pair, stamp) for pair in pairs], vectors)
    before = rows[0]["facts"]
    after = await run(tx, "curation/restore_usage", brain=brain, facts=[], groups=rows_of(groups))
    facts = dict.fromkeys((*(row["id"] for row in statements), *(row["factId"] for row in (*before, *after))))
    redacted = await run(
        tx,
        "curation/redact_versions",
        brain=brain,
        statements=list(gone),
        texts=[row["text"] for row in doomed],
        facts=list(facts),
    )
    return Rederived(_periods(before), _periods(after), redacted[0]["versions"] if redacted else 0)


def moments(statements: Sequence[Row]) -> list[tuple[datetime, list[tuple[str, str, str]]]]:
    """Return the moments of system time at which a statement was recorded, withdrawn or restored, in order.

    Each comes with the (subject id, relation, object id) of the statements that changed then.
    """
    touched: dict[datetime, dict[tuple[str, str, str], None]] = {}
    for row in statements:
        for at in (row["recordedAt"], row["withdrawnAt"], *(row["away"] or ())):
            if at is not None:
                touched.setdefault(at, {})[row["subjectId"], row["relation"], row["objectId"]] = None
    return [(at, list(pairs)) for at, pairs in sorted(touched.items())]


def rows_of(groups: Sequence[Group]) -> list[Row]:
    """Return groups as query parameters."""
    return [{"subjectId": subject, "relation": relation, "objectId": object_} for subject, relation, object_ in groups]


def _periods(rows: Sequence[Row]) -> dict[str, tuple[datetime | None, datetime | None]]:
    return {row["factId"]: (row["tValid"], row["tInvalid"]) for row in rows}
