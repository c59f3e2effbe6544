"""The plan of a batch, the result of its commit, and the effect of each statement."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from graphmem.claims import Call
from graphmem.graph.transaction import Row
from graphmem.ingest.forgetting.records import Forgetting
from graphmem.ingest.resolution.entity_ref import NameReads
from graphmem.ingest.resolution.resolved import Resolved
from graphmem.ingest.stages.commit_parts import Committed
from graphmem.ingest.stages.records import ChangeSet, DatedClaims, FactReads, NewStatement

STALE = "stale"
"""The state of reads that contradict each other: no commit is made on it."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Stages 2 to 6, decided on what was read at `revision`. `state`: of the brain then, which the commit compares."""

    revision: int
    resolved: Resolved
    facts: FactReads
    timed: DatedClaims
    changes: ChangeSet
    state: str = ""


def state_of(names: NameReads, resolved: Resolved, facts: FactReads) -> str:
    """Return the state of the brain for which a plan counts.

    The revision of a commit is visible a moment before its names are in the index. Then an entity has a key that the names do
    not know, and everything has to be read again under the lock.
    """
    known = {row["key"] for near in names.near for row in near}
    unread = any(end.is_new and end.key in facts.taken and end.key not in known for end in resolved.entities)
    return STALE if unread else names.state


@dataclass(frozen=True, slots=True)
class CommitResult:
    """What was planned, and what the graph made of it. `attempts` counts tries against other writers.

    `forgetting`: what its requests to forget came to.
    """

    plan: Plan
    committed: Committed
    attempts: int
    calls: tuple[Call, ...]
    forgetting: Forgetting = field(default_factory=Forgetting)


def effects_of(result: CommitResult) -> dict[str, tuple[str, str]]:
    """Return the effect of each new statement and the id of the fact that it affected, by the statement's id.

    Effects: added, updated, unchanged; without a fact (id ""): tied (another value with the same start has precedence),
    unheard (second-hand, and the user said otherwise), yielded (its start was only assumed, and another value was stated to hold
    then), none (the statement holds at no time), cycle (it carries only itself), waiting (for a change). What yielded and held
    some time before is added.
    """
    rows = result.committed.settled.changes
    lost = {tie["statementId"]: tie["why"] for tie in result.committed.settled.ties}
    first: dict[str, Row] = {}
    for row in rows:
        if row["change"] != "removed":
            for id_ in row.get("statementIds") or ():
                first.setdefault(id_, row)
    return {s.id: _effect(s, first.get(s.id), lost) for s in result.plan.changes.statements}


def _effect(statement: NewStatement, row: Row | None, lost: Mapping[str, str]) -> tuple[str, str]:
    why = lost.get(statement.id)
    if why is not None and not (why == "yields" and row is not None):
        return _WITHOUT_FACT.get(why, "tied"), ""
    if row is None:
        return "none", ""
    if row["change"] in ("added", "returned"):
        return ("added" if row["factId"] == statement.id else "unchanged"), row["factId"]
    return ("updated" if row["change"] == "changed" and _text_or_period_changed(row) else "unchanged"), row["factId"]


_WITHOUT_FACT = {
    "second_hand": "unheard",
    "equal_start": "tied",
    "yields": "yielded",
    "unsupported": "none",
    "waiting": "waiting",
    "cycle": "cycle",
}
"""The effect of a statement without a fact, by the reason of `Settled.ties`."""


def _text_or_period_changed(row: Row) -> bool:
    return bool(
        row.get("beforeText") != row["text"]
        or row.get("beforeStart") != row["tValid"]
        or row["before"] != row["tInvalid"]
    )
