"""The plan of a batch, and the result of its commit."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

from graphmem.claims import Call
from graphmem.ingest.forgetting.records import Forgetting
from graphmem.ingest.resolution.entity_ref import NameReads
from graphmem.ingest.resolution.resolved import Resolved
from graphmem.ingest.stages.case import Case
from graphmem.ingest.stages.commit_parts import Committed
from graphmem.ingest.stages.records import ChangeSet, DatedClaims, FactReads

STALE = "stale"
"""The state of reads that contradict each other: no commit is made on it."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Stages 2 to 6, decided at a revision. `state`: of the brain then."""

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


MakePlan = Callable[[Case], Coroutine[Any, Any, Plan]]
"""Plans a case. A commit may plan it again, under the brain's lock."""


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
