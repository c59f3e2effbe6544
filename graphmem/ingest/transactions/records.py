"""The plan of a batch, and the result of its commit."""

from __future__ import annotations

from dataclasses import dataclass, field

from graphmem.claims import Call
from graphmem.ingest.forgetting.records import Forgetting
from graphmem.ingest.resolution.resolved import Resolved
from graphmem.ingest.stages.commit_parts import Committed
from graphmem.ingest.stages.records import ChangeSet, DatedClaims, FactReads


@dataclass(frozen=True, slots=True)
class Plan:
    """Stages 2 to 6, decided at a revision. `state`: of the brain then."""

    revision: int
    resolved: Resolved
    facts: FactReads
    timed: DatedClaims
    changes: ChangeSet
    state: str = ""


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
