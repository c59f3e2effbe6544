"""Stage 7: write change sets to the graph, all or nothing, in one write transaction. No model is asked here."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from graphmem.fault_points import reached
from graphmem.graph.transaction import Row, Transaction, run
from graphmem.graph.vectors.bolt import bolt
from graphmem.ingest.stages.commit_parts import CommitPart, Committed, NumberedParts
from graphmem.ingest.stages.commit_rows import CommitRows
from graphmem.settling.group_reader import NewRows
from graphmem.settling.pair import Pair
from graphmem.settling.settle import settle
from graphmem.settling.settle_result import Settled
from graphmem.settling.statement_rows import rule_of
from graphmem.settling.unsettled import take
from graphmem.truth.group import GroupRule

_TICK = timedelta(microseconds=1)


async def commit(
    tx: Transaction, brain: str, parts: Sequence[CommitPart], state: str | None = None
) -> list[Committed] | None:
    """Write and settle the parts as if each came after the one before it; returns what the graph made of each.

    Parts that are committed together have no entity in common, and none states the cardinality of a relation
    (`transactions/write_set.py`).

    Args:
        state: the brain's state when the reads were made; None: they were made under the lock.

    Returns:
        None: nothing was written; another writer was faster, or an episode is extracted already.

    Raises:
        AlreadyThere: another writer has made a node that is new here.
    """
    numbered = NumberedParts.of(parts)
    rows = CommitRows.of(brain, parts, numbered, state)
    answer = await run(tx, "ingest/commit", **rows.parameters())
    if not answer:
        return None
    written = answer[0]
    last_revision, stamp = written["revision"], written["recordedAt"]
    left = await take(tx, brain, stamp) if written["unsettled"] else []
    rules, withdrawn, pairs, new = await _write_rest(tx, rows, numbered, written)
    for _ in parts:
        await reached("commit_begun")
    vectors = _vectors(parts, numbered)
    settled = await settle(tx, brain, [*left, *pairs], vectors, rules=rules, new=new)
    starts = [stamp + first * _TICK for first in numbered.firsts]
    first_revision = last_revision - (len(parts) - 1)
    return [
        Committed(first_revision + i, starts[i], part, numbered.withdrawn(i, withdrawn))
        for i, part in enumerate(_by_part(settled, starts))
    ]


def _vectors(parts: Sequence[CommitPart], numbered: NumberedParts) -> dict[str, Any]:
    """The vectors by statement; None for a sentence that has none yet, so that no fact keeps the vector of another one."""
    return {
        statement.id: bolt(statement.vector)
        for part, changes in zip(parts, numbered.changes, strict=True)
        for statement in changes.statements
        if part.unembedded or statement.vector is not None
    }


async def _write_rest(
    tx: Transaction, rows: CommitRows, numbered: NumberedParts, written: Row
) -> tuple[Mapping[str, GroupRule], Sequence[int], list[Pair], NewRows]:
    """Write what few commits have; return the rules of relations, the denials that met a statement, what to settle, what is new.

    Args:
        written: the answer of ingest/commit.
    """
    stamp: datetime = written["recordedAt"]
    if rows.conditions:
        await run(tx, "ingest/write_conditions", brain=rows.brain, conditions=list(rows.conditions))
    if rows.reasons:
        await run(tx, "ingest/write_reasons", brain=rows.brain, reasons=list(rows.reasons))
    if rows.evidence:
        await run(tx, "truth/write_evidence", brain=rows.brain, rows=list(rows.evidence))
    touched = [pair for changes in numbered.changes for pair in changes.pairs()]
    pairs = [Pair(subject, relation, object_, stamp + n * _TICK) for subject, relation, object_, n in touched]
    last = stamp + (numbered.records - 1) * _TICK
    pairs += await _recomputed(tx, rows.brain, [row["name"] for row in written["rules"] if row["changed"]], last)
    denied: Row = {"withdrawn": (), "reopened": ()}
    if rows.withdrawals:
        (denied,) = await run(tx, "ingest/withdraw", brain=rows.brain, stamp=stamp, withdrawals=list(rows.withdrawals))
        pairs += _reopened(
            denied["reopened"], [stamp + first * _TICK for first in (*numbered.firsts[1:], numbered.records)]
        )
    links = rows.links_of(written["valued"])
    if links:
        (row,) = await run(tx, "entities/link_values", brain=rows.brain, recordedAt=stamp, links=links)
        pairs += [Pair(r["subjectId"], r["relation"], r["objectId"], r["at"]) for r in row["linked"]]
    watched = {str(row["relation"]) for row in rows.conditions}
    rules = {row["name"]: rule_of(row) for row in written["rules"] if row["name"] not in watched}
    # These statements may have changed what the commit has written.
    changed = rows.evidence or rows.withdrawals or links
    return rules, denied["withdrawn"], pairs, NewRows(rows.made, None if changed else _stated(rows, numbered, stamp))


def _stated(rows: CommitRows, numbered: NumberedParts, stamp: datetime) -> list[Row]:
    """The statements with all their properties, as ingest/commit has written them."""
    own = {"brain": rows.brain, "brainToken": rows.token}
    return [{**one.props, **own, "recordedAt": stamp + one.n * _TICK} for one in numbered.statements]


def _reopened(rows: Sequence[Row], ended: Sequence[datetime]) -> list[Pair]:
    """Pairs of facts that a denied fact had closed, settled at the last moment of the part that denied it.

    Args:
        ended: the moment after the last one of each part.
    """
    moments = [ended[bisect_right(ended, row["at"])] - _TICK for row in rows]
    return [Pair(r["subjectId"], r["relation"], r["objectId"], at) for r, at in zip(rows, moments, strict=True)]


def _by_part(settled: Settled, starts: Sequence[datetime]) -> list[Settled]:
    """What each part changed. `starts`: when each began. What is told of statements is told of each part."""
    changes: list[list[Row]] = [[] for _ in starts]
    for row in settled.changes:
        changes[max(bisect_right(starts, row["stamp"]) - 1, 0)].append(row)
    return [Settled(tuple(rows), settled.ties, settled.reached, settled.waiting) for rows in changes]


async def _recomputed(tx: Transaction, brain: str, relations: Sequence[str], stamp: datetime) -> list[Pair]:
    """Every group of the relations whose cardinality was stated by this commit (docs/time.md, R5)."""
    if not relations:
        return []
    rows = await run(tx, "ingest/groups_of_relations", brain=brain, relations=list(relations))
    groups = dict.fromkeys((row["subjectId"], row["relation"]) for row in rows)
    return [Pair(subject, relation, None, stamp) for subject, relation in groups]
